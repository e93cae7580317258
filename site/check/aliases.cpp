#include "site/check/families.h"

#include "site/diagnostics/characters.h"

namespace site {

namespace {

std::string place(const std::string& file, Position where) { return file + ":" + std::to_string(where.line); }

/// Where a claim is made: the alias, or the title.
Position claimed_at(const Matcher& matcher, const Claim& claim)
{
    return claim.alias ? claim.alias->where : matcher.targets()[claim.target].page->title_where;
}

}

void check_aliases(const CheckedSite& site, Diagnostics& diagnostics)
{
    for (const Matcher* matcher : site.matchers) {
        struct Uses {
            std::size_t count = 0;
            std::string first_file;
            Position first;
        };
        std::vector<Uses> uses(matcher->ambiguities().size());
        for (std::size_t i = 0; i < site.proses.size(); ++i) {
            const Page& page = site.library.pages[i];
            if (page.language != matcher->language())
                continue;
            for (const AmbiguousUse& use : site.proses[i].ambiguous_uses) {
                Uses& u = uses[use.ambiguity];
                if (u.count++ == 0) {
                    u.first_file = page.file;
                    u.first = use.where;
                }
            }
        }
        for (std::size_t a = 0; a < uses.size(); ++a) {
            const Ambiguity& ambiguity = matcher->ambiguities()[a];
            std::string places;
            for (const std::uint32_t c : ambiguity.claims) {
                const Claim& claim = matcher->claims()[c];
                places += places.empty() ? "" : ", ";
                places += place(matcher->targets()[claim.target].page->file, claimed_at(*matcher, claim)) + (claim.alias ? "" : " (title)");
            }
            const Claim& first = matcher->claims()[ambiguity.claims[0]];
            const Claim& second = matcher->claims()[ambiguity.claims[1]];
            const LinkTarget& one = matcher->targets()[first.target];
            const LinkTarget& other = matcher->targets()[second.target];
            // It is mended where the alias is listed: the title of a page stays.
            const bool at_second = second.alias || !first.alias;
            const std::string& file = at_second ? other.page->file : one.page->file;
            const Position where = claimed_at(*matcher, at_second ? second : first);
            const bool used = uses[a].count > 0;
            diagnostics.push_back({used ? Severity::error : Severity::warning, used ? "ambiguous-alias" : "ambiguous-alias-unused", file, where,
                                   {ambiguity.text, places, std::to_string(uses[a].count), one.id, other.id,
                                    used ? uses[a].first_file + ":" + std::to_string(uses[a].first.line) + ":" + std::to_string(uses[a].first.column) : "", file},
                                   static_cast<int>(character_count(ambiguity.text))});
        }
    }
    for (const Page& page : site.library.pages)
        if (page.prefer && !site.library.find_or_default(page.language, page.prefer->id)) {
            std::string suggestion;
            for (const Matcher* matcher : site.matchers)
                if (matcher->language() == page.language)
                    suggestion = matcher->suggest(page.prefer->id);
            diagnostics.push_back({Severity::error, "unknown-page", page.file, page.prefer->where,
                                   {page.prefer->id, suggestion}, static_cast<int>(page.prefer->id.size())});
        }
}

}
