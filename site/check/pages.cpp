#include "site/check/families.h"

#include "site/diagnostics/characters.h"

#include <unordered_set>

namespace site {

namespace {

std::unordered_set<std::string> mentioned_terms(const CheckedSite& site)
{
    std::unordered_set<std::string> out;
    for (std::size_t i = 0; i < site.proses.size(); ++i) {
        const Page& page = site.library.pages[i];
        for (const Mention& mention : site.proses[i].mentions)
            out.insert(page.language + "/" + mention.target);
        for (const auto* list : {&page.see, &page.confused_with})
            for (const Reference& reference : *list)
                if (reference.id != page.id)
                    out.insert(page.language + "/" + reference.id);
    }
    return out;
}

}

void check_pages(const CheckedSite& site, const CheckOptions& options, Diagnostics& diagnostics)
{
    const std::unordered_set<std::string> mentioned = options.orphans ? mentioned_terms(site) : std::unordered_set<std::string>();
    for (const Page& page : site.library.pages) {
        const auto warn = [&](std::string code, Position where, std::vector<std::string> arguments) {
            diagnostics.push_back({Severity::warning, std::move(code), page.file, where, std::move(arguments), 1});
        };
        if (page.kind == PageKind::term) {
            if (options.orphans && !mentioned.contains(page.language + "/" + page.id))
                warn("orphan-term", page.title_where, {page.title, page.id});
            constexpr std::size_t least = 4; // characters: less is a word, not a definition
            if (const std::size_t count = character_count(page.short_text); count > 0 && count < least && page.short_where.line > 0)
                warn("thin-short", page.short_where, {std::to_string(count)});
        }
        if (page.stale)
            warn("stale-translation", {1, 1}, {page.source_rev, page.original_rev, site.library.default_language()});
    }
}

}
