#include "site/link/ledger.h"

#include <algorithm>

namespace site {

static bool holds(const std::vector<std::uint32_t>& list, std::uint32_t target)
{
    return std::find(list.begin(), list.end(), target) != list.end();
}

std::string_view decision_id(LinkDecision decision)
{
    switch (decision) {
    case LinkDecision::linked: return "linked";
    case LinkDecision::own_page: return "own-page";
    case LinkDecision::repeated: return "repeated";
    case LinkDecision::explicit_in_section: return "explicit-in-section";
    case LinkDecision::paragraph_full: return "paragraph-full";
    case LinkDecision::switched_off: return "switched-off";
    }
    return "";
}

void LinkLedger::begin_section()
{
    ++m_section;
    m_in_section.clear();
}

LinkDecision LinkLedger::decide(std::uint32_t target, bool once_a_page)
{
    if (m_scope == LinkScope::none)
        return LinkDecision::switched_off;
    if (m_scope != LinkScope::all) {
        const bool whole_page = once_a_page || m_scope == LinkScope::page;
        if (holds(whole_page ? m_on_page : m_in_section, target))
            return LinkDecision::repeated;
        for (const Expected& e : m_explicit)
            if (e.section == m_section && e.target == target)
                return LinkDecision::explicit_in_section;
    }
    if (m_per_paragraph > 0 && m_in_paragraph >= m_per_paragraph)
        return LinkDecision::paragraph_full;
    ++m_in_paragraph;
    note(target);
    return LinkDecision::linked;
}

void LinkLedger::note(std::uint32_t target)
{
    if (!holds(m_in_section, target))
        m_in_section.push_back(target);
    if (!holds(m_on_page, target))
        m_on_page.push_back(target);
}

}
