#include "site/render/markdown_run.h"

#include "site/diagnostics/characters.h"

#include <algorithm>

namespace site::markdown {

namespace {

/// A line break here is a matter of the source's width only.
bool break_vanishes(char32_t before, char32_t after)
{
    const auto closes_up = [](char32_t c) { return is_han_punctuation(c); };
    return closes_up(before) || closes_up(after) || (is_han(before) && is_han(after));
}

class Flattening {
public:
    explicit Flattening(Run& run) : m_run(run) {}

    void text(cmark_node* node)
    {
        const char* literal = cmark_node_get_literal(node);
        const std::string_view all = literal ? std::string_view(literal) : std::string_view();
        for (std::size_t from = 0; from < all.size();) {
            const std::size_t mark = all.find("\xEE\x80\x80", from); // the joiner
            const std::size_t end = std::min(mark, all.size());
            if (end > from) {
                settle_break(character_at(all, from).code);
                m_run.pieces.push_back({m_run.text.size(), from, all, cmark_node_get_start_line(node), cmark_node_get_start_column(node)});
                m_run.text += all.substr(from, end - from);
            }
            from = mark == std::string_view::npos ? all.size() : mark + 3;
        }
    }

    void put_object(cmark_node* node)
    {
        settle_break(0xFFFC);
        m_run.marks.push_back({m_run.text.size(), Mark::Kind::object, node});
        m_run.text += object_character;
    }

    void mark(cmark_node* node, Mark::Kind kind) { m_run.marks.push_back({m_run.text.size(), kind, node}); }

    void soft_break()
    {
        settle_break(0xFFFC);
        m_pending = true;
        m_run.breaks.push_back({m_run.text.size(), m_run.text.size(), m_run.marks.size()});
    }

    void finish()
    {
        if (m_pending)
            settle_break(U'。');
    }

private:
    /// Now that the character after the break is known. Marks set since the break move behind its space.
    void settle_break(char32_t after)
    {
        if (!m_pending)
            return;
        m_pending = false;
        Break& b = m_run.breaks.back();
        const char32_t before = b.begin > 0 ? character_before(m_run.text, b.begin).code : U'。';
        if (break_vanishes(before, after))
            return;
        m_run.text += ' ';
        b.end = m_run.text.size();
        for (std::size_t i = b.mark; i < m_run.marks.size(); ++i)
            m_run.marks[i].at = b.end;
    }

    Run& m_run;
    bool m_pending = false;
};

}

void flatten(cmark_node* block, Run& run)
{
    run.text.clear();
    run.marks.clear();
    run.pieces.clear();
    run.breaks.clear();
    Flattening out(run);
    // Depth first without recursion: emphasis may nest as deep as its author's line is long.
    cmark_node* node = cmark_node_first_child(block);
    while (node) {
        switch (cmark_node_get_type(node)) {
        case CMARK_NODE_TEXT: out.text(node); break;
        case CMARK_NODE_SOFTBREAK: out.soft_break(); break;
        case CMARK_NODE_CODE:
        case CMARK_NODE_HTML_INLINE:
        case CMARK_NODE_CUSTOM_INLINE:
        case CMARK_NODE_IMAGE:
        case CMARK_NODE_LINEBREAK: out.put_object(node); break;
        default:
            out.mark(node, Mark::Kind::open);
            if (cmark_node* child = cmark_node_first_child(node)) {
                node = child;
                continue;
            }
            out.mark(node, Mark::Kind::close);
        }
        while (node && !cmark_node_next(node)) {
            node = cmark_node_parent(node);
            if (node == block)
                node = nullptr;
            else if (node)
                out.mark(node, Mark::Kind::close);
        }
        if (node)
            node = cmark_node_next(node);
    }
    out.finish();
}

std::vector<Span> Run::lines() const
{
    std::vector<Span> spans;
    Span span{0, 0, 0, 0};
    for (const Break& b : breaks) {
        span.end = b.begin;
        span.last_mark = b.mark;
        spans.push_back(span);
        span = {b.end, 0, b.mark, 0};
    }
    span.end = text.size();
    span.last_mark = marks.size();
    spans.push_back(span);
    return spans;
}

std::size_t source_offset(const Run& run, const Source& source, std::size_t at)
{
    if (run.pieces.empty())
        return 0;
    auto piece = std::upper_bound(run.pieces.begin(), run.pieces.end(), at, [](std::size_t a, const Piece& p) { return a < p.at; });
    if (piece != run.pieces.begin())
        --piece;
    const std::size_t into = std::min(piece->into + (at > piece->at ? at - piece->at : 0), piece->literal.size());
    return source.source_offset(source.prepared_offset(piece->line, piece->column, piece->literal, into));
}

}
