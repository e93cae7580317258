#include "site/render/flat_template.h"

#include <algorithm>

namespace site {

namespace {

bool is_name(std::string_view text)
{
    return !text.empty() && !(text[0] >= '0' && text[0] <= '9') && text != "true" && text != "false" && text != "null" &&
           std::all_of(text.begin(), text.end(), [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
           });
}

std::string_view trimmed(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    return text.substr(0, text.find_last_not_of(' ') + 1); // npos + 1 is 0
}

const Variable* find(std::span<const Variable> variables, std::string_view name)
{
    for (const Variable& variable : variables)
        if (variable.name == name)
            return &variable;
    return nullptr;
}

}

std::optional<FlatTemplate> FlatTemplate::parse(std::string_view text)
{
    if (text.find("{#") != text.npos || text.find("\n##") != text.npos || text.starts_with("##"))
        return std::nullopt;
    FlatTemplate result;
    std::vector<Step>& steps = result.m_steps;
    std::vector<std::size_t> open; // Jumps whose target is not known yet: of `if`, then of `else`.
    const auto patch = [&] {
        steps[open.back()].target = steps.size();
        open.pop_back();
    };
    while (!text.empty()) {
        const std::size_t at = std::min(std::min(text.find("{{"), text.find("{%")), text.size());
        if (at > 0)
            steps.push_back({Step::Kind::text, std::string(text.substr(0, at))});
        text.remove_prefix(at);
        if (text.empty())
            break;
        const bool statement = text[1] == '%';
        const std::size_t end = text.find(statement ? "%}" : "}}");
        if (end == text.npos)
            return std::nullopt;
        const std::string_view inside = trimmed(text.substr(2, end - 2)); // `{{-` and `-%}` are no names.
        text.remove_prefix(end + 2);
        if (!statement) {
            if (!is_name(inside))
                return std::nullopt;
            steps.push_back({Step::Kind::print, std::string(inside)});
        } else if (inside.starts_with("if ")) {
            std::string_view name = trimmed(inside.substr(3));
            const bool negated = name.starts_with("not ");
            if (negated)
                name = trimmed(name.substr(4));
            if (!is_name(name))
                return std::nullopt;
            open.push_back(steps.size());
            steps.push_back({negated ? Step::Kind::jump_if_given : Step::Kind::jump_if_empty, std::string(name)});
        } else if (inside == "else" && !open.empty() && steps[open.back()].kind != Step::Kind::jump) {
            steps.push_back({Step::Kind::jump, {}});
            patch();
            open.push_back(steps.size() - 1);
        } else if (inside == "endif" && !open.empty()) {
            patch();
        } else {
            return std::nullopt;
        }
    }
    if (!open.empty())
        return std::nullopt;
    return result;
}

std::optional<std::string> FlatTemplate::render(std::span<const Variable> variables) const
{
    std::string html;
    std::size_t size = 0;
    for (const Step& step : m_steps)
        size += step.kind == Step::Kind::text ? step.text.size() : 0;
    for (const Variable& variable : variables)
        size += variable.html.size();
    html.reserve(size);
    for (std::size_t i = 0; i < m_steps.size(); ++i) {
        const Step& step = m_steps[i];
        if (step.kind == Step::Kind::text) {
            html += step.text;
            continue;
        }
        if (step.kind == Step::Kind::jump) {
            i = step.target - 1;
            continue;
        }
        const Variable* variable = find(variables, step.text);
        if (!variable)
            return std::nullopt;
        if (step.kind == Step::Kind::print)
            html += variable->html;
        else if (variable->html.empty() == (step.kind == Step::Kind::jump_if_empty))
            i = step.target - 1;
    }
    return html;
}

}
