#include "site/check/families.h"

#include <algorithm>

namespace site {

namespace {

/// The expression as it is compared: spaces and the quotes of Chinese input methods do not count.
std::string normalized(std::string_view expression)
{
    std::string out;
    for (std::size_t at = 0; at < expression.size();) {
        if (expression.substr(at).starts_with("“") || expression.substr(at).starts_with("”")) {
            out += '"';
            at += std::string_view("“").size();
        } else {
            if (expression[at] != ' ' && expression[at] != '\n')
                out += expression[at];
            ++at;
        }
    }
    return out;
}

/// Those of `from` that `other` lacks, each as often as it lacks them.
std::vector<const FigureUse*> lacking(const std::vector<FigureUse>& from, const std::vector<FigureUse>& other)
{
    std::vector<std::string> there;
    for (const FigureUse& use : other)
        there.push_back(normalized(use.expression));
    std::vector<const FigureUse*> out;
    for (const FigureUse& use : from) {
        const auto found = std::find(there.begin(), there.end(), normalized(use.expression));
        if (found == there.end())
            out.push_back(&use);
        else
            there.erase(found);
    }
    return out;
}

std::string listed(const std::vector<const FigureUse*>& uses)
{
    constexpr std::size_t most = 3;
    std::string out;
    for (std::size_t i = 0; i < std::min(uses.size(), most); ++i)
        out += (i ? ", " : "") + std::string("{{ ") + uses[i]->expression + " }}";
    return uses.size() > most ? out + ", …" : out;
}

std::string listed(const std::vector<Reference>& references)
{
    std::string out;
    for (const Reference& reference : references)
        out += (out.empty() ? "" : ", ") + reference.id;
    return "[" + out + "]";
}

bool same_ids(const std::vector<Reference>& a, const std::vector<Reference>& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Reference& x, const Reference& y) { return x.id == y.id; });
}

}

void check_pairs(const CheckedSite& site, Diagnostics& diagnostics)
{
    const std::string& original_language = site.library.default_language();
    for (std::size_t i = 0; i < site.proses.size(); ++i) {
        const Page& page = site.library.pages[i];
        const Page* original = page.language == original_language ? nullptr : site.library.find(original_language, page.id);
        const Prose* prose = original ? site.prose(original) : nullptr;
        if (!prose)
            continue;
        const auto warn = [&](const char* code, Position where, std::vector<std::string> arguments) {
            diagnostics.push_back({Severity::warning, code, page.file, where, std::move(arguments), 1});
        };
        if (page.source_rev.empty() && !page.original_rev.empty())
            warn("no-source-rev", {1, 1}, {page.original_rev});
        if (page.stale && !page.source_rev.empty())
            continue; // It is known to be behind; that is enough.
        if (!same_ids(page.numbers, original->numbers))
            warn("pair-numbers", page.numbers.empty() ? Position{1, 1} : page.numbers.front().where, {original->file, listed(original->numbers)});
        const std::vector<const FigureUse*> missing = lacking(prose->figures, site.proses[i].figures);
        const std::vector<const FigureUse*> extra = lacking(site.proses[i].figures, prose->figures);
        if (!missing.empty())
            warn("pair-figures", extra.empty() ? Position{page.body_line, 1} : extra.front()->where, {original->file, listed(missing), listed(extra)});
        else if (!extra.empty()) // said of the page that lacks it
            diagnostics.push_back({Severity::warning, "pair-figures", original->file, {original->body_line, 1}, {page.file, listed(extra), ""}, 1});
    }
}

}
