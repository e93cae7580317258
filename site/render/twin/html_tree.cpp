#include "site/render/twin/html_tree.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace site {

namespace {

constexpr std::array<std::string_view, 8> without_end{"br", "col", "hr", "img", "input", "link", "meta", "wbr"};
constexpr std::array<std::string_view, 3> of_raw_text{"script", "style", "textarea"};

template<std::size_t count>
bool is_one_of(const std::array<std::string_view, count>& names, std::string_view name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// Where the tag ends that begins before `at`: `>` in a value does not count.
std::size_t end_of_tag(std::string_view html, std::size_t at)
{
    bool quoted = false;
    for (; at < html.size(); ++at) {
        if (html[at] == '"')
            quoted = !quoted;
        else if (html[at] == '>' && !quoted)
            return at;
    }
    return html.size();
}

/// The value of an attribute as written; empty text for one without a value.
std::optional<std::string_view> raw_attribute(std::string_view attributes, std::string_view name)
{
    if (attributes.find(name) == attributes.npos) // Most elements ask in vain.
        return std::nullopt;
    while (!attributes.empty()) {
        attributes.remove_prefix(std::min(attributes.find_first_not_of(" \n/"), attributes.size()));
        const std::size_t end = std::min(attributes.find_first_of(" \n="), attributes.size());
        const std::string_view found = attributes.substr(0, end);
        attributes.remove_prefix(end);
        std::string_view value;
        if (attributes.starts_with("=\"")) {
            const std::size_t close = std::min(attributes.find('"', 2), attributes.size());
            value = attributes.substr(2, close - 2);
            attributes.remove_prefix(std::min(close + 1, attributes.size()));
        } else if (attributes.starts_with('=')) {
            const std::size_t close = std::min(attributes.find_first_of(" \n"), attributes.size());
            value = attributes.substr(1, close - 1);
            attributes.remove_prefix(close);
        }
        if (found == name)
            return value;
    }
    return std::nullopt;
}

bool matches(const HtmlNode& node, std::string_view tag, std::string_view class_name)
{
    return !node.is_text() && (tag.empty() || node.tag == tag) && (class_name.empty() || has_class(node, class_name));
}

}

HtmlTree::HtmlTree(std::string_view html)
{
    m_nodes.reserve(html.size() / 24 + 8);
    m_nodes.push_back({.tag = "root", .text = {}});
    struct Open {
        std::size_t node = 0, last = 0;  ///< last child so far
    };
    std::vector<Open> open{{}};
    const auto add = [&](HtmlNode node) {
        const std::size_t index = m_nodes.size();
        m_nodes.push_back(node);
        Open& parent = open.back();
        (parent.last == 0 ? m_nodes[parent.node].first : m_nodes[parent.last].next) = index;
        parent.last = index;
        return index;
    };
    std::size_t at = 0;
    while (at < html.size()) {
        const std::size_t tag = std::min(html.find('<', at), html.size());
        if (tag > at)
            add({.tag = {}, .text = html.substr(at, tag - at)});
        if (tag == html.size())
            break;
        if (html.substr(tag).starts_with("<!")) {
            const std::string_view close = html.substr(tag).starts_with("<!--") ? "-->" : ">";
            at = std::min(html.find(close, tag), html.size() - close.size()) + close.size();
            continue;
        }
        const std::size_t end = end_of_tag(html, tag);
        const bool closes = html.substr(tag).starts_with("</");
        std::string_view inside = html.substr(tag + 1 + closes, end - tag - 1 - closes);
        at = std::min(end + 1, html.size());
        const bool empty = inside.ends_with('/');
        const std::size_t name_end = std::min(inside.find_first_of(" \n/"), inside.size());
        const std::string_view name = inside.substr(0, name_end);
        if (closes) { // Up to the element of this name; an end tag without one is nothing.
            const auto found = std::find_if(open.rbegin(), open.rend() - 1, [&](const Open& o) { return m_nodes[o.node].tag == name; });
            if (found != open.rend() - 1)
                open.erase(found.base() - 1, open.end());
            continue;
        }
        const std::size_t node = add({.tag = name, .text = inside.substr(name_end)});
        if (is_one_of(of_raw_text, name)) {
            const std::size_t close = std::min(html.find("</" + std::string(name), at), html.size());
            open.push_back({node, 0});
            if (close > at)
                add({.tag = {}, .text = html.substr(at, close - at)});
            open.pop_back();
            at = std::min(html.find('>', close), html.size() - 1) + 1;
        } else if (!empty && !is_one_of(without_end, name)) {
            open.push_back({node, 0});
        }
    }
}

void HtmlTree::collect(const HtmlNode& of, std::string_view tag, std::string_view class_name, std::size_t most, std::vector<const HtmlNode*>& found) const
{
    for (const HtmlNode* child = first(of); child && found.size() < most; child = next(*child)) {
        if (matches(*child, tag, class_name))
            found.push_back(child);
        collect(*child, tag, class_name, most, found);
    }
}

const HtmlNode* HtmlTree::find(const HtmlNode& of, std::string_view tag, std::string_view class_name) const
{
    std::vector<const HtmlNode*> found;
    collect(of, tag, class_name, 1, found);
    return found.empty() ? nullptr : found.front();
}

std::vector<const HtmlNode*> HtmlTree::all(const HtmlNode& of, std::string_view tag, std::string_view class_name) const
{
    std::vector<const HtmlNode*> found;
    collect(of, tag, class_name, m_nodes.size(), found);
    return found;
}

bool has_attribute(const HtmlNode& node, std::string_view name) { return raw_attribute(node.text, name).has_value(); }

std::string attribute(const HtmlNode& node, std::string_view name) { return decoded(raw_attribute(node.text, name).value_or(std::string_view())); }

bool has_class(const HtmlNode& node, std::string_view name)
{
    std::string_view classes = raw_attribute(node.text, "class").value_or(std::string_view());
    while (!classes.empty()) {
        const std::size_t end = std::min(classes.find(' '), classes.size());
        if (classes.substr(0, end) == name)
            return true;
        classes.remove_prefix(std::min(end + 1, classes.size()));
    }
    return false;
}

std::string decoded(std::string_view html)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 6> entities{
        {{"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&#39;", "'"}, {"&nbsp;", " "}}};
    std::string text;
    text.reserve(html.size());
    while (!html.empty()) {
        const std::size_t next = std::min(html.find('&'), html.size());
        text += html.substr(0, next);
        html.remove_prefix(next);
        if (html.empty())
            break;
        const auto found = std::find_if(entities.begin(), entities.end(), [&](const auto& entity) { return html.starts_with(entity.first); });
        text += found == entities.end() ? html.substr(0, 1) : found->second;
        html.remove_prefix(found == entities.end() ? 1 : found->first.size());
    }
    return text;
}

}
