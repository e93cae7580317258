#include "site/render/pages/plan.h"

#include "engine/calculators/calculator.h"
#include "site/render/accuracy/accuracy_page.h"
#include "site/render/calculator/calculator_index.h"
#include "site/render/calculator/calculator_page.h"
#include "site/render/catalog/catalog_page.h"
#include "site/render/compare/compare_page.h"
#include "site/render/embed/embed_page.h"
#include "site/render/lab/lab_page.h"
#include "site/render/methods/methods_page.h"
#include "site/render/pages/glossary_page.h"
#include "site/render/pages/handbook_page.h"
#include "site/render/pages/home_page.h"
#include "site/render/pages/search_page.h"
#include "site/render/pages/term_page.h"

#include <functional>

namespace site {

namespace {

class Planner {
public:
    Planner(const Website& website, const FitTable* fits, const Comparisons* comparisons)
        : m_website(website), m_fits(fits), m_comparisons(comparisons)
    {
    }

    std::vector<PlannedPage> plan()
    {
        for (const Edition& edition : m_website.editions) {
            plan_home(edition);
            if (m_website.library.settings.search)
                plan_search(edition);
            plan_glossary(edition);
            plan_written(edition);
            plan_comparisons(edition);
            if (has_handbook(m_website.library))
                plan_handbook(edition);
            if (m_website.catalog)
                plan_catalog(edition);
        }
        return std::move(m_pages);
    }

private:
    PlannedPage& add(const Edition& edition, const std::string& tail, std::string kind, std::string_view title,
                     std::string_view short_text, std::function<std::string()> render)
    {
        PlannedPage page;
        page.url = edition.url(tail);
        page.path = page.url.substr(1) + "index.html";
        page.language = edition.language;
        page.kind = std::move(kind);
        page.title = title;
        page.short_text = short_text;
        page.languages = m_all_languages;
        page.url_tail = tail;
        page.render = std::move(render);
        return m_pages.emplace_back(std::move(page));
    }

    static void about(PlannedPage& page, std::string id)
    {
        page.shows = Shows::subject;
        page.subject = std::move(id);
    }

    void plan_home(const Edition& edition)
    {
        const auto render = [&website = m_website, &edition] { return home_page(website, edition); };
        add(edition, "", "index", edition("site.name"), edition("site.description"), render);
        if (&edition != &m_website.editions.front())
            return;
        PlannedPage& root = add(edition, "", "index", edition("site.name"), edition("site.description"), render);
        root.path = "index.html"; // Its canonical address is /zh/.
        root.listed = false;
        PlannedPage& missing = add(edition, "", "index", edition("missing.title"), {},
                                   [&website = m_website, &edition] { return not_found_page(website, edition); });
        missing.path = "404.html";
        missing.listed = false;
        missing.shows = Shows::names;
    }

    void plan_search(const Edition& edition)
    {
        PlannedPage& page = add(edition, "search/", "index", edition("search.title"), {},
                                [&website = m_website, &edition] { return search_page(website, edition); });
        page.listed = false;
        page.shows = Shows::names;
    }

    void plan_glossary(const Edition& edition)
    {
        if (edition.by_name.empty())
            return;
        add(edition, "glossary/", "index", edition("glossary.title"), {},
            [&website = m_website, &edition] { return glossary_page(website, edition, GlossaryOrder::name); }).shows = Shows::names;
        if (!has_title_order(edition))
            return;
        PlannedPage& page = add(edition, "glossary/pinyin/", "index", edition("glossary.by_title"), {},
                                [&website = m_website, &edition] { return glossary_page(website, edition, GlossaryOrder::title); });
        page.shows = Shows::names;
        page.languages.clear();
        for (const Edition& other : m_website.editions)
            if (has_title_order(other))
                page.languages.push_back(other.language);
    }

    void plan_written(const Edition& edition)
    {
        for (const Page& page : m_website.library.pages) {
            const bool special = page.kind == PageKind::calculator || page.kind == PageKind::compare || page.id == home_page_id;
            if (page.language != edition.language || special)
                continue;
            const bool term = page.kind == PageKind::term;
            const auto render = [&website = m_website, &edition, &page, term] {
                return term ? term_page(website, edition, page) : written_page(website, edition, page);
            };
            PlannedPage& planned = add(edition, page.url.substr(edition.language.size() + 2),
                                       term ? "term" : page.kind == PageKind::guide ? "guide" : "page", page.title,
                                       page.short_text, render);
            about(planned, page.id);
            planned.updated = page.updated;
            planned.languages = languages_of(m_website, page.id);
        }
    }

    void plan_comparisons(const Edition& edition)
    {
        for (const Page* page : m_website.pages(edition.language, PageKind::compare)) {
            const GpuPair pair = m_comparisons ? m_comparisons->pair_of(*page) : GpuPair{};
            const auto render = [&website = m_website, comparisons = m_comparisons, &edition, page, pair] {
                return pair ? gpu_comparison_page(*comparisons, edition, pair) : written_comparison_page(website, edition, *page);
            };
            PlannedPage& planned = add(edition, page->url.substr(edition.language.size() + 2), "compare", page->title, page->short_text, render);
            planned.updated = page->updated;
            planned.languages = languages_of(m_website, page->id);
            about(planned, page->id);
        }
        if (!m_comparisons)
            return;
        const Comparisons& comparisons = *m_comparisons;
        add(edition, "compare/", "index", edition("compare.index_title"), {},
            [&comparisons, &edition] { return comparison_index_page(comparisons, edition); });
        for (const GpuPair& pair : comparisons.generated(edition)) {
            PlannedPage& page = add(edition, "compare/" + pair_id(*pair.a, *pair.b) + "/", "compare", comparison_title(edition, pair), {},
                                    [&comparisons, &edition, pair] { return gpu_comparison_page(comparisons, edition, pair); });
            page.listed = false;
            page.shows = Shows::names;
        }
    }

    /// Not listed: these pages help the site's writers, who come from `gloss check`.
    void plan_handbook(const Edition& edition)
    {
        const std::string tail(diagnostics_tail);
        add(edition, tail, "page", edition("handbook.diagnostics"), {},
            [&website = m_website, &edition] { return diagnostics_page(website, edition); }).listed = false;
        for (const std::string& code : explained_codes(*edition.words))
            add(edition, tail + code + "/", "page", code, {},
                [&website = m_website, &edition, code] { return diagnostic_page(website, edition, code); }).listed = false;
    }

    void plan_catalog(const Edition& edition)
    {
        const Catalog& catalog = *m_website.catalog;
        add(edition, "gpus/", "index", edition("gpu.index_title"), edition("gpu.index_short", {std::to_string(catalog.accelerators.rows().size())}),
            [&website = m_website, &edition] { return gpu_index_page(website, edition); }).shows = Shows::names;
        for (const AcceleratorRow& row : catalog.accelerators.rows())
            about(add(edition, "gpus/" + row.id + "/", "gpu", row.name, gpu_summary(edition, row),
                      [&website = m_website, fits = m_fits, comparisons = m_comparisons, &edition, &row] {
                          return gpu_page(website, edition, *fits, *comparisons, row);
                      }),
                  row.id);
        add(edition, "models/", "index", edition("model.index_title"), edition("model.index_short", {std::to_string(catalog.models.rows().size())}),
            [&website = m_website, &edition] { return model_index_page(website, edition); }).shows = Shows::names;
        for (const ModelRow& row : catalog.models.rows())
            about(add(edition, "models/" + row.id + "/", "model", row.name, model_summary(catalog, edition, row),
                      [&website = m_website, fits = m_fits, &edition, &row] { return model_page(website, edition, *fits, row); }),
                  row.id);
        add(edition, "formats/", "index", edition("format.index_title"), edition("format.index_short", {std::to_string(catalog.formats.rows().size())}),
            [&website = m_website, &edition] { return format_index_page(website, edition); }).shows = Shows::names;
        add(edition, "links/", "index", edition("link.index_title"), edition("link.index_short", {std::to_string(catalog.links.rows().size())}),
            [&website = m_website, &edition] { return link_index_page(website, edition); }).shows = Shows::names;
        plan_calculators(edition);
    }

    void plan_calculators(const Edition& edition)
    {
        add(edition, "calculators/", "index", edition("calculator.index_title"), edition("calculator.index_short"),
            [&website = m_website, &edition] { return calculator_index_page(website, edition); });
        for (const engine::Calculator& calculator : engine::calculators()) {
            if (!has_calculator_page(calculator.id))
                continue;
            const Page* written = calculator_text(m_website, edition, calculator.id);
            const std::string id(calculator.id);
            const auto [title, short_text] = calculator_title(m_website, edition, id);
            about(add(edition, "calculators/" + id + "/", "calculator", title, short_text,
                      [&website = m_website, &edition, &calculator, written] { return calculator_page(website, edition, calculator, written); }),
                  written ? written->id : id);
        }
        plan_embeds(edition);
        add(edition, "methods/", "page", edition("methods.title"), edition("methods.short"),
            [&website = m_website, &edition] { return methods_page(website, edition); });
        add(edition, "lab/", "page", edition("lab.title"), edition("lab.short"), [&website = m_website, &edition] { return lab_page(website, edition); });
        if (m_website.accuracy)
            add(edition, "accuracy/", "page", edition("accuracy.title"), accuracy_summary(m_website, edition),
                [&website = m_website, &edition] { return accuracy_page(website, edition); }).shows = Shows::names;
    }

    /// Calculators for other sites' pages: addresses of their own, in no list and no search.
    void plan_embeds(const Edition& edition)
    {
        add(edition, "embed/", "page", edition("embed.title"), edition("embed.short"),
            [&website = m_website, &edition] { return embed_builder_page(website, edition); });
        for (const engine::Calculator& calculator : engine::calculators()) {
            if (!has_calculator_page(calculator.id))
                continue;
            PlannedPage& page = add(edition, "embed/", "embed", calculator_title(m_website, edition, calculator.id).title, {},
                                    [&website = m_website, &edition, &calculator] { return embed_page(website, edition, calculator); });
            page.url = embed_url(edition, calculator.id);
            page.path = page.url.substr(1) + "index.html";
            page.listed = false;
        }
    }

    static std::vector<std::string> all_languages(const Website& website)
    {
        std::vector<std::string> result;
        for (const Edition& edition : website.editions)
            result.push_back(edition.language);
        return result;
    }

    const Website& m_website;
    const FitTable* m_fits;
    const Comparisons* m_comparisons;
    std::vector<std::string> m_all_languages = all_languages(m_website);
    std::vector<PlannedPage> m_pages;
};

}

std::vector<PlannedPage> plan_pages(const Website& website, const FitTable* fits, const Comparisons* comparisons)
{
    return Planner(website, fits, comparisons).plan();
}

}
