// What a page says, without its markup: Prose::passages and Prose::figures.

#include "site/diagnostics/characters.h"
#include "site/render/markdown_writer.h"

#include <algorithm>

namespace site::markdown {

namespace {

constexpr std::string_view comment_begin = "<!-- typed";

std::string_view comment_of(cmark_node* node)
{
    if (cmark_node_get_type(node) != CMARK_NODE_HTML_INLINE)
        return {};
    const std::string_view literal = cmark_node_get_literal(node);
    return literal.starts_with(comment_begin) ? literal : std::string_view();
}

}

void Writer::add_passage(const Run& run)
{
    const std::string_view text = run.text;
    const bool has_digits = std::any_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
    const bool has_comment = std::any_of(run.marks.begin(), run.marks.end(), [](const Mark& mark) {
        return mark.kind == Mark::Kind::object && !comment_of(mark.node).empty();
    });
    if (!has_digits && !has_comment)
        return;
    Passage passage;
    passage.text.reserve(text.size() + 16);
    const auto spot = [&](std::size_t source) {
        return Passage::Spot{passage.text.size(), m_source.position(source), source};
    };
    const bool table = text.find('|') != std::string_view::npos;
    auto next_break = run.breaks.begin();
    auto mark = run.marks.begin();
    bool in_number = false;
    for (std::size_t at = 0; at < text.size();) {
        if (table && next_break != run.breaks.end() && at == next_break->begin) {
            passage.text += '\n';
            at = next_break->end;
            ++next_break;
            in_number = false;
            continue;
        }
        const Character c = character_at(text, at);
        if (const Construct* construct = m_prepared.construct(c.code)) {
            using Kind = Construct::Kind;
            const LinkTarget* target = construct->kind == Kind::link && construct->text.empty() ? m_matcher.find(construct->target) : nullptr;
            switch (construct->kind) {
            case Kind::link:
                if (target)
                    passage.text += target->title;
                else
                    passage.text += construct->text.empty() ? construct->target : construct->text;
                break;
            case Kind::forbidden: passage.text += construct->text; break;
            case Kind::figure: passage.figures.emplace_back(construct->text); [[fallthrough]];
            case Kind::math:
            case Kind::display_math: passage.text += object_character; break;
            case Kind::pin:
            case Kind::footnote_reference:
            case Kind::footnote_definition: break;
            case Kind::literal: passage.text += construct->text; break;
            }
            in_number = false;
        } else {
            if (c.code == 0xFFFC) {
                while (mark != run.marks.end() && (mark->at < at || mark->kind != Mark::Kind::object))
                    ++mark;
                if (mark != run.marks.end() && !comment_of(mark->node).empty()) {
                    const std::size_t begin = m_prepared.source_offset(m_source.prepared_line(cmark_node_get_start_line(mark->node)));
                    const std::size_t found = m_source.text().find(comment_begin, begin);
                    // Of several on one line: the one after the last that was noted.
                    std::size_t source = found;
                    for (const Passage::Spot& noted : passage.comments)
                        if (noted.source >= source && source != std::string_view::npos)
                            source = m_source.text().find(comment_begin, noted.source + 1);
                    if (source != std::string_view::npos)
                        passage.comments.push_back(spot(source));
                }
            }
            const bool digit = is_ascii_digit(c.code);
            if (digit && !in_number)
                passage.numbers.push_back(spot(source_offset(run, m_source, at)));
            in_number = digit;
            passage.text.append(text.substr(at, c.size));
        }
        at += c.size;
    }
    m_out.passages.push_back(std::move(passage));
}

void Writer::note_figures()
{
    for (const Construct& construct : m_prepared.constructs)
        if (construct.kind == Construct::Kind::figure)
            m_out.figures.push_back({std::string(construct.text), m_source.position(construct.begin)});
}

}
