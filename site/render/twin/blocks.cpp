#include "site/render/twin/blocks.h"

#include "site/render/twin/form_table.h"
#include "site/render/twin/inline_text.h"
#include "site/render/twin/table_text.h"

#include <algorithm>
#include <array>

namespace site {

namespace {

constexpr std::array<std::string_view, 27> block_tags{
    "article", "aside", "blockquote", "details", "div", "dl", "fieldset", "figcaption", "figure", "footer", "form", "gloss-calculator", "h1", "h2", "h3",
    "h4", "h5", "h6", "header", "hr", "main", "ol", "p", "pre", "section", "table", "ul"};

bool is_block(const HtmlNode& node) { return !node.is_text() && std::find(block_tags.begin(), block_tags.end(), node.tag) != block_tags.end(); }

/// A line that Markdown would read as the beginning of another block.
std::string guarded(std::string line)
{
    const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
    const auto opens = [&](std::string_view mark) { return line.starts_with(mark) && (line.size() == mark.size() || line[mark.size()] == ' '); };
    if (line.starts_with('#') || line.starts_with('>') || opens("-") || opens("+") || line.starts_with("---") || line.starts_with("==="))
        line.insert(0, "\\");
    else if (digits > 0 && digits < line.size() && (line[digits] == '.' || line[digits] == ')') && (digits + 1 == line.size() || line[digits + 1] == ' '))
        line.insert(digits, "\\");
    return line;
}

std::string prefixed(std::string_view text, std::string_view first, std::string_view rest)
{
    std::string out;
    bool at_first = true;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end), prefix = at_first ? first : rest;
        out.append(line.empty() ? std::string_view(trimmed(prefix)) : prefix).append(line).append("\n");
        text.remove_prefix(std::min(end + 1, text.size()));
        at_first = false;
    }
    return out;
}

std::string fence(const HtmlTree& tree, const HtmlNode& pre)
{
    const HtmlNode* code = tree.find(pre, "code");
    std::string language;
    if (code)
        if (const std::string classes = attribute(*code, "class"); classes.starts_with("language-"))
            language = classes.substr(9, classes.find(' ') - 9);
    std::string text;
    const auto add = [&](const auto& self, const HtmlNode& node) -> void {
        if (node.is_text())
            text += decoded(node.text);
        for (const HtmlNode* child = tree.first(node); child; child = tree.next(*child))
            self(self, *child);
    };
    add(add, pre);
    std::string marks = "```";
    while (text.find(marks) != text.npos)
        marks += '`';
    if (!text.empty() && text.back() != '\n')
        text += '\n';
    return marks + language + "\n" + text + marks + "\n";
}

class Writer {
public:
    Writer(const HtmlTree& tree, const BlockWords& words) : m_tree(tree), m_words(words) {}

    std::string children(const HtmlNode& of)
    {
        std::string out, run;
        const auto end_run = [&] {
            add(out, trimmed(run).empty() ? "" : guarded(trimmed(run)) + "\n");
            run.clear();
        };
        for (const HtmlNode* child = m_tree.first(of); child; child = m_tree.next(*child)) {
            if (child->tag == "details" && has_class(*child, "output")) { // One after the other: one table.
                end_run();
                std::vector<const HtmlNode*> outputs;
                for (; child && (child->is_text() || has_class(*child, "output")); child = m_tree.next(*child))
                    if (!child->is_text())
                        outputs.push_back(child);
                add(out, outputs_table(m_tree, outputs, m_words.quantity, m_words.value));
                if (!child)
                    break;
            }
            const bool alone = is_block(*child) || child->tag == "dt" || child->tag == "dd" || child->tag == "math";
            if (!alone || (child->tag == "math" && attribute(*child, "display") != "block")) {
                const std::string text = inline_node(m_tree, *child, inline_options());
                run += !run.empty() && run.back() == ' ' && text.starts_with(' ') ? text.substr(1) : text;
                continue;
            }
            end_run();
            if (!is_unread(*child))
                add(out, block(*child));
        }
        end_run();
        return out;
    }

private:
    /// Two lists in a row would be read as one: a comment that shows nothing keeps them apart.
    static void add(std::string& out, const std::string& block)
    {
        if (block.empty())
            return;
        const std::size_t last = out.rfind("\n\n");
        const bool two_lists = block.starts_with("- ") && std::string_view(out).substr(last == out.npos ? 0 : last + 2).starts_with("- ");
        out.append(out.empty() ? "" : two_lists ? "\n<!-- -->\n\n" : "\n").append(block);
    }

    InlineOptions inline_options() const { return {.url = m_words.url}; }
    std::string inline_of(const HtmlNode& node) const { return inline_text(m_tree, node, inline_options()); }

    std::string line(const std::string& text) const { return text.empty() ? text : guarded(text) + "\n"; }

    std::string block(const HtmlNode& node)
    {
        const std::string_view tag = node.tag;
        if (tag.size() == 2 && tag[0] == 'h' && tag[1] >= '1' && tag[1] <= '6')
            return std::string(static_cast<std::size_t>(tag[1] - '0'), '#') + " " + inline_of(node) + "\n";
        if (tag == "p")
            return has_attribute(node, "data-verdict") ? verdict(node) : line(inline_of(node));
        if (tag == "hr")
            return "---\n";
        if (tag == "pre")
            return fence(m_tree, node);
        if (tag == "blockquote" || tag == "aside")
            return prefixed(children(node), "> ", "> ");
        if (tag == "ul" || tag == "ol")
            return list(node, tag == "ol");
        if (tag == "dt")
            return "**" + inline_of(node) + "**\n";
        if (tag == "table")
            return table_text(m_tree, node, m_words.url);
        if (tag == "figure")
            return figure(node);
        if (tag == "form")
            return form(node);
        if (tag == "details")
            return details(node);
        if (tag == "section" && has_class(node, "sources"))
            return sources(node);
        if (has_class(node, "answer"))
            return titled(attribute(node, "aria-label"), children(node));
        return children(node);
    }

    static std::string titled(const std::string& title, const std::string& text)
    {
        return title.empty() || text.empty() ? text : "## " + title + "\n\n" + text;
    }

    std::string list(const HtmlNode& node, bool ordered)
    {
        std::vector<std::string> items;
        bool loose = false;
        for (const HtmlNode* child = m_tree.first(node); child; child = m_tree.next(*child)) {
            if (child->is_text() || is_unread(*child))
                continue;
            std::string text = children(*child);
            loose = loose || text.find("\n\n") != text.npos;
            if (!text.empty())
                items.push_back(std::move(text));
        }
        std::string out;
        for (std::size_t i = 0; i < items.size(); ++i) {
            const std::string mark = ordered ? std::to_string(i + 1) + ". " : "- ";
            out.append(loose && i > 0 ? "\n" : "").append(prefixed(items[i], mark, std::string(mark.size(), ' ')));
        }
        return out;
    }

    /// Of the three that stand there, the one that holds.
    std::string verdict(const HtmlNode& node)
    {
        const std::string which = attribute(node, "data-verdict");
        for (const HtmlNode* span : m_tree.all(node, "span"))
            if (attribute(*span, "data-when") == which)
                return line(inline_of(*span));
        return {};
    }

    /// Drawings say in words what they show, but not twice.
    std::string figure(const HtmlNode& node)
    {
        std::string text;
        const HtmlNode* caption = m_tree.find(node, "figcaption");
        const std::string below = caption ? inline_of(*caption) : std::string();
        for (const HtmlNode* svg : m_tree.all(node, "svg")) {
            const std::string label = attribute(*svg, "aria-label");
            if (label.empty())
                continue;
            const HtmlNode* said = m_tree.find(*svg, "desc");
            const std::string more = said ? inline_of(*said) : std::string();
            text += guarded(label + (more.empty() || more == label || more == below ? "" : " — " + more)) + "\n";
        }
        return (text.empty() ? text : prefixed(text, "> ", "> ") + "\n") + children(node);
    }

    std::string form(const HtmlNode& node)
    {
        if (!has_class(node, "inputs") && !has_class(node, "converter"))
            return {}; // Searching and filtering are of no use here.
        const HtmlNode* title = m_tree.find(node, "p", "converter-title");
        std::string text = title ? "**" + inline_of(*title) + "**\n" : std::string();
        add(text, fields_table(m_tree, node, m_words.quantity, m_words.value));
        if (!title)
            return titled(attribute(node, "aria-label"), text);
        if (const HtmlNode* results = m_tree.find(node, "dl"))
            add(text, results_table(m_tree, *results, m_words.quantity, m_words.value));
        if (const HtmlNode* says = m_tree.find(node, "p", "formula"))
            add(text, line(inline_of(*says)));
        return text;
    }

    std::string details(const HtmlNode& node)
    {
        std::string text;
        if (const HtmlNode* summary = m_tree.find(node, "summary"))
            text = "**" + inline_of(*summary) + "**\n";
        const std::string inside = children(node);
        if (inside.empty())
            return {};
        add(text, inside);
        return text;
    }

    /// Each source is the footnote that the figures name.
    std::string sources(const HtmlNode& node)
    {
        std::string text;
        if (const HtmlNode* title = m_tree.find(node, "h2"))
            text = "## " + inline_of(*title) + "\n\n";
        constexpr std::string_view prefix = "source-";
        for (const HtmlNode* item : m_tree.all(node, "li"))
            if (const std::string id = attribute(*item, "id"); id.starts_with(prefix))
                text += "[^" + id.substr(prefix.size()) + "]: " + inline_of(*item) + "\n";
        return text;
    }

    const HtmlTree& m_tree;
    const BlockWords& m_words;
};

}

std::string blocks_text(const HtmlTree& tree, const HtmlNode& of, const BlockWords& words)
{
    return Writer(tree, words).children(of);
}

}
