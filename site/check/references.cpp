#include "site/check/families.h"

#include "site/diagnostics/characters.h"
#include "site/diagnostics/suggestion.h"

#include <algorithm>
#include <array>

namespace site {

namespace {

/// Sorted copies of the lists that were given, for look-ups by thousands of pages.
class Known {
public:
    explicit Known(const std::optional<std::vector<std::string>>& list) : m_given(list.has_value())
    {
        if (list)
            m_ids = *list;
        std::sort(m_ids.begin(), m_ids.end());
    }
    bool lacks(const std::string& id) const { return m_given && !std::binary_search(m_ids.begin(), m_ids.end(), id); }
    std::string suggestion(const std::string& id) const { return std::string(nearest(id, std::span<const std::string>(m_ids))); }

private:
    bool m_given;
    std::vector<std::string> m_ids;
};

void report(Diagnostics& diagnostics, const Page& page, std::string code, const Reference& at, std::string suggestion, std::string_view key)
{
    diagnostics.push_back({Severity::error, std::move(code), page.file, at.where, {at.id, std::move(suggestion), std::string(key)},
                           static_cast<int>(character_count(at.id))});
}

void check_pages_named(const CheckedSite& site, const Page& page, const std::vector<Reference>& list, std::string_view key, Diagnostics& diagnostics)
{
    for (const Reference& reference : list) {
        if (reference.id == page.id) {
            diagnostics.push_back({Severity::warning, "self-reference", page.file, reference.where, {std::string(key)},
                                   static_cast<int>(page.id.size())});
            continue;
        }
        const Matcher* matcher = nullptr;
        for (const Matcher* m : site.matchers)
            if (m->language() == page.language)
                matcher = m;
        const bool known = matcher ? matcher->find(reference.id) != nullptr
                                   : site.library.find_or_default(page.language, reference.id) != nullptr;
        if (!known)
            report(diagnostics, page, "unknown-page", reference, matcher ? matcher->suggest(reference.id) : "", key);
    }
}

/// Entries of `nav` are sections or pages.
void check_navigation(const CheckedSite& site, Diagnostics& diagnostics)
{
    const Settings& settings = site.library.settings;
    for (std::size_t i = 0; i < settings.nav.size() && i < settings.nav_where.size(); ++i) {
        const std::string& entry = settings.nav[i];
        const auto has_page = [&](const std::string& language) { return site.library.find(language, entry) != nullptr; };
        if (std::find(nav_sections.begin(), nav_sections.end(), entry) == nav_sections.end() &&
            std::none_of(settings.languages.begin(), settings.languages.end(), has_page))
            diagnostics.push_back({Severity::error, "unknown-page", settings.file, settings.nav_where[i],
                                   {entry, site.matchers.empty() ? "" : site.matchers.front()->suggest(entry), "nav"},
                                   static_cast<int>(character_count(entry))});
    }
}

}

void check_references(const CheckedSite& site, Diagnostics& diagnostics)
{
    check_navigation(site, diagnostics);
    const Known sources(site.known.sources), provider(site.known.provider), calculators(site.known.calculators), compared(site.known.compared);
    const auto check = [&](const Page& page, const std::vector<Reference>& list, const Known& known, std::string_view code, std::string_view key) {
        for (const Reference& reference : list)
            if (!reference.id.empty() && known.lacks(reference.id))
                report(diagnostics, page, std::string(code), reference, known.suggestion(reference.id), key);
    };
    for (const Page& page : site.library.pages) {
        check_pages_named(site, page, page.see, "see", diagnostics);
        check_pages_named(site, page, page.confused_with, "not", diagnostics);
        check(page, page.sources, sources, "unknown-source", "sources");
        check(page, page.provider, provider, "unknown-provider-fact", "provider");
        check(page, page.calculators, calculators, "unknown-calculator", "calculators");
        check(page, {page.calculator}, calculators, "unknown-calculator", "calculator");
        for (const auto& [side, key] : {std::pair(&page.a, "a"), std::pair(&page.b, "b")}) // A row of the data, or a page: two terms.
            if (!site.library.find_or_default(page.language, side->id))
                check(page, {*side}, compared, "unknown-compared", key);
        if (site.known.fact_problem)
            for (const Reference& number : page.numbers)
                if (const auto suggestion = site.known.fact_problem(number.id))
                    report(diagnostics, page, "unknown-fact", number, *suggestion, "numbers");
        for (const std::string& old : page.was)
            if (const Page* taken = site.library.find(page.language, old))
                diagnostics.push_back({Severity::error, "redirect-taken", page.file, {1, 1}, {old, taken->file}, 1});
    }
}

}
