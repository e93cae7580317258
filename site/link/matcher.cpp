#include "site/link/matcher.h"

#include "site/diagnostics/suggestion.h"
#include "site/link/alias_rules.h"
#include "site/link/folded_text.h"

#include <algorithm>
#include <iterator>

namespace site {

using namespace alias_rules;

Matcher::Matcher(const Library& library, std::string_view language, std::vector<CatalogTarget> catalog, Diagnostics& diagnostics)
    : m_language(language)
{
    for (const Page& page : library.pages)
        if (page.language == language)
            add_page(page, false, diagnostics);
    if (language != library.default_language())
        for (const Page& page : library.pages)
            if (page.language == library.default_language() && !library.find(language, page.id))
                add_page(page, true, diagnostics);
    for (CatalogTarget& target : catalog)
        add_catalog(std::move(target));
    settle();
}

void Matcher::claim(std::string_view text, std::uint32_t target, Claim::Rank rank, const Alias* alias)
{
    std::string folded_text = folded(text);
    if (folded_text.empty())
        return;
    Claim entry;
    entry.target = target;
    entry.rank = rank;
    entry.alias = alias;
    if (alias) {
        entry.letter_case = alias->letter_case;
        entry.automatic = alias->automatic;
    }
    if (m_language == "en" && is_ascii(folded_text) && rank != Claim::Rank::catalog)
        for (std::string& plural : plurals(folded_text)) {
            Claim derived = entry;
            derived.text = std::move(plural);
            derived.rank = Claim::Rank::derived;
            m_claims.push_back(std::move(derived));
        }
    entry.text = std::move(folded_text);
    m_claims.push_back(std::move(entry));
}

void Matcher::add_page(const Page& page, bool fallback, Diagnostics& diagnostics)
{
    const auto index = static_cast<std::uint32_t>(m_targets.size());
    m_targets.push_back({page.id, page.title, page.url, page.short_text, page.language, &page});
    const std::string title = folded(page.title);
    const bool is_term = page.kind == PageKind::term; // A guide's title is a sentence, not a name.
    if (is_term && (!fallback || is_ascii(title)))
        claim(page.title, index, Claim::Rank::listed, nullptr);
    for (const Alias& alias : page.aliases) {
        if (is_term && folded(alias.text) == title) {
            if (!fallback)
                diagnostics.push_back({Severity::warning, "alias-equals-title", page.file, alias.where, {alias.text},
                                       static_cast<int>(character_count(alias.text))});
            continue;
        }
        // In another language only names that it also writes so.
        if (!fallback || is_ascii(alias.text))
            claim(alias.text, index, Claim::Rank::listed, &alias);
    }
    if (is_term && !page.english.empty())
        claim(page.english, index, Claim::Rank::derived, nullptr);
    if (is_term)
        claim_glossed(page.title, index, fallback);
    for (const Alias& alias : page.aliases)
        if (alias.automatic)
            claim_glossed(alias.text, index, fallback);
}

/// A name written with its gloss, `张量并行（Tensor Parallelism, TP）`: the name and each part of the gloss are names too.
void Matcher::claim_glossed(std::string_view name, std::uint32_t target, bool ascii_only)
{
    const std::size_t open = std::min(name.find("（"), name.find('('));
    if (open == std::string_view::npos || open == 0)
        return;
    const Bracket bracket = bracket_at(name, open);
    if (bracket.after != name.size())
        return;
    const auto derive = [&](std::string_view text) {
        if (!text.empty() && (!ascii_only || is_ascii(text)))
            claim(text, target, Claim::Rank::derived, nullptr);
        return true;
    };
    derive(trimmed(name.substr(0, open)));
    all_parts(name.substr(bracket.begin, bracket.end - bracket.begin), derive);
}

void Matcher::add_catalog(CatalogTarget&& target)
{
    const auto index = static_cast<std::uint32_t>(m_targets.size());
    claim(target.name, index, Claim::Rank::catalog, nullptr);
    for (const std::string& alias : target.aliases)
        claim(alias, index, Claim::Rank::catalog, nullptr);
    m_targets.push_back({std::move(target.id), std::move(target.name), "/" + m_language + "/" + target.url_tail,
                         std::move(target.short_text), m_language, nullptr});
}

void Matcher::settle()
{
    for (std::uint32_t i = 0; i < m_targets.size(); ++i)
        m_by_id.emplace(m_targets[i].id, i); // A page wins over a catalog row of the same id.
    for (std::uint32_t i = 0; i < m_claims.size(); ++i) {
        std::uint32_t& slot = m_trie.insert(key_of(m_claims[i].text));
        if (slot == AliasTrie::none) {
            slot = static_cast<std::uint32_t>(m_claim_sets.size());
            m_claim_sets.emplace_back();
        }
        m_claim_sets[slot].push_back(i);
    }
    m_ambiguity_of_set.assign(m_claim_sets.size(), AliasTrie::none);
    for (std::size_t s = 0; s < m_claim_sets.size(); ++s) {
        Ambiguity ambiguity;
        for (const std::uint32_t c : m_claim_sets[s]) {
            const Claim& claim = m_claims[c];
            if (claim.rank != Claim::Rank::listed || !claim.automatic)
                continue;
            const bool known = std::any_of(ambiguity.claims.begin(), ambiguity.claims.end(),
                                           [&](std::uint32_t other) { return m_claims[other].target == claim.target; });
            // `SM` and `sm` are two names unless one of them takes any case.
            const bool clashes = ambiguity.claims.empty() ||
                                 same_case(claim.text, m_claims[ambiguity.claims[0]].text, m_claims[ambiguity.claims[0]].letter_case) ||
                                 same_case(m_claims[ambiguity.claims[0]].text, claim.text, claim.letter_case);
            if (!known && clashes)
                ambiguity.claims.push_back(c);
        }
        if (ambiguity.claims.size() < 2)
            continue;
        std::sort(ambiguity.claims.begin(), ambiguity.claims.end(), [&](std::uint32_t a, std::uint32_t b) {
            return m_targets[m_claims[a].target].page->file < m_targets[m_claims[b].target].page->file;
        });
        const Claim& first = m_claims[ambiguity.claims[0]];
        ambiguity.text = first.alias ? first.alias->text : m_targets[first.target].title;
        m_ambiguity_of_set[s] = static_cast<std::uint32_t>(m_ambiguities.size());
        m_ambiguities.push_back(std::move(ambiguity));
    }
}

const LinkTarget* Matcher::find(std::string_view id) const
{
    const auto found = m_by_id.find(id);
    return found == m_by_id.end() ? nullptr : &m_targets[found->second];
}

std::optional<std::uint32_t> Matcher::index_of(std::string_view id) const
{
    const auto found = m_by_id.find(id);
    return found == m_by_id.end() ? std::nullopt : std::optional(found->second);
}

std::string Matcher::suggest(std::string_view id) const
{
    const std::string text = folded(id);
    std::uint32_t node = 0;
    for (const char32_t c : key_of(text))
        if (node != AliasTrie::none)
            node = m_trie.child(node, c);
    if (!text.empty() && node != AliasTrie::none && m_trie.value(node) != AliasTrie::none)
        return m_targets[m_claims[m_claim_sets[m_trie.value(node)].front()].target].id;
    std::vector<std::string_view> ids;
    ids.reserve(m_targets.size());
    for (const LinkTarget& target : m_targets)
        ids.push_back(target.id);
    return std::string(nearest(id, std::span<const std::string_view>(ids)));
}

/// Chooses among the claims whose case fits.
void Matcher::decide(Match& match, std::string_view text, const std::vector<std::uint32_t>& fitting) const
{
    Claim::Rank best = Claim::Rank::catalog;
    bool any_automatic = false;
    for (const std::uint32_t c : fitting)
        if (m_claims[c].automatic) {
            best = any_automatic ? std::min(best, m_claims[c].rank) : m_claims[c].rank;
            any_automatic = true;
        }
    match.claim = fitting.front();
    match.target = m_claims[match.claim].target;
    if (!any_automatic) {
        match.outcome = Match::Outcome::not_automatic;
        return;
    }
    std::uint32_t winners = 0;
    for (const std::uint32_t c : fitting) {
        const Claim& claim = m_claims[c];
        if (!claim.automatic || claim.rank != best || (winners > 0 && claim.target == match.target))
            continue;
        match.claim = c;
        match.target = claim.target;
        ++winners;
    }
    if (winners > 1) {
        const std::uint32_t set = m_trie.value([&] {
            std::uint32_t node = 0;
            for (const char32_t c : key_of(m_claims[match.claim].text))
                node = m_trie.child(node, c);
            return node;
        }());
        match.ambiguity = m_ambiguity_of_set[set];
        const bool reported = best == Claim::Rank::listed && match.ambiguity != AliasTrie::none;
        match.outcome = reported ? Match::Outcome::ambiguous : Match::Outcome::nobody;
        return;
    }
    const Alias* alias = m_claims[match.claim].alias;
    if (alias && in_context(text, match.begin, match.word_end, alias->except))
        match.outcome = Match::Outcome::excepted;
}

std::optional<Match> Matcher::match_at(std::string_view text, std::size_t at, char32_t first, FoldedText read) const
{
    std::uint32_t node = m_trie.child(0, first);
    if (node == AliasTrie::none)
        return std::nullopt;
    struct End {
        std::size_t end;
        std::uint32_t set;
    } ends[16]; // the last ones of a deep walk; not initialised, for this runs at every other character
    constexpr std::size_t most = std::size(ends);
    std::size_t count = 0;
    if (m_trie.value(node) != AliasTrie::none)
        ends[count++] = {read.at(), m_trie.value(node)};
    while (!read.at_end()) {
        node = m_trie.child(node, ascii_lower(read.next()));
        if (node == AliasTrie::none)
            break;
        if (m_trie.value(node) != AliasTrie::none)
            ends[count++ % most] = {read.at(), m_trie.value(node)};
    }
    std::vector<std::uint32_t> fitting;
    for (std::size_t tries = std::min(count, most); tries-- > 0;) {
        const auto [end, set] = ends[--count % most];
        fitting.clear();
        for (const std::uint32_t c : m_claim_sets[set]) {
            const Claim& claim = m_claims[c];
            if (left_edge_free(text, at, claim.text) && right_edge_free(text, end, claim.text) &&
                same_case(text.substr(at, end - at), claim.text, claim.letter_case))
                fitting.push_back(c);
        }
        if (fitting.empty())
            continue;
        Match match;
        match.begin = at;
        match.end = match.word_end = end;
        decide(match, text, fitting);
        if (match.outcome == Match::Outcome::target || match.outcome == Match::Outcome::not_automatic)
            match.end = gloss_end(text, end, match.target);
        return match;
    }
    return std::nullopt;
}

/// The end of `（English, ABBR）` after `at` when every part names `target`; else `at`.
std::size_t Matcher::gloss_end(std::string_view text, std::size_t at, std::uint32_t target) const
{
    const Bracket bracket = bracket_at(text, at);
    if (bracket.after == 0)
        return at;
    const bool all = all_parts(text.substr(bracket.begin, bracket.end - bracket.begin), [&](std::string_view part) {
        std::uint32_t node = 0;
        FoldedText read(part, 0);
        while (!read.at_end() && node != AliasTrie::none)
            node = m_trie.child(node, ascii_lower(read.next()));
        if (part.empty() || node == AliasTrie::none || m_trie.value(node) == AliasTrie::none)
            return false;
        const auto& set = m_claim_sets[m_trie.value(node)];
        return std::any_of(set.begin(), set.end(), [&](std::uint32_t c) { return m_claims[c].target == target; });
    });
    return all ? bracket.after : at;
}

std::optional<Match> Matcher::next(std::string_view text, std::size_t from) const
{
    for (std::size_t at = from; at < text.size();) {
        const auto byte = static_cast<unsigned char>(text[at]);
        Character c = byte < 0x80 ? Character{byte, 1} : character_at(text, at);
        char32_t first = c.code;
        if (first >= 0xFF10 && first <= 0xFF5A)
            first = FoldedText(text, at).next();
        first = ascii_lower(first);
        // Most characters begin no alias: told by the first, or by the two.
        if (first > ' ' && m_trie.may_begin(first)) {
            FoldedText read(text, at);
            read.next();
            FoldedText ahead = read;
            const char32_t second = ahead.at_end() ? 0 : ascii_lower(ahead.next());
            if (m_trie.may_begin(first, second))
                if (auto match = match_at(text, at, first, read))
                    return match;
        }
        if (is_ascii_word(byte)) { // Inside a word nothing begins but after a sign.
            while (at < text.size() && is_ascii_word(static_cast<unsigned char>(text[at])))
                ++at;
        } else {
            at += c.size;
        }
    }
    return std::nullopt;
}

}
