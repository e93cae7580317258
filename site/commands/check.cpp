#include "site/commands/check.h"

#include "site/commands/prose_reuse.h"
#include "site/diagnostics/characters.h"
#include "site/diagnostics/suggestion.h"
#include "site/load/load_site.h"
#include "site/render/parallel.h"

#include <algorithm>
#include <fstream>
#include <map>

namespace site {

namespace {

/// Used where no catalog is: a figure prints its source and is not checked.
class NoFigures : public FigureEvaluator {
public:
    Figure evaluate(std::string_view, std::string_view) const override { return {}; }
};

/// Offset of a position in `text`, whose lines begin at `lines`.
std::size_t offset_of(std::string_view text, const std::vector<std::size_t>& lines, Position where)
{
    const std::size_t begin = lines[std::min(static_cast<std::size_t>(where.line) - 1, lines.size() - 1)];
    return begin + first_characters(text.substr(begin), static_cast<std::size_t>(where.column) - 1).size();
}

/// The file with its fixes made, from the end on so that places stay true.
std::string with_fixes(const std::string& text, std::vector<Fix> fixes)
{
    std::vector<std::size_t> lines{0};
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] == '\n')
            lines.push_back(i + 1);
    std::sort(fixes.begin(), fixes.end(), [](const Fix& a, const Fix& b) { return a.where < b.where; });
    std::string out;
    std::size_t done = 0;
    for (const Fix& fix : fixes) {
        const std::size_t begin = offset_of(text, lines, fix.where);
        if (begin < done)
            continue; // Overlaps the one before; the next run sees it again.
        out += std::string_view(text).substr(done, begin - done);
        out += fix.replacement;
        done = begin + first_characters(std::string_view(text).substr(begin), static_cast<std::size_t>(fix.length)).size();
    }
    return out + text.substr(done);
}

/// Rewrites the files that have safe fixes. Returns what could not be written.
Diagnostics apply_fixes(const std::string& content, const Diagnostics& found)
{
    std::map<std::string, std::vector<Fix>> by_file;
    for (const Diagnostic& d : found)
        if (d.fix)
            by_file[d.file].push_back(*d.fix);
    Diagnostics problems;
    const std::string root_parent = content.substr(0, content.find_last_not_of('/') + 1);
    for (const auto& [file, fixes] : by_file) {
        const std::string before = read_source(content, file);
        // A byte order mark or CR would shift every column; such a file is mended by its author first.
        if (before.starts_with("\xEF\xBB\xBF") || before.find('\r') != std::string::npos)
            continue;
        const std::string path = root_parent + file.substr(file.find('/'));
        std::ofstream out(path, std::ios::binary | std::ios::trunc);
        out << with_fixes(before, fixes);
        if (!out.flush())
            problems.push_back({Severity::error, "unwritable-file", file, {}, {}, 1});
    }
    return problems;
}

/// Everything wrong with the site, and how many of its figures are typed.
FigureReport all_findings(const RenderedSite& site, const CheckWorld& world)
{
    std::vector<const Matcher*> matchers;
    for (const Matcher& matcher : site.matchers)
        matchers.push_back(&matcher);
    FigureReport all;
    if (world.check_figures)
        all = world.check_figures(site.library, site.proses, {});
    const auto add = [&](const Diagnostics& more) { all.diagnostics.insert(all.diagnostics.end(), more.begin(), more.end()); };
    add(check_site(site.library, matchers, site.proses, world.known));
    add(site.diagnostics);
    add(world.diagnostics);
    sort_and_deduplicate(all.diagnostics);
    return all;
}

std::string per_cent(double share)
{
    const int tenths = static_cast<int>(share * 1000); // never rounded up to a whole
    return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + "%";
}

std::string counts_text(const FigureCounts& counts, const Wording& wording)
{
    std::string text = wording ? wording("check.figures") : std::string();
    const std::string values[] = {std::to_string(counts.computed), std::to_string(counts.typed), std::to_string(counts.known),
                                  per_cent(counts.share()), per_cent(counts.share_of_known()), std::to_string(counts.accepted)};
    for (std::size_t i = 0; i < std::size(values); ++i)
        if (const std::size_t at = text.find("{" + std::to_string(i) + "}"); at != std::string::npos)
            text.replace(at, 3, values[i]);
    return text.empty() ? text : text + "\n";
}

std::string counts_json(const FigureCounts& counts)
{
    return ", \"figures\": {\"computed\": " + std::to_string(counts.computed) + ", \"typed\": " + std::to_string(counts.typed) +
           ", \"known\": " + std::to_string(counts.known) + ", \"accepted\": " + std::to_string(counts.accepted) +
           ", \"share\": " + std::to_string(counts.share()) + ", \"share_of_known\": " + std::to_string(counts.share_of_known()) + "}";
}

}

const Matcher& RenderedSite::matcher(std::string_view language) const
{
    for (const Matcher& m : matchers)
        if (m.language() == language)
            return m;
    return matchers.front();
}

/// Pages and files have the same places; what they say may differ.
static bool same_places(const Library& a, const Library& b)
{
    const auto same_page = [](const Page& p, const Page& q) { return p.file == q.file && p.url == q.url; };
    const auto same_file = [](const ContentFile& f, const ContentFile& g) { return f.file == g.file && f.url == g.url; };
    return std::equal(a.pages.begin(), a.pages.end(), b.pages.begin(), b.pages.end(), same_page) &&
           std::equal(a.files.begin(), a.files.end(), b.files.begin(), b.files.end(), same_file);
}

RenderedSite render_site(const std::string& content, const CheckWorld& world, const ProseOptions& options, int jobs, Drafts drafts,
                         PageCache* cache, RenderedSite* before)
{
    static const NoFigures no_figures;
    RenderedSite site;
    site.library = load_site(content, site.diagnostics, jobs, cache);
    if (drafts == Drafts::drop && std::erase_if(site.library.pages, [](const Page& page) { return page.draft; }) > 0)
        site.library.index();
    for (const std::string& language : site.library.settings.languages)
        site.matchers.emplace_back(site.library, language, world.targets ? world.targets(language) : std::vector<CatalogTarget>{}, site.diagnostics);
    const FigureEvaluator& figures = world.figures ? *world.figures : no_figures;
    const std::vector<Page>& pages = site.library.pages;
    site.proses.resize(pages.size());
    std::map<std::string, ProseReuse, std::less<>> reuses; // by language
    if (before && before->matchers.size() == site.matchers.size() && same_places(before->library, site.library))
        for (std::size_t i = 0; i < site.matchers.size(); ++i)
            reuses.try_emplace(site.matchers[i].language(), before->matchers[i], site.matchers[i]);
    for_each_parallel(pages.size(), jobs, [&](std::size_t i) {
        const auto reuse = reuses.find(pages[i].language);
        if (reuse != reuses.end() && same_source(before->library.pages[i], pages[i]) && reuse->second.still_right(before->proses[i]))
            site.proses[i] = std::move(before->proses[i]);
        else
            site.proses[i] = render_prose(pages[i], site.library, site.matcher(pages[i].language), figures, options);
    });
    return site;
}

CommandResult check_command(const CheckRequest& request, const CheckWorld& world)
{
    ProseOptions options;
    options.typography = true;
    options.passages = true;
    RenderedSite site = render_site(request.content, world, options, request.jobs);
    FigureReport found = all_findings(site, world);
    if (request.fix) {
        const Diagnostics unwritten = apply_fixes(request.content, found.diagnostics);
        site = render_site(request.content, world, options, request.jobs);
        found = all_findings(site, world);
        found.diagnostics.insert(found.diagnostics.end(), unwritten.begin(), unwritten.end());
        sort_and_deduplicate(found.diagnostics);
    }
    if (request.figures) {
        sort_and_deduplicate(found.typed);
        found.diagnostics = std::move(found.typed);
    }
    PrintOptions print_options = request.print;
    if (!print_options.source)
        print_options.source = [&](const std::string& file) { return read_source(request.content, file); };
    if (world.check_figures)
        print_options.json_members = counts_json(found.counts);
    CommandResult result;
    result.exit_code = has_errors(found.diagnostics) ? 1 : 0;
    result.output = print(found.diagnostics, request.format, print_options);
    if (world.check_figures && request.format != DiagnosticFormat::json)
        (request.format == DiagnosticFormat::text ? result.output : result.errors) += counts_text(found.counts, print_options.wording);
    return result;
}

CommandResult explain_command(const std::string& code, std::span<const std::string> codes, const Wording& wording)
{
    if (std::find(codes.begin(), codes.end(), code) == codes.end()) {
        const std::string_view near = nearest(code, codes);
        return {2, "", code + (near.empty() ? "?\n" : "? -> " + std::string(near) + "\n")};
    }
    CommandResult result;
    result.output = general_text(wording("diagnostic." + code)) + "\n\n" + wording("explain." + code) + "\n";
    if (const std::string hint = wording("diagnostic." + code + ".hint"); !hint.empty())
        result.output += "\n" + wording("handbook.fix") + "\n" + general_text(hint) + "\n";
    if (const std::string wrong = wording("explain." + code + ".wrong"); !wrong.empty())
        result.output += "\n" + wording("handbook.wrong") + "\n" + wrong + "\n" + wording("handbook.right") + "\n" + wording("explain." + code + ".right") + "\n";
    return result;
}

}
