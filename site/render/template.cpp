#include "site/render/template.h"

#include "site/render/flat_template.h"
#include "site/render/html.h"

#include <inja/inja.hpp>

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>

namespace site {

namespace fs = std::filesystem;

using TemplateFiles = std::map<std::string, fs::path, std::less<>>; ///< name -> file

struct Templates::Parsed {
    inja::Environment environment;
    std::map<std::string, inja::Template, std::less<>> templates;
    std::map<std::string, FlatTemplate, std::less<>> flat; ///< of those that are so simple
    TemplateFiles files;
};

namespace {

std::string read_text(const fs::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// Replaces {{ t("key") }} by the words of the key.
std::string with_words(std::string_view text, const Words& words)
{
    constexpr std::string_view open = "{{ t(\"", close = "\") }}";
    std::string result;
    result.reserve(text.size());
    for (;;) {
        const std::size_t at = text.find(open);
        const std::size_t end = at == text.npos ? text.npos : text.find(close, at);
        if (end == text.npos)
            return result.append(text);
        result.append(text.substr(0, at));
        result += escaped(words(text.substr(at + open.size(), end - at - open.size())));
        text.remove_prefix(end + close.size());
    }
}

/// Indentation and lines that hold one statement only are for those who read templates; they leave nothing in our HTML.
/// (inja's own trim_blocks would also eat the space in `<td{% if wide %} class="wide"{% endif %}>`.)
std::string without_indentation(std::string_view text)
{
    std::string result;
    result.reserve(text.size());
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
        if (line.empty())
            continue;
        result += line;
        const bool statement = line.starts_with("{%") && line.find("%}") == line.size() - 2;
        if (!statement)
            result += '\n';
    }
    if (result.ends_with('\n') && !result.ends_with(">\n")) // Items stand inside a line.
        result.pop_back();
    return result;
}

/// The start of a template that is a comment for its authors is not published.
std::string_view without_heading_comment(std::string_view text)
{
    if (text.starts_with("{#"))
        if (const std::size_t end = text.find("#}"); end != text.npos)
            text.remove_prefix(end + 2);
    return text;
}

/// Replaces `{% include "parts/sources" %}` by the text of that template, so that a part costs nothing when pages are
/// rendered and a page that is simple stays so. Throws what inja throws where there is no such template.
std::string with_parts(std::string_view text, const TemplateFiles& files, int depth = 0)
{
    constexpr std::string_view open = "{% include \"", close = "\" %}";
    constexpr int deepest = 8;
    std::string result;
    result.reserve(text.size());
    for (std::size_t from = 0;;) {
        const std::size_t at = text.find(open, from);
        const std::size_t end = at == text.npos ? text.npos : text.find(close, at);
        if (end == text.npos)
            return result.append(text.substr(from));
        const std::string_view name = text.substr(at + open.size(), end - at - open.size());
        const auto found = files.find(name);
        const std::size_t line_begin = text.rfind('\n', at) + 1; // npos + 1: the first line
        const inja::SourceLocation where{static_cast<std::size_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n')) + 1,
                                         at - line_begin + 1};
        if (found == files.end())
            throw inja::FileError("no template of this name: " + std::string(name), where);
        if (depth == deepest)
            throw inja::FileError("templates include each other without end: " + std::string(name), where);
        result.append(text.substr(from, at - from));
        const std::string part = read_text(found->second);
        result += with_parts(without_heading_comment(part), files, depth + 1);
        from = end + close.size();
    }
}

/// The file as its author wrote it, every character in its place, with words and parts blanked: what is left is inja's, and an
/// error in it is where the author can find it.
std::string blanked(std::string text)
{
    const auto blank = [&](std::string_view open, std::string_view close) {
        for (std::size_t at = text.find(open); at != text.npos; at = text.find(open, at + 1)) {
            const std::size_t end = text.find(close, at);
            if (end == text.npos)
                return;
            for (std::size_t i = at; i < end + close.size(); ++i)
                if (text[i] != '\n')
                    text[i] = ' ';
        }
    };
    blank("{{ t(\"", "\") }}");
    blank("{% include \"", "\" %}");
    return text;
}

Diagnostic problem(std::string code, const fs::path& file, const inja::InjaError& error)
{
    return {.code = std::move(code),
            .file = file.string(),
            .where = {static_cast<int>(error.location.line), static_cast<int>(error.location.column)},
            .arguments = {error.message}};
}

}

Templates::Templates(std::span<const fs::path> folders, const Words& words, Diagnostics& diagnostics)
    : m_parsed(std::make_unique<Parsed>())
{
    for (const fs::path& folder : folders) {
        std::error_code ignored;
        for (const auto& entry : fs::recursive_directory_iterator(folder / "templates", ignored))
            if (entry.path().extension() == ".html")
                m_parsed->files.insert_or_assign(
                    entry.path().lexically_relative(folder / "templates").replace_extension().generic_string(),
                    entry.path());
    }
    inja::Environment& environment = m_parsed->environment;
    environment.set_search_included_templates_in_files(false);
    const TemplateFiles& files = m_parsed->files;
    const auto template_text = [&](const fs::path& file) {
        const std::string text = read_text(file);
        return without_indentation(with_words(with_parts(without_heading_comment(text), files), words));
    };
    for (const auto& [name, file] : m_parsed->files) {
        try {
            const std::string text = template_text(file);
            m_parsed->templates.insert_or_assign(name, environment.parse(text));
            if (auto flat = FlatTemplate::parse(text))
                m_parsed->flat.insert_or_assign(name, std::move(*flat));
        } catch (const inja::FileError& error) { // of an include
            diagnostics.push_back(problem("template-syntax", file, error));
        } catch (const inja::InjaError&) {
            try {
                environment.parse(blanked(read_text(file)));
            } catch (const inja::InjaError& error) { // else the mistake is in a part, which is read by itself as well
                diagnostics.push_back(problem("template-syntax", file, error));
            }
        }
    }
}

Templates::~Templates() = default;
Templates::Templates(Templates&&) noexcept = default;

std::string Templates::render(std::string_view name, Variables variables) const
{
    if (const auto flat = m_parsed->flat.find(name); flat != m_parsed->flat.end())
        if (std::optional<std::string> html = flat->second.render(std::span(variables.begin(), variables.size())))
            return *std::move(html);
    const auto found = m_parsed->templates.find(name);
    if (found == m_parsed->templates.end())
        throw TemplateError({.code = "template-missing",
                             .file = "assets/templates/" + std::string(name) + ".html",
                             .where = {},
                             .arguments = {std::string(name)}});
    inja::json data = inja::json::object();
    for (const Variable& variable : variables) // An empty string would be true in {% if %}, null is false.
        data[std::string(variable.name)] = variable.html.empty() ? inja::json() : inja::json(variable.html);
    std::ostringstream stream;
    try {
        m_parsed->environment.render_to(stream, found->second, data);
    } catch (const inja::InjaError& error) {
        throw TemplateError(problem("template-render", m_parsed->files.find(name)->second, error));
    }
    return std::move(stream).str();
}

}
