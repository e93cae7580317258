// Footnotes. prepare() makes a list item of each definition, so that its paragraphs, lists and code are the parser's work;
// here the items are taken out of the text and written at the end, in order of their first reference.

#include "site/diagnostics/characters.h"
#include "site/render/markdown_writer.h"

#include <algorithm>

namespace site::markdown {

/// The definition that this list item is, or null.
const Construct* Writer::footnote_of(cmark_node* item) const
{
    if (m_footnotes.empty())
        return nullptr;
    cmark_node* paragraph = cmark_node_first_child(item);
    cmark_node* text = paragraph && cmark_node_get_type(paragraph) == CMARK_NODE_PARAGRAPH ? cmark_node_first_child(paragraph) : nullptr;
    if (!text || cmark_node_get_type(text) != CMARK_NODE_TEXT)
        return nullptr;
    const std::string_view literal = cmark_node_get_literal(text);
    const Construct* c = literal.empty() ? nullptr : m_prepared.construct(character_at(literal, 0).code);
    return c && c->kind == Construct::Kind::footnote_definition ? c : nullptr;
}

bool Writer::only_footnotes(cmark_node* list) const
{
    for (cmark_node* item = cmark_node_first_child(list); item; item = cmark_node_next(item))
        if (!footnote_of(item))
            return false;
    return true;
}

void Writer::note_footnote(cmark_node* item, const Construct& definition)
{
    const auto note = std::find_if(m_footnotes.begin(), m_footnotes.end(), [&](const Footnote& f) { return f.label.data() == definition.text.data(); });
    if (note != m_footnotes.end())
        note->item = item;
}

void Writer::write_footnotes()
{
    for (const Footnote& note : m_footnotes)
        if (note.number == 0 && note.item)
            report(Severity::warning, "unused-footnote", note.where, {std::string(note.label)});
    if (m_footnote_order.empty())
        return;
    std::string& html = m_out.html;
    html += "<section class=\"footnotes\" role=\"doc-endnotes\">\n";
    if (const std::string title = word("prose.footnotes"); !title.empty()) {
        html += "<h2 id=\"footnotes\">";
        append_text(html, title);
        html += "</h2>\n";
        m_out.anchors.push_back("footnotes");
    }
    html += "<ol>\n";
    for (std::size_t i = 0; i < m_footnote_order.size(); ++i) // grows while notes refer to notes
        write_footnote(m_footnotes[m_footnote_order[i]]);
    html += "</ol>\n</section>\n";
}

void Writer::write_footnote(const Footnote& note)
{
    std::string& html = m_out.html;
    const std::string number = std::to_string(note.number);
    html += "<li id=\"fn-" + number + "\">";
    m_out.anchors.push_back("fn-" + number);
    for (cmark_node* child = note.item ? cmark_node_first_child(note.item) : nullptr; child; child = cmark_node_next(child))
        blocks(child);
    // A way back to each reference, at the end of the last paragraph or in one of its own.
    constexpr std::string_view end = "</p>\n";
    const bool in_paragraph = html.ends_with(end);
    html.resize(html.size() - (in_paragraph ? end.size() : 0));
    html += in_paragraph ? "" : "<p>";
    const std::string back = word("prose.footnote_back");
    for (int reference = 1; reference <= std::max(note.references, 1); ++reference) {
        const std::string which = reference > 1 ? "-" + std::to_string(reference) : std::string();
        html += " <a class=\"footnote-back\" href=\"#fnref-" + number + which + "\"";
        if (!back.empty()) {
            html += " aria-label=\"";
            append_text(html, back);
            html += note.references > 1 ? " " + std::to_string(reference) + "\"" : "\"";
        }
        html += ">↩";
        html += reference > 1 ? "<sup>" + std::to_string(reference) + "</sup></a>" : "</a>";
    }
    html += "</p></li>\n";
}

}
