// Formulas: `$...$`, `$$...$$`, and fences of the language math.

#include "site/diagnostics/characters.h"
#include "site/math/mathml.h"
#include "site/render/markdown_writer.h"

#include <algorithm>

namespace site::markdown {

namespace {

constexpr std::size_t wide = 30; ///< characters; a longer formula may not fit on a phone and scrolls in a box

}

/// False when it is wrong; then nothing is written. `place` gives the source's offset of a byte of the formula.
bool Writer::write_formula(std::string_view latex, bool block, const std::function<std::size_t(std::size_t)>& place)
{
    const math::Formula formula = math::formula(latex, block ? math::Display::block : math::Display::in_line);
    for (const math::Problem& problem : formula.problems)
        report(Severity::error, problem.code, m_source.position(place(problem.at)), problem.arguments,
               static_cast<int>(character_count(latex.substr(problem.at, problem.size))));
    if (!formula.problems.empty())
        return false;
    const bool scrolls = display_width(formula.text) > wide;
    if (block || scrolls) {
        m_out.html += block ? "<span class=\"math-block\"" : "<span class=\"math-wide\"";
        m_out.html += scrolls ? " tabindex=\"0\">" : ">"; // so that the keyboard can scroll it
    }
    m_out.html += formula.html;
    m_out.html += block || scrolls ? "</span>" : "";
    return true;
}

void Writer::write_math(const Construct& c)
{
    const auto begin = static_cast<std::size_t>(c.text.data() - m_source.text().data());
    if (write_formula(c.text, c.kind == Construct::Kind::display_math, [begin](std::size_t at) { return begin + at; }))
        return;
    m_out.html += "<code>";
    append_text(m_out.html, m_source.text().substr(c.begin, c.end - c.begin));
    m_out.html += "</code>";
}

void Writer::write_math_block(cmark_node* node)
{
    std::string latex = restored(cmark_node_get_literal(node));
    while (!latex.empty() && (latex.back() == '\n' || latex.back() == ' '))
        latex.pop_back();
    const std::size_t first = static_cast<std::size_t>(cmark_node_get_start_line(node)) + 1;
    const auto place = [&](std::size_t at) {
        const std::string_view before = std::string_view(latex).substr(0, at);
        const auto line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
        const std::size_t begin = before.rfind('\n') + 1; // npos + 1 is 0
        const std::string_view text = std::string_view(latex).substr(begin, latex.find('\n', begin) - begin);
        const std::size_t source = m_source.source_offset(m_source.prepared_line(static_cast<int>(first + line)));
        const std::size_t found = m_source.text().find(text, source); // after the prefix of a quote or list item
        return (found == std::string_view::npos ? source : found) + (at - begin);
    };
    m_out.html += "<p>";
    if (!write_formula(latex, true, place)) {
        m_out.html += "<code>";
        append_text(m_out.html, latex);
        m_out.html += "</code>";
    }
    m_out.html += "</p>\n";
}

std::string Writer::formula_text(const Construct& c)
{
    const math::Formula formula = math::formula(c.text, math::Display::in_line);
    return formula.problems.empty() ? formula.text : std::string(c.text);
}

}
