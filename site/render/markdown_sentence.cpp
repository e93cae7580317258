// The visible text of a run, and the sentence around a link: what "linked from" shows.

#include "site/diagnostics/characters.h"
#include "site/render/markdown_writer.h"

#include <algorithm>

namespace site::markdown {

namespace {

/// HTML without tags; the five entities decoded. Figures are short.
std::string text_of_html(std::string_view html)
{
    static constexpr std::pair<std::string_view, char> entities[] = {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&#39;", '\''}};
    std::string out;
    for (std::size_t i = 0; i < html.size(); ++i) {
        if (html[i] == '<') {
            i = std::min(html.find('>', i), html.size());
            continue;
        }
        bool decoded = false;
        if (html[i] == '&')
            for (const auto& [entity, c] : entities)
                if (html.substr(i).starts_with(entity)) {
                    out += c;
                    i += entity.size() - 1;
                    decoded = true;
                    break;
                }
        if (!decoded)
            out += html[i];
    }
    return out;
}

/// The byte after a sentence that ends at this character, or 0. A full stop ends one only before a space.
std::size_t sentence_end(std::string_view text, std::size_t at, const Character& c)
{
    if (c.code == U'。' || c.code == U'！' || c.code == U'？' || c.code == U'；')
        return at + c.size;
    if ((c.code == '.' || c.code == '!' || c.code == '?') && at + 1 < text.size() && text[at + 1] == ' ')
        return at + 1;
    return 0;
}

}

std::string Writer::visible(const Run& run, std::size_t begin, std::size_t end)
{
    std::string out;
    for (std::size_t i = begin; i < end;) {
        const std::size_t plain = i; // U+FFFC begins with EF, a construct with F3 or F4
        while (i < end && static_cast<unsigned char>(run.text[i]) < 0xEF)
            ++i;
        out.append(run.text, plain, i - plain);
        if (i >= end)
            break;
        const Character c = character_at(run.text, i);
        if (c.code == 0xFFFC) {
            const auto mark = std::find_if(std::lower_bound(run.marks.begin(), run.marks.end(), i, [](const Mark& m, std::size_t at) { return m.at < at; }),
                                           run.marks.end(), [](const Mark& m) { return m.kind == Mark::Kind::object; });
            if (mark != run.marks.end() && mark->at == i && cmark_node_get_type(mark->node) == CMARK_NODE_CODE)
                out += restored(cmark_node_get_literal(mark->node), m_in_table);
            else if (mark != run.marks.end() && mark->at == i && cmark_node_get_type(mark->node) == CMARK_NODE_LINEBREAK)
                out += ' ';
        } else if (const Construct* construct = m_prepared.construct(c.code)) {
            switch (construct->kind) {
            case Construct::Kind::link: {
                const LinkTarget* target = m_matcher.find(construct->target);
                out += !construct->text.empty() ? std::string(construct->text) : target ? target->title
                     : construct->target.empty() ? std::string(construct->anchor) : std::string(construct->target);
                break;
            }
            case Construct::Kind::figure: out += text_of_html(figure(*construct).html); break;
            case Construct::Kind::math:
            case Construct::Kind::display_math: out += formula_text(*construct); break;
            case Construct::Kind::forbidden:
            case Construct::Kind::literal: out += construct->text; break;
            default: break;
            }
        } else {
            out.append(run.text, i, c.size);
        }
        i += c.size;
    }
    return out;
}

void Writer::add_mention(std::uint32_t target, const Run& run, std::size_t begin, std::size_t end, const Span& span, Position where, bool automatic)
{
    constexpr std::size_t reach = 240; // bytes to each side, if no sentence ends before
    const std::string_view text = std::string_view(run.text).substr(0, span.end);
    std::size_t first = span.begin;
    for (std::size_t i = begin; i > span.begin;) {
        const Character c = character_before(text, i);
        i -= c.size;
        const std::size_t stop = sentence_end(text, i, c);
        if (stop != 0 && stop <= begin) {
            first = stop;
            break;
        }
        if (begin - i > reach) {
            first = i;
            break;
        }
    }
    while (first < begin && text[first] == ' ')
        ++first;
    std::size_t last = span.end;
    for (std::size_t i = end; i < span.end;) {
        const Character c = character_at(text, i);
        if (const std::size_t stop = sentence_end(text, i, c)) {
            last = stop;
            break;
        }
        i += c.size;
        if (i - end > reach) {
            last = i;
            break;
        }
    }
    Mention mention;
    mention.target = m_matcher.targets()[target].id;
    mention.sentence = visible(run, first, begin);
    mention.begin = mention.sentence.size();
    mention.sentence += visible(run, begin, end);
    mention.end = mention.sentence.size();
    mention.sentence += visible(run, end, std::max(last, end));
    mention.where = where;
    mention.automatic = automatic;
    m_out.mentions.push_back(std::move(mention));
}

}
