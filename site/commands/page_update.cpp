#include "site/commands/page_update.h"

#include "site/load/load_site.h"
#include "site/load/page_cache.h"
#include "site/load/read_file.h"

#include <algorithm>
#include <tuple>

namespace site {

namespace {

bool same_alias(const Alias& a, const Alias& b)
{
    return std::tie(a.text, a.letter_case, a.automatic, a.except, a.is_title) ==
           std::tie(b.text, b.letter_case, b.automatic, b.except, b.is_title);
}

bool same_names(const Page& a, const Page& b)
{
    return std::tie(a.kind, a.language, a.id, a.url, a.title, a.english, a.short_text, a.category, a.was, a.draft) ==
               std::tie(b.kind, b.language, b.id, b.url, b.title, b.english, b.short_text, b.category, b.was, b.draft) &&
           std::tie(a.a.id, a.b.id, a.calculator.id) == std::tie(b.a.id, b.b.id, b.calculator.id) &&
           std::equal(a.aliases.begin(), a.aliases.end(), b.aliases.begin(), b.aliases.end(), same_alias);
}

bool same_mention(const Mention& a, const Mention& b)
{
    return std::tie(a.target, a.sentence, a.begin, a.end) == std::tie(b.target, b.sentence, b.begin, b.end);
}

}

bool update_page(RenderedSite& site, const std::string& file, const CheckWorld& world, const ProseOptions& options,
                 Drafts drafts, std::set<std::string, std::less<>>& touched)
{
    std::vector<Page>& pages = site.library.pages;
    const auto found = std::find_if(pages.begin(), pages.end(), [&](const Page& page) { return page.file == file; });
    const auto reported = [&](const Diagnostic& diagnostic) { return diagnostic.file == file; };
    if (found == pages.end() || !world.figures || std::any_of(site.diagnostics.begin(), site.diagnostics.end(), reported))
        return false;
    Diagnostics diagnostics;
    Page page = read_page({found->kind, found->language, file}, path_of(site.library.folder, file), diagnostics);
    if (!diagnostics.empty() || !same_names(*found, page) || (page.draft && drafts == Drafts::drop))
        return false;

    // The matcher's claims point to the aliases where they are.
    for (std::size_t i = 0; i < page.aliases.size(); ++i)
        found->aliases[i].where = page.aliases[i].where;
    page.aliases = std::move(found->aliases);
    *found = std::move(page);
    for (Page& same : pages)
        if (same.id == found->id)
            mark_stale_translation(site.library, same);

    Prose& prose = site.proses[static_cast<std::size_t>(found - pages.begin())];
    Prose now = render_prose(*found, site.library, site.matcher(found->language), *world.figures, options);
    touched.insert(found->id);
    if (!std::equal(prose.mentions.begin(), prose.mentions.end(), now.mentions.begin(), now.mentions.end(), same_mention))
        for (const std::vector<Mention>* mentions : {&prose.mentions, &now.mentions})
            for (const Mention& mention : *mentions)
                touched.insert(mention.target);
    prose = std::move(now);
    return true;
}

}
