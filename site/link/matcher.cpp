#include "site/link/matcher.h"

#include "site/diagnostics/suggestion.h"
#include "site/link/folded_text.h"

#include <algorithm>
#include <array>

namespace site {

namespace {

std::u32string key_of(std::string_view folded_text)
{
    std::u32string key;
    for (std::size_t i = 0; i < folded_text.size();) {
        const Character c = character_at(folded_text, i);
        key.push_back(ascii_lower(c.code));
        i += c.size;
    }
    return key;
}

bool is_ascii(std::string_view text)
{
    return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

/// Plurals of an English word or phrase, by its last letters.
std::vector<std::string> plurals(const std::string& word)
{
    const auto ends = [&](std::string_view end) {
        return word.size() > end.size() && key_of(word).ends_with(key_of(end));
    };
    const auto instead = [&](std::size_t cut, std::string_view end) { return word.substr(0, word.size() - cut) + std::string(end); };
    if (word.size() < 2 || !is_ascii_letter(static_cast<unsigned char>(word.back())))
        return is_ascii_digit(static_cast<unsigned char>(word.back())) ? std::vector{word + "s"} : std::vector<std::string>{};
    std::vector<std::string> out{word + "s"};
    const bool capital = word.back() >= 'A' && word.back() <= 'Z'; // GPU -> GPUs, never an ending of its own
    if (capital)
        return out;
    if (ends("ix") || ends("ex"))
        out.push_back(instead(2, "ices"));
    if (ends("sis"))
        out.push_back(instead(2, "es"));
    if (ends("s") || ends("x") || ends("z") || ends("ch") || ends("sh"))
        out.push_back(word + "es");
    if (ends("y") && std::string_view("aeiou").find(word[word.size() - 2]) == std::string_view::npos)
        out.push_back(instead(1, "ies"));
    return out;
}

/// Where the bracket that opens at `at` (a space may stand before it) begins and closes; {0, 0} when there is none near.
struct Bracket {
    std::size_t begin = 0, end = 0, after = 0;
};
Bracket bracket_at(std::string_view text, std::size_t at)
{
    constexpr std::size_t longest = 120; // bytes: a gloss is a name, not a remark
    if (at < text.size() && text[at] == ' ')
        ++at;
    const std::string_view rest = text.substr(std::min(at, text.size()), longest);
    const bool wide = rest.starts_with("（");
    if (!wide && !rest.starts_with("("))
        return {};
    const std::size_t open = wide ? 3 : 1;
    const std::size_t wide_close = rest.find("）"), close = rest.find(')');
    const std::size_t end = std::min(wide_close, close);
    if (end == std::string_view::npos)
        return {};
    return {at + open, at + end, at + end + (end == wide_close ? 3u : 1u)};
}

std::string_view trimmed(std::string_view text)
{
    while (text.starts_with(' '))
        text.remove_prefix(1);
    while (text.ends_with(' '))
        text.remove_suffix(1);
    return text;
}

/// Splits at , ， 、 ; ； / and calls `each`; false as soon as it does.
template<class Each>
bool all_parts(std::string_view text, Each each)
{
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= text.size();) {
        const Character c = i < text.size() ? character_at(text, i) : Character{',', 1};
        if (c.code == ',' || c.code == U'，' || c.code == U'、' || c.code == ';' || c.code == U'；' || c.code == '/') {
            if (!each(trimmed(text.substr(begin, i - begin))))
                return false;
            begin = i + c.size;
        }
        i += c.size;
    }
    return true;
}

/// Per word: half or more capitals means exact, else its first letter is free.
bool same_case(std::string_view text, std::string_view alias, Alias::Case rule)
{
    if (rule == Alias::Case::any)
        return true;
    FoldedText read(text, 0);
    std::size_t i = 0;
    while (i < alias.size()) {
        std::size_t end = i, letters = 0, capitals = 0;
        while (end < alias.size() && is_ascii_letter(static_cast<unsigned char>(alias[end]))) {
            ++letters;
            capitals += alias[end] >= 'A' && alias[end] <= 'Z';
            ++end;
        }
        if (end == i) {
            i += character_at(alias, i).size;
            read.next();
            continue;
        }
        const bool exact = rule == Alias::Case::exact || 2 * capitals >= letters;
        for (bool first = true; i < end; ++i, first = false) {
            const char32_t c = read.next();
            const char32_t wanted = static_cast<unsigned char>(alias[i]);
            if (c != wanted && (exact || !first || ascii_lower(c) != ascii_lower(wanted)))
                return false;
        }
    }
    return true;
}

/// True when the edge between two neighbours does not cut a word. `inside`: the alias, whose signs count as letters.
bool is_boundary(char32_t left, char32_t right, std::string_view inside)
{
    const auto is_word = [&](char32_t c) {
        if (c >= 0xFF10 && c <= 0xFF5A) // full-width letters and digits
            return is_ascii_word(c - 0xFEE0);
        if (c == '-' || c == '+' || c == '#')
            return inside.find(static_cast<char>(c)) != std::string_view::npos;
        return is_ascii_word(c);
    };
    return !(is_word(left) && is_word(right));
}

bool left_edge_free(std::string_view text, std::size_t begin, std::string_view alias)
{
    if (begin == 0)
        return true;
    const char32_t first = character_at(text, begin).code, before = character_before(text, begin).code;
    if (!is_boundary(before, first, alias))
        return false;
    // 3.2: the point of a number binds.
    return !(before == '.' && is_ascii_digit(first) && begin >= 2 && is_ascii_digit(static_cast<unsigned char>(text[begin - 2])));
}

bool right_edge_free(std::string_view text, std::size_t end, std::string_view alias)
{
    if (end >= text.size())
        return true;
    const char32_t last = character_before(text, end).code, after = character_at(text, end).code;
    if (!is_boundary(last, after, alias))
        return false;
    // C++ and C# are not C.
    const std::string_view rest = text.substr(end);
    if (is_ascii_letter(last) && (rest.starts_with("++") || (after == '#' && (rest.size() == 1 || !is_ascii_word(static_cast<unsigned char>(rest[1]))))))
        return false;
    return !(after == '.' && is_ascii_digit(last) && end + 1 < text.size() && is_ascii_digit(static_cast<unsigned char>(text[end + 1])));
}

bool in_context(std::string_view text, std::size_t begin, std::size_t end, const std::vector<std::string>& contexts)
{
    for (const std::string& context : contexts) {
        const std::size_t from = begin > context.size() ? begin - context.size() : 0;
        const std::string_view window = text.substr(from, end - from + context.size());
        for (std::size_t at = window.find(context); at != std::string_view::npos; at = window.find(context, at + 1))
            if (from + at <= begin && from + at + context.size() >= end)
                return true;
    }
    return false;
}

}

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

std::optional<Match> Matcher::match_at(std::string_view text, std::size_t at) const
{
    FoldedText read(text, at);
    std::uint32_t node = 0;
    struct End {
        std::size_t end;
        std::uint32_t set;
    } ends[16]; // the last ones of a deep walk; not initialised, for this runs at every other character
    constexpr std::size_t most = std::size(ends);
    std::size_t count = 0;
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
            const char32_t second = read.at_end() ? 0 : ascii_lower(read.next());
            if (m_trie.may_begin(first, second))
                if (auto match = match_at(text, at))
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
