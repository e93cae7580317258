#include "site/render/twin/inline_text.h"

#include <algorithm>
#include <array>

namespace site {

namespace {

constexpr std::string_view source_anchor = "#source-";

bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80; }

/// Plain text with what Markdown would read as marks escaped. Runs of white space are one space.
std::string escaped_words(std::string_view text, bool in_table)
{
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == ' ' || c == '\n' || c == '\t') {
            if (out.empty() || out.back() != ' ')
                out += ' ';
            continue;
        }
        // Inside of a word `_` is no mark.
        const bool mark = c == '\\' || c == '*' || c == '`' || c == '[' || c == ']' || c == '<' || (in_table && c == '|') ||
                          (c == '_' && (i == 0 || i + 1 == text.size() || !is_word(text[i - 1]) || !is_word(text[i + 1])));
        if (mark)
            out += '\\';
        out += c;
    }
    return out;
}

/// Fences longer than any run of backticks inside.
std::string code_span(std::string text, bool in_table)
{
    std::replace(text.begin(), text.end(), '\n', ' ');
    std::size_t longest = 0, run = 0;
    std::string out;
    for (const char c : text) {
        run = c == '`' ? run + 1 : 0;
        longest = std::max(longest, run);
        out.append(in_table && c == '|' ? "\\" : "").append(1, c);
    }
    const std::string fence(longest + 1, '`');
    const bool padded = longest > 0;
    return fence + (padded ? " " : "") + out + (padded ? " " : "") + fence;
}

/// Its text as written, without Markdown.
std::string plain(const HtmlTree& tree, const HtmlNode& of)
{
    if (of.is_text())
        return decoded(of.text);
    std::string out;
    for (const HtmlNode* child = tree.first(of); child; child = tree.next(*child))
        out += plain(tree, *child);
    return out;
}

/// The marks stand close to the words; spaces go outside of them.
std::string marked(std::string_view before, const std::string& inner, std::string_view after)
{
    const std::string words = trimmed(inner);
    if (words.empty())
        return inner.empty() ? "" : " ";
    std::string out = inner.front() == ' ' ? " " : "";
    out.append(before).append(words).append(after);
    return out + (inner.back() == ' ' ? " " : "");
}

std::string link_target(std::string href, std::string_view page)
{
    if (href.starts_with("?"))
        href.insert(0, page);
    std::string out;
    for (const char c : href) // What would end a destination early.
        out += c == ' ' ? "%20" : c == '(' ? "%28" : c == ')' ? "%29" : std::string(1, c);
    return out;
}

std::string joined_children(const HtmlTree& tree, const HtmlNode& of, const InlineOptions& options)
{
    std::string out;
    const HtmlNode* previous = nullptr;
    for (const HtmlNode* child = tree.first(of); child; child = tree.next(*child)) {
        const std::string text = inline_node(tree, *child, options);
        // Style sheets set these apart; here a space does.
        const bool apart = previous && !previous->is_text() && (child->tag == "span" || child->tag == "small" || child->tag == "output");
        if (apart && !out.empty() && out.back() != ' ' && out.back() != '\n' && !text.empty() && text.front() != ' ')
            out += ' ';
        if (!out.empty() && (out.back() == ' ' || out.back() == '\n') && text.starts_with(' '))
            out += std::string_view(text).substr(1);
        else
            out += text;
        previous = child;
    }
    return out;
}

std::string abbreviation(const HtmlNode& node, const std::string& inner)
{
    const std::string title = attribute(node, "title");
    if (title.empty())
        return inner;
    return (inner == "?" ? "" : inner) + " (" + title + ")"; // The mark of an unverified figure says nothing by itself.
}

std::string anchor(const HtmlNode& node, const std::string& inner, const InlineOptions& options)
{
    const std::string href = attribute(node, "href");
    if (href.starts_with(source_anchor)) {
        const std::string note = "[^" + href.substr(source_anchor.size()) + "]";
        return inner.starts_with("\\[") ? note : inner + note; // `[3]` of a table's source column is the note itself.
    }
    if (href.empty() || href.starts_with('#'))
        return inner;
    return marked("[", inner, "](" + link_target(href, options.url) + ")");
}

std::string formula(const HtmlTree& tree, const HtmlNode& node)
{
    const HtmlNode* tex = tree.find(node, "annotation");
    const std::string text = trimmed(plain(tree, tex ? *tex : node));
    return attribute(node, "display") == "block" ? "$$" + text + "$$" : "$" + text + "$";
}

}

std::string trimmed(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \n"), last = text.find_last_not_of(" \n");
    return first == text.npos ? std::string() : std::string(text.substr(first, last - first + 1));
}

bool is_unread(const HtmlNode& node)
{
    constexpr std::array<std::string_view, 15> tags{"button", "iframe", "input", "label", "nav", "noscript", "option", "progress",
                                                    "script", "select", "style", "summary", "svg", "template", "textarea"};
    if (node.is_text())
        return false;
    return std::find(tags.begin(), tags.end(), node.tag) != tags.end() || has_attribute(node, "hidden") || has_attribute(node, "data-draw") ||
           has_attribute(node, "data-live") || attribute(node, "aria-hidden") == "true" || has_class(node, "take") || has_class(node, "form-end");
}

std::string inline_node(const HtmlTree& tree, const HtmlNode& node, const InlineOptions& options)
{
    if (node.is_text())
        return escaped_words(decoded(node.text), options.in_table);
    if (node.tag == "br")
        return options.in_table ? "; " : "  \n";
    if (node.tag == "code" || node.tag == "kbd")
        return code_span(plain(tree, node), options.in_table);
    if (node.tag == "math")
        return formula(tree, node);
    if (node.tag == "img")
        return "![" + escaped_words(attribute(node, "alt"), options.in_table) + "](" + link_target(attribute(node, "src"), options.url) + ")";
    if (is_unread(node))
        return {};
    const std::string inner = joined_children(tree, node, options);
    if (node.tag == "a")
        return anchor(node, inner, options);
    if (node.tag == "strong" || node.tag == "b")
        return marked("**", inner, "**");
    if (node.tag == "em" || node.tag == "i")
        return marked("*", inner, "*");
    if (node.tag == "del" || node.tag == "s")
        return marked("~~", inner, "~~");
    if (node.tag == "q")
        return "“" + inner + "”";
    if (node.tag == "sup")
        return "^" + inner;
    if (node.tag == "sub")
        return "_" + inner;
    if (node.tag == "abbr")
        return abbreviation(node, inner);
    return inner;
}

std::string inline_text(const HtmlTree& tree, const HtmlNode& of, const InlineOptions& options)
{
    return trimmed(joined_children(tree, of, options));
}

}
