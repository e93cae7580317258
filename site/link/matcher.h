#pragma once
// Finds the words of a text that name something the site has a page for: the design of linking, in one class.
//
//     Matcher matcher(library, "zh", catalog_targets, diagnostics);      // one per language; then only read, by all threads
//     for (std::size_t at = 0; auto match = matcher.next(text, at); at = match->end)
//         use(text.substr(match->begin, match->end - match->begin), match->outcome, matcher.targets()[match->target]);
//
// 1. Aliases and text are compared as: full-width Latin = ASCII, composed = decomposed, and without the spaces between
//    Han and Latin (`GPU显存` = `GPU 显存`), which a walk over a trie does as it reads; the text itself is not copied.
// 2. Leftmost, then longest. An edge is free unless both characters beside it are ASCII word characters (`-` `+` `#` are
//    when the alias has them); Han never blocks.
// 3. Case per word: half or more capitals means exact (`HBM`, `NVLink`), else the first letter is free.
// 4. What follows in brackets and names the same target is part of the match: `张量并行（Tensor Parallelism, TP）`.
// 5. Who claims a text: titles and listed aliases, before the derived ones (`english`, plurals), before the catalog.
//    Two claims of the first rank are ambiguous; of the lower ranks, nobody's.
// 6. English pages also match plurals: s, es, ies, -ix/-ex -> -ices. Possessives need no rule.
//
// Whether a match becomes a link (first of its section, own page ...) is decided in render: it consumes its text anyway.

#include "site/diagnostics/diagnostic.h"
#include "site/link/alias_trie.h"
#include "site/link/folded_text.h"
#include "site/link/target.h"
#include "site/model/library.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace site {

/// A text that some target may be called by. `target` indexes Matcher::targets().
struct Claim {
    enum class Rank : std::uint8_t { listed, derived, catalog };
    std::string text;                    ///< normalised, case kept
    std::uint32_t target = 0;
    Rank rank = Rank::listed;
    Alias::Case letter_case = Alias::Case::by_capitals;
    bool automatic = true;
    const Alias* alias = nullptr;        ///< null when derived or of the catalog; its `except` and `where`
};

/// One text that several pages claim: an error if a page uses it without saying which.
struct Ambiguity {
    std::string text;                    ///< as the first claim writes it
    std::vector<std::uint32_t> claims;   ///< indices into Matcher::claims(), in order of file
};

struct Match {
    enum class Outcome { target, not_automatic, excepted, ambiguous, nobody };
    std::size_t begin = 0, end = 0;      ///< bytes of the text, the bracketed gloss included
    std::size_t word_end = 0;            ///< where the alias itself ends
    Outcome outcome = Outcome::target;
    std::uint32_t target = 0;            ///< of `target`, `not_automatic`, `excepted`
    std::uint32_t claim = 0;             ///< the claim that won
    std::uint32_t ambiguity = 0;         ///< of `ambiguous`: index into Matcher::ambiguities()
};

class Matcher {
public:
    /// Also reports an alias that repeats its own page's title (`alias-equals-title`, a warning).
    Matcher(const Library&, std::string_view language, std::vector<CatalogTarget>, Diagnostics&);
    Matcher(const Matcher&) = delete;    // m_by_id looks into m_targets, which may move but not be copied
    Matcher(Matcher&&) = default;
    Matcher& operator=(const Matcher&) = delete;
    Matcher& operator=(Matcher&&) = default;

    const std::string& language() const { return m_language; }
    const std::vector<LinkTarget>& targets() const { return m_targets; }
    const std::vector<Claim>& claims() const { return m_claims; }
    const std::vector<Ambiguity>& ambiguities() const { return m_ambiguities; }

    /// The target of an explicit link, tooltip or reference, or null.
    const LinkTarget* find(std::string_view id) const;
    std::optional<std::uint32_t> index_of(std::string_view id) const;
    /// The id of a target that is called so, for "did you mean"; or the nearest id; or empty.
    std::string suggest(std::string_view id) const;

    /// The leftmost-longest match that begins at or after `from`.
    std::optional<Match> next(std::string_view text, std::size_t from) const;

private:
    void add_page(const Page&, bool fallback, Diagnostics&);
    void add_catalog(CatalogTarget&&);
    void claim(std::string_view text, std::uint32_t target, Claim::Rank, const Alias*);
    void claim_glossed(std::string_view name, std::uint32_t target, bool ascii_only);
    void settle();
    /// `first`: the folded character at `at`, which `read` has read.
    std::optional<Match> match_at(std::string_view text, std::size_t at, char32_t first, FoldedText read) const;
    void decide(Match&, std::string_view text, const std::vector<std::uint32_t>& claims) const;
    std::size_t gloss_end(std::string_view text, std::size_t at, std::uint32_t target) const;

    std::string m_language;
    std::vector<LinkTarget> m_targets;
    std::vector<Claim> m_claims;
    std::vector<Ambiguity> m_ambiguities;
    std::unordered_map<std::string_view, std::uint32_t> m_by_id;
    AliasTrie m_trie;                                         ///< folded text -> a set of claims
    std::vector<std::vector<std::uint32_t>> m_claim_sets;     ///< what the trie's values index
    std::vector<std::uint32_t> m_ambiguity_of_set;            ///< none = ~0
};

}
