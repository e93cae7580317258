#pragma once
// Which mentions of one page become links: the first of a section (or page), unless something speaks against it.

#include "site/model/library.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace site {

enum class LinkDecision { linked, own_page, repeated, explicit_in_section, paragraph_full, switched_off };

/// The word that `gloss links --explain` and its strings use: "linked", "own-page" ...
std::string_view decision_id(LinkDecision);

/// Kept while one page is rendered, from top to bottom.
class LinkLedger {
public:
    /// `per_paragraph`: at most so many automatic links in one; 0: any number.
    explicit LinkLedger(LinkScope scope, int per_paragraph = 0) : m_scope(scope), m_per_paragraph(per_paragraph) {}

    /// An explicit link stands in this section (0 is before the first h2); told before the page is read.
    void expect_explicit(std::size_t section, std::uint32_t target) { m_explicit.push_back({section, target}); }
    void begin_section();
    bool links_at_all() const { return m_scope != LinkScope::none; }
    void begin_paragraph() { m_in_paragraph = 0; }

    /// `once_a_page`: a catalog row. A `linked` mention is noted.
    LinkDecision decide(std::uint32_t target, bool once_a_page);
    void note(std::uint32_t target);

private:
    struct Expected {
        std::size_t section;
        std::uint32_t target;
    };
    LinkScope m_scope;
    int m_per_paragraph, m_in_paragraph = 0;
    std::size_t m_section = 0;
    std::vector<Expected> m_explicit;
    std::vector<std::uint32_t> m_in_section, m_on_page; ///< few of each: a search beats a set
};

}
