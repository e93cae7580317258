#include "site/render/pages/plan.h"

#include "engine/calculators/calculator.h"
#include "site/render/accuracy/accuracy_page.h"
#include "site/render/calculator/calculator_index.h"
#include "site/render/calculator/calculator_page.h"
#include "site/render/catalog/catalog_page.h"
#include "site/render/embed/embed_page.h"
#include "site/render/pages/glossary_page.h"
#include "site/render/pages/home_page.h"
#include "site/render/pages/search_page.h"
#include "site/render/pages/term_page.h"

#include <functional>

namespace site {

namespace {

class Planner {
public:
    Planner(const Website& website, const FitTable* fits) : m_website(website), m_fits(fits) {}

    std::vector<PlannedPage> plan()
    {
        for (const Edition& edition : m_website.editions) {
            plan_home(edition);
            plan_search(edition);
            plan_glossary(edition);
            plan_written(edition);
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
    }

    void plan_search(const Edition& edition)
    {
        PlannedPage& page = add(edition, "search/", "index", edition("search.title"), {},
                                [&website = m_website, &edition] { return search_page(website, edition); });
        page.listed = false;
    }

    void plan_glossary(const Edition& edition)
    {
        if (edition.by_name.empty())
            return;
        add(edition, "glossary/", "index", edition("glossary.title"), {},
            [&website = m_website, &edition] { return glossary_page(website, edition, GlossaryOrder::name); });
        if (!has_title_order(edition))
            return;
        PlannedPage& page = add(edition, "glossary/pinyin/", "index", edition("glossary.by_title"), {},
                                [&website = m_website, &edition] { return glossary_page(website, edition, GlossaryOrder::title); });
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
            planned.updated = page.updated;
            planned.languages = languages_of(m_website, page.id);
        }
    }

    void plan_catalog(const Edition& edition)
    {
        const Catalog& catalog = *m_website.catalog;
        add(edition, "gpus/", "index", edition("gpu.index_title"), edition("gpu.index_short", {std::to_string(catalog.accelerators.rows().size())}),
            [&website = m_website, &edition] { return gpu_index_page(website, edition); });
        for (const AcceleratorRow& row : catalog.accelerators.rows())
            add(edition, "gpus/" + row.id + "/", "gpu", row.name, gpu_summary(edition, row),
                [&website = m_website, fits = m_fits, &edition, &row] { return gpu_page(website, edition, *fits, row); });
        add(edition, "models/", "index", edition("model.index_title"), edition("model.index_short", {std::to_string(catalog.models.rows().size())}),
            [&website = m_website, &edition] { return model_index_page(website, edition); });
        for (const ModelRow& row : catalog.models.rows())
            add(edition, "models/" + row.id + "/", "model", row.name, model_summary(catalog, edition, row),
                [&website = m_website, fits = m_fits, &edition, &row] { return model_page(website, edition, *fits, row); });
        add(edition, "formats/", "index", edition("format.index_title"), edition("format.index_short", {std::to_string(catalog.formats.rows().size())}),
            [&website = m_website, &edition] { return format_index_page(website, edition); });
        add(edition, "links/", "index", edition("link.index_title"), edition("link.index_short", {std::to_string(catalog.links.rows().size())}),
            [&website = m_website, &edition] { return link_index_page(website, edition); });
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
            add(edition, "calculators/" + id + "/", "calculator", title, short_text,
                [&website = m_website, &edition, &calculator, written] { return calculator_page(website, edition, calculator, written); });
        }
        plan_embeds(edition);
        if (m_website.accuracy)
            add(edition, "accuracy/", "page", edition("accuracy.title"), accuracy_summary(m_website, edition),
                [&website = m_website, &edition] { return accuracy_page(website, edition); });
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
    std::vector<std::string> m_all_languages = all_languages(m_website);
    std::vector<PlannedPage> m_pages;
};

}

std::vector<PlannedPage> plan_pages(const Website& website, const FitTable* fits)
{
    return Planner(website, fits).plan();
}

}
