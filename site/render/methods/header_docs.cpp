#include "site/render/methods/header_docs.h"

#include "site/render/html.h"

#include <algorithm>

namespace site {

namespace {

std::string_view trimmed(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t"), last = text.find_last_not_of(" \t\r");
    return first == text.npos ? std::string_view() : text.substr(first, last - first + 1);
}

/// Escaped, with `code` marked.
std::string inline_html(std::string_view text)
{
    std::string html;
    for (bool code = false; !text.empty(); code = !code) {
        const std::size_t end = text.find('`');
        const bool closes = end != text.npos && (code || text.find('`', end + 1) != text.npos);
        const std::string part = escaped(text.substr(0, closes ? end : text.size()));
        html += code ? "<code>" + part + "</code>" : part;
        if (!closes)
            break;
        text.remove_prefix(end + 1);
    }
    return html;
}

/// Lines of a comment, its marks taken off, -> paragraphs and, where indented by four, <pre>.
class Blocks {
public:
    void line(std::string_view text)
    {
        if (trimmed(text).empty()) {
            m_gap = true;
        } else if (text.starts_with("    ")) {
            end_paragraph();
            if (m_gap && !m_formula.empty())
                m_formula += '\n';
            m_formula.append(text.substr(4)).append("\n");
            m_gap = false;
        } else {
            end_formula();
            if (m_gap)
                end_paragraph();
            m_paragraph.append(m_paragraph.empty() ? "" : " ").append(trimmed(text));
            m_gap = false;
        }
    }
    bool empty() const { return m_html.empty() && m_paragraph.empty() && m_formula.empty(); }
    bool has_formula() const { return m_any_formula || !m_formula.empty(); }
    std::string html()
    {
        end_paragraph();
        end_formula();
        return std::move(m_html);
    }

private:
    void end_paragraph()
    {
        if (!m_paragraph.empty())
            m_html.append("<p>").append(inline_html(m_paragraph)).append("</p>");
        m_paragraph.clear();
    }
    void end_formula()
    {
        if (m_formula.empty())
            return;
        m_any_formula = true;
        while (m_formula.ends_with('\n'))
            m_formula.pop_back();
        m_html.append("<pre tabindex=\"0\"><code>").append(escaped(m_formula)).append("</code></pre>");
        m_formula.clear();
    }

    std::string m_html, m_paragraph, m_formula;
    bool m_gap = false, m_any_formula = false;
};

/// The text after "//" or "///" and one space.
std::string_view without_mark(std::string_view line, std::string_view mark)
{
    line = trimmed(line).substr(mark.size());
    return line.starts_with(' ') ? line.substr(1) : line;
}

/// "decode_step" of "DecodeStep decode_step(const ServedReplica& served", "Replica" of "struct Replica {".
std::string declared_name(std::string_view declaration)
{
    std::size_t end = std::min(declaration.find_first_of("({=;"), declaration.size());
    while (end > 0 && declaration[end - 1] == ' ')
        --end;
    const std::size_t begin = declaration.find_last_of(" &*", end == 0 ? 0 : end - 1);
    return std::string(declaration.substr(begin == declaration.npos ? 0 : begin + 1, end - (begin == declaration.npos ? 0 : begin + 1)));
}

}

HeaderDocs header_docs(std::string_view text)
{
    HeaderDocs docs;
    Blocks head, block;
    bool in_head = true;
    std::string declaration;
    bool collecting = false; // A declaration after a block, up to its `;` or `{`.
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::string_view bare = trimmed(line);
        if (in_head && (bare == "#pragma once" || bare.starts_with("#include") || bare.starts_with("namespace"))) {
            in_head = bare == "#pragma once";
        } else if (in_head && bare.starts_with("//")) {
            head.line(without_mark(line, "//"));
        } else if (in_head && bare.empty()) {
            head.line({});
        } else if (!collecting && bare.starts_with("///") && !line.starts_with(" ")) {
            block.line(without_mark(line, "///"));
        } else if (!block.empty()) {
            collecting = true;
            declaration.append(declaration.empty() ? "" : " ").append(bare);
            const std::size_t stop = declaration.find_first_of(";{");
            if (stop == std::string::npos)
                continue;
            declaration.resize(stop);
            docs.entries.push_back({declared_name(declaration), std::string(trimmed(declaration)), {}, block.has_formula()});
            docs.entries.back().html = block.html();
            declaration.clear();
            block = Blocks();
            collecting = false;
        }
    }
    docs.about = head.html();
    return docs;
}

}
