// Writing links: those found by the matcher, `[[id]]`, and Markdown's own.

#include "site/diagnostics/characters.h"
#include "site/render/markdown_destination.h"
#include "site/render/markdown_writer.h"

#include <algorithm>

namespace site::markdown {

namespace {

std::string_view rule_id(const Claim& claim)
{
    switch (claim.rank) {
    case Claim::Rank::listed: return claim.alias ? "alias" : "title";
    case Claim::Rank::derived: return "derived";
    case Claim::Rank::catalog: return "catalog";
    }
    return "";
}

}

void Writer::write_match(const Run& run, const Match& match, const Span& span)
{
    const std::string_view text = std::string_view(run.text).substr(match.begin, match.end - match.begin);
    std::uint32_t target = match.target;
    bool decided = match.outcome == Match::Outcome::target;
    std::string_view decision;
    if (match.outcome == Match::Outcome::ambiguous) {
        const Ambiguity& ambiguity = m_matcher.ambiguities()[match.ambiguity];
        bool own = false;
        for (const std::uint32_t claim : ambiguity.claims) {
            const std::uint32_t candidate = m_matcher.claims()[claim].target;
            own |= m_own_target == candidate;
            if (m_page.prefer && m_matcher.targets()[candidate].id == m_page.prefer->id) {
                target = candidate;
                decided = true;
            }
        }
        if (!decided) {
            decision = own ? "own-page" : "ambiguous";
            if (!own && m_ledger.links_at_all())
                m_out.ambiguous_uses.push_back({match.ambiguity, position(run, match.begin)});
        }
    } else if (match.outcome == Match::Outcome::not_automatic) {
        decision = "not-automatic";
    } else if (match.outcome == Match::Outcome::excepted) {
        decision = "excepted";
    } else if (match.outcome == Match::Outcome::nobody) {
        decision = "claimed-twice";
    }
    bool linked = false;
    if (decided) {
        const LinkDecision d = m_own_target == target ? LinkDecision::own_page
                                                      : m_ledger.decide(target, !m_matcher.targets()[target].page);
        linked = d == LinkDecision::linked;
        decision = decision_id(d);
    }
    if (m_options.explain) {
        const Claim& claim = m_matcher.claims()[match.claim];
        const bool known = decided || match.outcome != Match::Outcome::ambiguous;
        m_out.explanations.push_back({position(run, match.begin), std::string(text), known ? m_matcher.targets()[target].id : "",
                                      std::string(rule_id(claim)), std::string(decision)});
    }
    if (!linked) {
        append_text(m_out.html, text);
        return;
    }
    open_link(m_matcher.targets()[target], {});
    append_text(m_out.html, text);
    m_out.html += "</a>";
    note_link(target, run, match.begin, match.end, span, position(run, match.begin), true);
}

void Writer::open_link(const LinkTarget& target, std::string_view anchor)
{
    std::string& html = m_out.html;
    const bool is_term = target.page && target.page->kind == PageKind::term;
    const bool foreign = target.language != m_page.language;
    html += "<a";
    if (is_term || foreign || !target.page) {
        html += " class=\"";
        html += is_term ? "term" : target.page ? "" : "catalog";
        if (foreign) {
            html += is_term ? " only-in-" : "only-in-";
            html += target.language;
        }
        html += '"';
    }
    if (foreign) {
        html += " lang=\"" + target.language + "\" hreflang=\"" + target.language + '"';
    }
    html += " href=\"";
    append_text(html, target.url);
    if (!anchor.empty()) {
        html += '#';
        append_text(html, address(anchor));
    }
    html += '"';
    if (!target.short_text.empty() || is_term) {
        html += " data-term=\"";
        append_text(html, target.id);
        html += '"';
    }
    html += '>';
}

void Writer::note_link(std::uint32_t target, const Run& run, std::size_t begin, std::size_t end, const Span& span, Position where, bool automatic)
{
    const LinkTarget& to = m_matcher.targets()[target];
    if (!to.short_text.empty() && std::find(m_out.tooltips.begin(), m_out.tooltips.end(), to.id) == m_out.tooltips.end())
        m_out.tooltips.push_back(to.id);
    add_mention(target, run, begin, end, span, where, automatic);
}

/// The start tag of a Markdown link: a dead link is reported and stays a link.
void Writer::open_markdown_link(const Run& run, std::size_t index, const Span& span)
{
    const Mark& mark = run.marks[index];
    const std::string url = restored(cmark_node_get_url(mark.node));
    std::size_t end = mark.at;
    for (std::size_t i = index + 1; i < run.marks.size(); ++i)
        if (run.marks[i].node == mark.node) {
            end = run.marks[i].at;
            break;
        }
    // The bracket stands just before the text; an autolink's text is its address.
    Position where = position(run, mark.at);
    where.column = std::max(1, where.column - 1);
    const std::string text = visible(run, mark.at, end);
    const Destination to = link_destination(url, m_page, m_library, where, static_cast<int>(character_count(text)) + 2, m_out);
    const auto target = to.page && to.page != &m_page ? m_matcher.index_of(to.page->id) : std::nullopt;
    const bool is_target = target && m_matcher.targets()[*target].page == to.page;
    if (is_target) {
        open_link(m_matcher.targets()[*target], to.anchor);
        m_ledger.note(*target);
        note_link(*target, run, mark.at, end, span, where, false);
        return;
    }
    m_out.html += "<a href=\"";
    append_text(m_out.html, to.url);
    if (const char* title = cmark_node_get_title(mark.node); title && *title) {
        m_out.html += "\" title=\"";
        append_text(m_out.html, restored(title));
    }
    m_out.html += "\">";
}

void Writer::write_explicit(const Run& run, std::size_t at, const Construct& c, const Span& span)
{
    const Position where = m_source.position(c.begin);
    const int length = static_cast<int>(character_count(m_source.text().substr(c.begin, c.end - c.begin)));
    const std::string shown = visible(run, at, at + character_at(run.text, at).size);
    const std::string_view id = c.target.empty() ? std::string_view(m_page.id) : c.target;
    const auto target = m_matcher.index_of(id);
    if (!target) {
        report(Severity::error, "unknown-term", where, {std::string(c.target), m_matcher.suggest(c.target)}, length);
        append_text(m_out.html, shown);
        return;
    }
    const LinkTarget& to = m_matcher.targets()[*target];
    if (!c.anchor.empty() && to.page)
        m_out.anchor_uses.push_back({to.language, to.id, percent_decoded(c.anchor), where, length});
    const bool own = to.page == &m_page;
    if (m_options.explain)
        m_out.explanations.push_back({where, shown, to.id, "explicit", m_in_link || (own && c.anchor.empty()) ? "own-page" : "linked"});
    if (m_in_link || (own && c.anchor.empty())) { // A link in a link, or to the page itself, is none.
        append_text(m_out.html, shown);
        return;
    }
    if (own) {
        m_out.html += "<a href=\"#";
        append_text(m_out.html, address(percent_decoded(c.anchor)));
        m_out.html += "\">";
    } else {
        open_link(to, percent_decoded(c.anchor));
        m_ledger.note(*target);
        note_link(*target, run, at, at + character_at(run.text, at).size, span, where, false);
    }
    append_text(m_out.html, shown);
    m_out.html += "</a>";
}

}
