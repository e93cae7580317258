// Walking the blocks of a document.

#include "site/diagnostics/characters.h"
#include "site/highlight/highlight.h"
#include "site/render/markdown_destination.h"
#include "site/render/markdown_writer.h"

#include <algorithm>

namespace site::markdown {

namespace {

bool in_tight_list(cmark_node* paragraph)
{
    cmark_node* item = cmark_node_parent(paragraph);
    cmark_node* list = item ? cmark_node_parent(item) : nullptr;
    return list && cmark_node_get_type(list) == CMARK_NODE_LIST && cmark_node_get_list_tight(list) != 0;
}

/// The first text of a paragraph, up to the first line break.
std::string_view first_text(cmark_node* paragraph)
{
    cmark_node* text = cmark_node_first_child(paragraph);
    return text && cmark_node_get_type(text) == CMARK_NODE_TEXT ? std::string_view(cmark_node_get_literal(text)) : std::string_view();
}

/// A line that a phone may not hold.
bool has_long_line(std::string_view code)
{
    for (std::size_t at = 0; at < code.size();) {
        const std::size_t end = std::min(code.find('\n', at), code.size());
        if (end - at > 40)
            return true;
        at = end + 1;
    }
    return false;
}

std::string lower(std::string_view text)
{
    std::string out(text);
    for (char& c : out)
        c = static_cast<char>(ascii_lower(static_cast<unsigned char>(c)));
    return out;
}

/// note of `[!NOTE] title`; empty when it is none of the five kinds.
std::string callout_kind(std::string_view text)
{
    const std::size_t end = text.substr(0, 20).find(']');
    if (!text.starts_with("[!") || end == std::string_view::npos)
        return {};
    const std::string kind = lower(text.substr(2, end - 2));
    for (const std::string_view known : {"note", "tip", "important", "warning", "caution"})
        if (kind == known)
            return kind;
    return {};
}

}

void Writer::blocks(cmark_node* document)
{
    cmark_node* node = document;
    bool entering = true;
    for (;;) {
        if (entering && enter(node) && cmark_node_first_child(node)) {
            node = cmark_node_first_child(node);
            continue;
        }
        leave(node);
        if (node == document)
            return;
        entering = cmark_node_next(node) != nullptr;
        node = entering ? cmark_node_next(node) : cmark_node_parent(node);
    }
}

bool Writer::enter(cmark_node* node)
{
    std::string& html = m_out.html;
    switch (cmark_node_get_type(node)) {
    case CMARK_NODE_DOCUMENT: return true;
    case CMARK_NODE_BLOCK_QUOTE: {
        cmark_node* first = cmark_node_first_child(node);
        const bool paragraph_first = first && cmark_node_get_type(first) == CMARK_NODE_PARAGRAPH;
        const std::string kind = paragraph_first ? callout_kind(first_text(first)) : std::string();
        if (kind.empty()) {
            html += "<blockquote>\n";
            m_no_link += m_library.settings.links_in_quotes ? 0 : 1;
        } else {
            open_callout(node, kind);
        }
        return true;
    }
    case CMARK_NODE_LIST:
        if (only_footnotes(node)) {
            return true;
        } else if (cmark_node_get_list_type(node) == CMARK_BULLET_LIST) {
            html += "<ul>\n";
        } else {
            const int start = cmark_node_get_list_start(node);
            html += "<ol";
            if (start != 1)
                html += std::string(" start=\"").append(std::to_string(start)) + '"';
            html += ">\n";
        }
        return true;
    case CMARK_NODE_ITEM:
        if (const Construct* note = footnote_of(node)) {
            note_footnote(node, *note);
            return false;
        }
        html += "<li>";
        return true;
    case CMARK_NODE_PARAGRAPH: paragraph(node); return false;
    case CMARK_NODE_HEADING: heading(node); return false;
    case CMARK_NODE_CODE_BLOCK: code_block(node); return false;
    case CMARK_NODE_HTML_BLOCK: html_block(node); return false;
    case CMARK_NODE_THEMATIC_BREAK: html += "<hr>\n"; return false;
    default: return false;
    }
}

void Writer::leave(cmark_node* node)
{
    std::string& html = m_out.html;
    switch (cmark_node_get_type(node)) {
    case CMARK_NODE_BLOCK_QUOTE:
        if (!m_callouts.empty() && m_callouts.back() == node) {
            m_callouts.pop_back();
            html += "</aside>\n";
        } else {
            html += "</blockquote>\n";
            m_no_link -= m_library.settings.links_in_quotes ? 0 : 1;
        }
        break;
    case CMARK_NODE_LIST:
        if (!only_footnotes(node))
            html += cmark_node_get_list_type(node) == CMARK_BULLET_LIST ? "</ul>\n" : "</ol>\n";
        break;
    case CMARK_NODE_ITEM:
        if (footnote_of(node))
            break;
        if (html.ends_with('\n') && cmark_node_first_child(node) && !cmark_node_next(cmark_node_first_child(node)) &&
            cmark_node_get_type(cmark_node_first_child(node)) == CMARK_NODE_PARAGRAPH)
            html.pop_back();
        html += "</li>\n";
        break;
    default: break;
    }
}

void Writer::open_callout(cmark_node* quote, std::string_view kind)
{
    cmark_node* paragraph = cmark_node_first_child(quote);
    const std::string id(kind);
    m_out.html += "<aside class=\"callout callout-" + id + "\">\n";
    flatten(paragraph, m_run);
    const std::vector<Span> lines = m_run.lines();
    Span title = lines.front();
    title.begin = std::min(title.begin + kind.size() + 3, title.end);
    while (title.begin < title.end && m_run.text[title.begin] == ' ')
        ++title.begin;
    const std::string name = word("prose.callout." + id);
    if (title.begin < title.end || title.last_mark > title.first_mark) {
        m_out.html += "<p class=\"callout-title\">";
        write_span(m_run, title, Linking::off);
        m_out.html += "</p>\n";
    } else if (!name.empty()) {
        m_out.html += "<p class=\"callout-title\">";
        append_text(m_out.html, name);
        m_out.html += "</p>\n";
    }
    m_callouts.push_back(quote);
    m_callout_paragraph = paragraph;
}

void Writer::paragraph(cmark_node* node)
{
    flatten(node, m_run);
    review(m_run);
    m_ledger.begin_paragraph();
    cmark_node* item = cmark_node_parent(node);
    const Construct* note = item && cmark_node_get_type(item) == CMARK_NODE_ITEM ? footnote_of(item) : nullptr;
    const bool tight = in_tight_list(node) && !note;
    const bool title_line = node == m_callout_paragraph;
    if (m_run.breaks.empty() && !title_line && m_prepared.constructs.empty()) { // the usual paragraph
        if (captioned_figure(node, m_run) || block_figure(m_run))
            return;
        m_out.html += tight ? "" : "<p>";
        write_span(m_run, m_run.whole(), Linking::on);
        m_out.html += tight ? "\n" : "</p>\n";
        return;
    }
    std::vector<Span> lines = m_run.lines();
    if (title_line)
        lines.erase(lines.begin());
    if (note && node == cmark_node_first_child(item)) { // without its label
        Span& first = lines.front();
        first.begin += character_at(m_run.text, first.begin).size;
        while (first.begin < first.end && m_run.text[first.begin] == ' ')
            ++first.begin;
    }

    if (lines.empty() || captioned_figure(node, m_run) || block_figure(m_run) || (m_run.text.find('|') != std::string::npos && write_table(m_run, lines, tight)) ||
        write_definitions(m_run, lines))
        return;
    write_lines(m_run, lines, 0, lines.size() - 1, tight);
}

/// An image with a title, alone in its paragraph.
bool Writer::captioned_figure(cmark_node* paragraph, const Run& run)
{
    cmark_node* image = cmark_node_first_child(paragraph);
    if (!image || cmark_node_next(image) || cmark_node_get_type(image) != CMARK_NODE_IMAGE)
        return false;
    const char* title = cmark_node_get_title(image);
    if (!title || !*title || run.marks.empty())
        return false;
    m_out.html += "<figure>";
    write_image(run, run.marks.front());
    m_out.html += "<figcaption>";
    append_text(m_out.html, restored(title));
    m_out.html += "</figcaption></figure>\n";
    return true;
}

/// A picture, alone in its paragraph.
bool Writer::block_figure(const Run& run)
{
    if (run.text.empty() || character_at(run.text, 0).size != run.text.size())
        return false;
    const Construct* construct = m_prepared.construct(character_at(run.text, 0).code);
    if (!construct || construct->kind != Construct::Kind::figure || !figure(*construct).block)
        return false;
    m_out.html += figure(*construct).html;
    m_out.html += '\n';
    return true;
}

Position Writer::block_position(cmark_node* node)
{
    const std::size_t begin = m_source.prepared_line(cmark_node_get_start_line(node));
    return m_source.position(m_source.source_offset(begin + static_cast<std::size_t>(std::max(cmark_node_get_start_column(node), 1) - 1)));
}

void Writer::heading(cmark_node* node)
{
    const int level = cmark_node_get_heading_level(node);
    if (level <= 2 && cmark_node_get_type(cmark_node_parent(node)) == CMARK_NODE_DOCUMENT) // as survey() counts them
        m_ledger.begin_section();
    flatten(node, m_run);
    review(m_run);
    Heading heading;
    heading.level = level;
    heading.where = block_position(node);
    if (level == 1)
        report(Severity::warning, "heading-level-1", heading.where, {});
    else if (level > m_last_heading + 1)
        report(Severity::warning, "heading-order", heading.where, {std::to_string(level), std::to_string(m_last_heading + 1)}, level);
    m_last_heading = level;
    Span span = m_run.whole();
    for (std::size_t i = 0; i < m_run.text.size();) {
        const Character c = character_at(m_run.text, i);
        const Construct* pin = m_prepared.construct(c.code);
        if (pin && pin->kind == Construct::Kind::pin) {
            heading.id = pin->text;
            heading.pinned = true;
            span.end = i;
            while (span.end > 0 && m_run.text[span.end - 1] == ' ')
                --span.end;
            break;
        }
        i += c.size;
    }
    heading.text = visible(m_run, span.begin, span.end);
    if (!heading.pinned)
        heading.id = m_ids.make(heading.text);
    else if (!m_ids.claim(heading.id))
        report(Severity::error, "duplicate-anchor", heading.where, {heading.id});
    const std::string tag = {'h', static_cast<char>('0' + level)};
    m_out.html += '<';
    m_out.html += tag;
    m_out.html += " id=\"";
    append_text(m_out.html, heading.id);
    m_out.html += "\">";
    m_in_heading = true;
    write_span(m_run, span, Linking::off);
    m_in_heading = false;
    m_out.html += "</";
    m_out.html += tag;
    m_out.html += ">\n";
    m_out.anchors.push_back(heading.id);
    m_out.headings.push_back(std::move(heading));
}

void Writer::code_block(cmark_node* node)
{
    std::string& html = m_out.html;
    const std::string info = restored(cmark_node_get_fence_info(node));
    const std::string language = info.substr(0, info.find_first_of(" \t{"));
    if (language == "math") {
        write_math_block(node);
        return;
    }
    const highlight::Language* known = highlight::find_language(language);
    if (language.empty())
        report(Severity::warning, "fence-language", block_position(node), {highlight::language_names()}, 3);
    else if (!known)
        report(Severity::warning, "unknown-fence-language", block_position(node),
               {language, highlight::nearest_language(language), highlight::language_names()}, static_cast<int>(character_count(language)) + 3);
    const std::string code = restored(cmark_node_get_literal(node));
    html += has_long_line(code) ? "<pre tabindex=\"0\">" : "<pre>"; // so that the keyboard can scroll it
    if (language.empty()) {
        html += "<code>";
    } else {
        html += "<code class=\"language-";
        append_text(html, language);
        html += "\">";
    }
    highlight::append_highlighted(html, code, known);
    html += "</code></pre>\n";
}

void Writer::html_block(cmark_node* node)
{
    const std::string html = restored(cmark_node_get_literal(node));
    // A comment is for us, not for readers.
    if (html.starts_with("<!--") && html.find("-->") != std::string::npos && html.find_first_not_of(" \n", html.find("-->") + 3) == std::string::npos) {
        if (html.starts_with("<!-- nolink"))
            ++m_no_link;
        else if (html.starts_with("<!-- /nolink"))
            m_no_link = std::max(0, m_no_link - 1);
        return;
    }
    collect_ids(html);
    m_out.html += html;
}

/// The ids of raw HTML: `id="x"`, `id='x'`, `id=x`, and the old `<a name>`.
void Writer::collect_ids(std::string_view html)
{
    for (const std::string_view name : {" id=", "\nid=", " name="})
        for (std::size_t at = html.find(name); at != std::string_view::npos; at = html.find(name, at + 1)) {
            std::size_t begin = at + name.size();
            if (begin >= html.size() || (name == " name=" && html.substr(html.rfind('<', at), 2) != "<a"))
                continue;
            const char quote = html[begin];
            std::size_t end;
            if (quote == '"' || quote == '\'')
                end = html.find(quote, ++begin);
            else
                end = html.find_first_of(" >\t\n", begin);
            if (end == std::string_view::npos || end == begin)
                continue;
            m_out.anchors.emplace_back(html.substr(begin, end - begin));
        }
}

}
