// Writing a part of a run: marks, constructs, and the text between them, in which automatic links are looked for.

#include "site/diagnostics/characters.h"
#include "site/render/markdown_destination.h"
#include "site/render/markdown_writer.h"

#include <algorithm>
#include <array>

namespace site::markdown {

namespace {

/// Elements whose content is not prose, or is a link already.
bool closes_links(std::string_view tag)
{
    static constexpr std::array<std::string_view, 11> names{"a", "button", "code", "kbd", "pre", "samp", "script", "style", "svg", "textarea", "var"};
    std::size_t end = 1;
    while (end < tag.size() && (is_ascii_letter(static_cast<unsigned char>(tag[end])) || is_ascii_digit(static_cast<unsigned char>(tag[end]))))
        ++end;
    std::string name(tag.substr(1, end - 1));
    std::transform(name.begin(), name.end(), name.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    if (tag.ends_with("/>"))
        return false;
    return std::find(names.begin(), names.end(), name) != names.end() ||
           (name == "span" && tag.find("data-nolink") != std::string_view::npos);
}

}

void Writer::write_span(const Run& run, const Span& span, Linking linking)
{
    std::vector<cmark_node*> open;       // A span may cut emphasis in two (a table cell): each half is closed.
    std::string_view raw_end;            // the closing tag that ends raw content, `</a>`
    std::string raw_end_storage;
    const auto close = [&](cmark_node* node) {
        switch (cmark_node_get_type(node)) {
        case CMARK_NODE_EMPH: m_out.html += "</em>"; break;
        case CMARK_NODE_STRONG: m_out.html += "</strong>"; break;
        case CMARK_NODE_LINK:
            if (m_in_link)
                m_out.html += "</a>";
            m_in_link = false;
            break;
        default: break;
        }
    };
    std::size_t at = span.begin;
    for (std::size_t i = span.first_mark; i < span.last_mark; ++i) {
        const Mark& mark = run.marks[i];
        const bool linkable = linking == Linking::on && !m_in_link && raw_end.empty() && m_no_link == 0;
        if (mark.at > at)
            write_text(run, at, std::min(mark.at, span.end), span, linkable);
        at = std::max(at, std::min(mark.at, span.end));
        const cmark_node_type type = cmark_node_get_type(mark.node);
        if (mark.kind == Mark::Kind::close) {
            const auto found = std::find(open.rbegin(), open.rend(), mark.node);
            if (found == open.rend())
                continue;
            close(mark.node);
            open.erase(std::next(found).base());
        } else if (mark.kind == Mark::Kind::object) {
            at = std::min(mark.at + object_character.size(), span.end);
            write_object(run, mark);
            if (type != CMARK_NODE_HTML_INLINE)
                continue;
            const std::string_view tag = cmark_node_get_literal(mark.node);
            if (!raw_end.empty()) {
                if (tag.starts_with(raw_end))
                    raw_end = {};
            } else if (closes_links(tag)) {
                raw_end_storage.assign("</").append(tag.substr(1, tag.find_first_of(" >\t\n") - 1));
                raw_end = raw_end_storage;
            }
        } else if (type == CMARK_NODE_EMPH || type == CMARK_NODE_STRONG) {
            m_out.html += type == CMARK_NODE_EMPH ? "<em>" : "<strong>";
            open.push_back(mark.node);
        } else if (type == CMARK_NODE_LINK && !m_in_link) {
            open_markdown_link(run, i, span);
            m_in_link = true;
            open.push_back(mark.node);
        }
    }
    const bool linkable = linking == Linking::on && !m_in_link && raw_end.empty() && m_no_link == 0;
    if (at < span.end)
        write_text(run, at, span.end, span, linkable);
    while (!open.empty()) {
        close(open.back());
        open.pop_back();
    }
}

void Writer::write_text(const Run& run, std::size_t begin, std::size_t end, const Span& span, bool linkable)
{
    if (linkable) {
        // Up to the end of this stretch only: a link does not reach into other markup.
        const std::string_view text = std::string_view(run.text).substr(0, end);
        while (begin < end) {
            const auto match = m_matcher.next(text, begin);
            if (!match)
                break;
            write_plain(run, begin, match->begin, span);
            write_match(run, *match, span);
            begin = match->end;
        }
    }
    write_plain(run, begin, end, span);
}

/// Text and constructs, no automatic links.
void Writer::write_plain(const Run& run, std::size_t begin, std::size_t end, const Span& span)
{
    std::size_t from = begin;
    for (std::size_t i = m_prepared.constructs.empty() ? end : begin; i < end;) {
        if (static_cast<unsigned char>(run.text[i]) < 0xF3) {
            ++i;
            continue;
        }
        const Character c = character_at(run.text, i);
        if (const Construct* construct = m_prepared.construct(c.code)) {
            append_text(m_out.html, std::string_view(run.text).substr(from, i - from));
            write_construct(run, i, *construct, span);
            from = i + c.size;
        }
        i += c.size;
    }
    append_text(m_out.html, std::string_view(run.text).substr(from, end - from));
}

void Writer::write_object(const Run& run, const Mark& mark)
{
    std::string& html = m_out.html;
    switch (cmark_node_get_type(mark.node)) {
    case CMARK_NODE_CODE:
        html += "<code>";
        append_text(html, restored(cmark_node_get_literal(mark.node), m_in_table));
        html += "</code>";
        break;
    case CMARK_NODE_LINEBREAK: html += "<br>\n"; break;
    case CMARK_NODE_HTML_INLINE: {
        const std::string tag = restored(cmark_node_get_literal(mark.node));
        if (tag.starts_with("<!-- nolink"))
            ++m_no_link;
        else if (tag.starts_with("<!-- /nolink"))
            m_no_link = std::max(0, m_no_link - 1);
        else if (!tag.starts_with("<!-- typed")) // said to `gloss check` only
            html += tag;
        collect_ids(tag);
        break;
    }
    case CMARK_NODE_IMAGE: write_image(run, mark); break;
    default: break;
    }
}

void Writer::write_image(const Run& run, const Mark& mark)
{
    std::string alt;
    for (cmark_node* child = cmark_node_first_child(mark.node); child;) { // depth first
        if (const char* literal = cmark_node_get_literal(child))
            alt += restored(literal);
        else if (cmark_node_get_type(child) == CMARK_NODE_SOFTBREAK)
            alt += ' ';
        cmark_node* next = cmark_node_first_child(child);
        while (!next && child != mark.node) {
            next = cmark_node_next(child);
            if (!next && (child = cmark_node_parent(child)) == mark.node)
                break;
        }
        child = next;
    }
    const int line = cmark_node_get_start_line(mark.node);
    const std::size_t line_begin = m_source.prepared_line(line);
    const auto column = static_cast<std::size_t>(std::max(cmark_node_get_start_column(mark.node), 1) - 1);
    const std::string_view text = m_prepared.text;
    const std::size_t found = text.find("![", std::min(line_begin + column, text.size()));
    const Position where = m_source.position(m_source.source_offset(found == std::string_view::npos ? line_begin : found));
    static_cast<void>(run);
    const std::string url = restored(cmark_node_get_url(mark.node));
    if (alt.find_first_not_of(' ') == std::string::npos)
        report(Severity::error, "missing-alt", where, {url}, 2);
    if (alt == "-") // decoration: the author says so
        alt.clear();
    m_out.html += "<img src=\"";
    append_text(m_out.html, image_source(url, m_page, m_library, where, static_cast<int>(character_count(alt)) + 3, m_out));
    m_out.html += "\" alt=\"";
    append_text(m_out.html, alt);
    m_out.html += "\" loading=\"lazy\">";
}

void Writer::write_construct(const Run& run, std::size_t at, const Construct& c, const Span& span)
{
    std::string& html = m_out.html;
    const std::string_view source = m_source.text().substr(c.begin, c.end - c.begin);
    switch (c.kind) {
    case Construct::Kind::link: write_explicit(run, at, c, span); break;
    case Construct::Kind::forbidden:
    case Construct::Kind::literal: append_text(html, c.text); break;
    case Construct::Kind::figure:
        if (figure(c).block)
            report(Severity::error, "picture-inline", m_source.position(c.begin), {}, static_cast<int>(character_count(source)));
        html += figure(c).html;
        break;
    case Construct::Kind::math:
    case Construct::Kind::display_math: write_math(c); break;
    case Construct::Kind::pin:
        if (!m_in_heading)
            append_text(html, source);
        break;
    case Construct::Kind::footnote_definition: append_text(html, source); break;
    case Construct::Kind::footnote_reference: {
        const auto note = std::find_if(m_footnotes.begin(), m_footnotes.end(), [&](const Footnote& f) { return f.label == c.text; });
        if (note == m_footnotes.end()) {
            report(Severity::error, "unknown-footnote", m_source.position(c.begin), {std::string(c.text)}, static_cast<int>(character_count(source)));
            append_text(html, source);
            break;
        }
        if (note->number == 0) {
            m_footnote_order.push_back(static_cast<std::size_t>(note - m_footnotes.begin()));
            note->number = static_cast<int>(m_footnote_order.size());
        }
        const std::string number = std::to_string(note->number);
        std::string id = "fnref-" + number;
        if (++note->references > 1)
            id.append("-").append(std::to_string(note->references));
        m_out.anchors.push_back(id);
        html += "<sup class=\"footnote-ref\"><a id=\"" + id + "\" href=\"#fn-" + number + "\">" + number + "</a></sup>";
        break;
    }
    }
}

const Figure& Writer::figure(const Construct& c)
{
    auto& value = m_figure_values[static_cast<std::size_t>(&c - m_prepared.constructs.data())];
    if (value)
        return *value;
    value = std::make_unique<Figure>(m_figures.evaluate(c.text, m_page.language));
    const auto begin = static_cast<std::size_t>(c.text.data() - m_source.text().data());
    for (Diagnostic problem : value->problems) {
        Position where = m_source.position(c.text.empty() ? c.begin : begin);
        where.column += std::max(problem.where.column, 1) - 1;
        problem.file = m_page.file;
        problem.where = where;
        m_out.diagnostics.push_back(std::move(problem));
    }
    for (const std::string& source : value->sources)
        if (std::find(m_out.sources.begin(), m_out.sources.end(), source) == m_out.sources.end())
            m_out.sources.push_back(source);
    return *value;
}

}
