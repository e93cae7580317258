#include "site/render/markdown_writer.h"

#include "site/diagnostics/characters.h"
#include "site/render/markdown_arena.h"
#include "site/render/markdown_destination.h"

#include <algorithm>
#include <array>

namespace site::markdown {

void append_text(std::string& html, std::string_view text)
{
    static constexpr auto special = [] {
        std::array<bool, 256> table{};
        for (const unsigned char c : {'&', '<', '>', '"'})
            table[c] = true;
        return table;
    }();
    std::size_t from = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (!special[static_cast<unsigned char>(text[i])])
            continue;
        const char* entity = nullptr;
        switch (text[i]) {
        case '&': entity = "&amp;"; break;
        case '<': entity = "&lt;"; break;
        case '>': entity = "&gt;"; break;
        case '"': entity = "&quot;"; break;
        default: continue;
        }
        html.append(text, from, i - from);
        html += entity;
        from = i + 1;
    }
    html.append(text, from, text.size() - from);
}

static LinkScope scope_of(const Page& page, const Library& library)
{
    return page.autolink ? page.link_scope.value_or(library.settings.link_scope) : LinkScope::none;
}

Writer::Writer(const Page& page, const Library& library, const Matcher& matcher, const FigureEvaluator& figures, const ProseOptions& options)
    : m_page(page), m_library(library), m_matcher(matcher), m_figures(figures), m_options(options),
      m_prepared(prepare(page.body)), m_source(page.body, m_prepared, page.body_line),
      m_ledger(scope_of(page, library), library.settings.links_per_paragraph), m_own_target(matcher.index_of(page.id))
{
    m_figure_values.resize(m_prepared.constructs.size());
}

Prose Writer::write()
{
    m_out.html.reserve(m_page.body.size() * 3 / 2);
    cmark_node* document = Arena::here().parse(m_prepared.text);
    survey(document);
    blocks(document);
    write_footnotes();
    if (m_options.passages)
        note_figures();
    return std::move(m_out);
}

/// Explicit links count for their whole section, also above them; footnotes may be defined below their use.
void Writer::survey(cmark_node* document)
{
    std::vector<std::size_t> sections; // source offsets where sections begin
    const bool has_links = m_prepared.text.find("](") != std::string::npos;
    const bool has_constructs = std::any_of(m_prepared.constructs.begin(), m_prepared.constructs.end(), [](const Construct& c) {
        return c.kind == Construct::Kind::link || c.kind == Construct::Kind::footnote_definition;
    });
    if (!has_links && !has_constructs)
        return;
    for (cmark_node* node = cmark_node_first_child(document); node; node = cmark_node_next(node))
        if (cmark_node_get_type(node) == CMARK_NODE_HEADING && cmark_node_get_heading_level(node) <= 2)
            sections.push_back(m_source.source_offset(m_source.prepared_line(cmark_node_get_start_line(node))));
    const auto section_of = [&](std::size_t offset) {
        return static_cast<std::size_t>(std::upper_bound(sections.begin(), sections.end(), offset) - sections.begin());
    };
    for (const Construct& c : m_prepared.constructs) {
        if (c.kind == Construct::Kind::link && !c.target.empty()) {
            if (const auto target = m_matcher.index_of(c.target))
                m_ledger.expect_explicit(section_of(c.begin), *target);
        } else if (c.kind == Construct::Kind::footnote_definition) {
            Footnote note;
            note.label = c.text;
            note.where = m_source.position(c.begin);
            m_footnotes.push_back(note);
        }
    }
    if (!has_links)
        return;
    cmark_iter* iter = cmark_iter_new(document);
    Prose ignored;
    for (cmark_event_type event; (event = cmark_iter_next(iter)) != CMARK_EVENT_DONE;) {
        cmark_node* node = cmark_iter_get_node(iter);
        if (event != CMARK_EVENT_ENTER || cmark_node_get_type(node) != CMARK_NODE_LINK)
            continue;
        const Destination to = link_destination(restored(cmark_node_get_url(node)), m_page, m_library, {}, 0, ignored);
        if (!to.page || to.page == &m_page)
            continue;
        if (const auto target = m_matcher.index_of(to.page->id))
            m_ledger.expect_explicit(section_of(m_source.source_offset(m_source.prepared_line(cmark_node_get_start_line(node)))), *target);
    }
    cmark_iter_free(iter);
}

void Writer::report(Severity severity, std::string code, Position where, std::vector<std::string> arguments, int length)
{
    m_out.diagnostics.push_back({severity, std::move(code), m_page.file, where, std::move(arguments), length});
}

std::string Writer::restored(std::string_view text, bool pipes) const
{
    return needs_restoring(text) ? markdown::restored(text, m_prepared, m_page.body, pipes) : std::string(text);
}

}
