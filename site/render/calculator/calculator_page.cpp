#include "site/render/calculator/calculator_page.h"

#include "site/render/calculator/answer.h"
#include "site/render/calculator/charts.h"
#include "site/render/calculator/form.h"
#include "site/render/calculator/layout.h"
#include "site/render/calculator/plan_page.h"
#include "site/render/calculator/presets.h"
#include "site/render/citations.h"
#include "site/render/embed/embed_page.h"
#include "site/render/html.h"
#include "site/render/pages/term_page.h"
#include "site/render/shell.h"

#include <algorithm>
#include <array>

namespace site {

namespace {

constexpr std::string_view home_calculator = "inference-memory", planner = "plan";
constexpr std::array<std::string_view, 6> home_fields{"model", "weights", "gpu", "gpus", "context", "concurrency"};

std::string words_or(const Edition& edition, const std::string& key, std::string otherwise)
{
    return edition.words->has(key) ? std::string(edition(key)) : std::move(otherwise);
}

/// The lab (web/lab) has a panel for its scenarios.
bool is_in_lab(std::string_view calculator)
{
    return calculator == "inference-memory" || calculator == "throughput" || calculator == "collective" || calculator == "training-time";
}

std::string application_json(const Website& website, const Edition& edition, const std::string& title,
                             const std::string& description, const std::string& url)
{
    return R"({"@context":"https://schema.org","@type":"WebApplication","name":)" + json_string(title) +
           R"(,"description":)" + json_string(description) + R"(,"url":)" + json_string(website.base_url + url) +
           R"(,"applicationCategory":"DeveloperApplication","operatingSystem":"Any","inLanguage":)" +
           json_string(edition.language) + "}";
}

}

bool has_calculator_page(std::string_view calculator) { return find_layout(calculator) != nullptr; }

const Page* calculator_text(const Website& website, const Edition& edition, std::string_view calculator)
{
    for (const Page* page : website.pages(edition.language, PageKind::calculator))
        if (page->calculator.id == calculator)
            return page;
    return nullptr;
}

CalculatorTitle calculator_title(const Website& website, const Edition& edition, std::string_view calculator)
{
    const Page* page = calculator_text(website, edition, calculator);
    const std::string id(calculator);
    return {page ? page->title : words_or(edition, "calculator." + id + ".title", id),
            page && !page->short_text.empty() ? page->short_text : words_or(edition, "calculator." + id + ".short", "")};
}

std::string calculator_modules(std::string_view calculator)
{
    std::string modules = "sliders";
    if (calculator == planner)
        modules += " lists plan_view";
    if (calculator == "throughput" || calculator.starts_with("training"))
        modules += " fixes";
    return modules;
}

AnswerParts calculator_parts(const Website& website, const Edition& edition, const Scenario& scenario)
{
    if (scenario.calculator->id == planner)
        return plan_parts(website, edition);
    const Outcome outcome = run(scenario);
    return {answer_html(website, edition, scenario, outcome, AnswerSize::full),
            derivations_html(website, edition, scenario, outcome),
            strings_json(website, edition, *scenario.calculator, AnswerSize::full),
            charts_html(edition, scenario)};
}

std::string calculator_page(const Website& website, const Edition& edition, const engine::Calculator& calculator,
                            const Page* page)
{
    const std::string id(calculator.id);
    const Scenario scenario = make_scenario(calculator, *website.catalog, {});
    const AnswerParts parts = calculator_parts(website, edition, scenario);
    const auto [title, description] = calculator_title(website, edition, calculator.id);
    Citations citations(website, edition);
    std::string body, tips;
    if (page) {
        const Prose& prose = website.proses[website.index_of(*page)];
        for (const Reference& reference : page->sources)
            citations.add(reference.id);
        for (const std::string& source : prose.sources)
            citations.add(source);
        body = prose.html;
        tips = tooltips(edition, prose);
    }
    const bool is_served = id == home_calculator || id == "throughput"; // by an engine whose command line we know
    const bool is_planner = id == planner;
    const bool has_bytes = std::any_of(calculator.outputs.begin(), calculator.outputs.end(), [](const engine::Field& field) {
        return field.unit == engine::Unit::bytes || field.unit == engine::Unit::bytes_per_token;
    });
    const std::string tail = "calculators/" + id + "/";
    const std::vector<Crumb> trail{{std::string(edition("calculator.index_title")), edition.url("calculators/")}, {title, ""}};
    std::string main = edition.templates.render(
        "calculator", {{"crumbs", crumbs(website, edition, trail)},
                       {"title", escaped(title)},
                       {"short", escaped(description)},
                       {"id", id},
                       {"lang", edition.language},
                       {"catalog", std::string(website.assets.url("catalog.json"))},
                       {"no_engine", website.assets.has_engine ? "" : "true"},
                       {"modules", calculator_modules(calculator.id) + (parts.charts.empty() ? "" : " charts") + (is_planner ? "" : " scenarios") + " own tools" + (is_in_lab(id) ? " lab_link" : "")},
                       {"lab_url", is_in_lab(id) ? edition.url("lab/") : ""},
                       {"presets", presets_html(edition, calculator.id)},
                       {"serves", is_served ? "true" : ""},
                       {"kept", is_planner ? "" : "true"},
                       {"units", has_bytes ? "true" : ""},
                       {"address", escaped(website.base_url + edition.url(tail))},
                       {"form", form_html(website, edition, scenario)},
                       {"answer", parts.answer},
                       {"charts", parts.charts},
                       {"details", parts.details},
                       {"strings", parts.strings},
                       {"body", std::move(body)},
                       {"sources", citations.items()}});
    return shell(website, edition,
                 {.kind = "calculator",
                  .title = title,
                  .description = description,
                  .url = edition.url(tail),
                  .section = "calculators",
                  .languages = website.languages(),
                  .url_tail = tail,
                  .json_ld = {application_json(website, edition, title, description, edition.url(tail)),
                              breadcrumb_json(website, edition, trail, edition.url(tail))},
                  .styles = {"calculator.css", "calculator_page.css"},
                  .links = oembed_link(website, edition, calculator.id, title)},
                 std::move(main), std::move(tips));
}

std::string small_calculator(const Website& website, const Edition& edition)
{
    const engine::Calculator* calculator = engine::find_calculator(home_calculator);
    if (!calculator || !website.catalog)
        return {};
    const Scenario scenario = make_scenario(*calculator, *website.catalog, {});
    const Outcome outcome = run(scenario);
    return edition.templates.render(
        "calculator_small", {{"id", std::string(calculator->id)},
                             {"lang", edition.language},
                             {"catalog", std::string(website.assets.url("catalog.json"))},
                             {"no_engine", website.assets.has_engine ? "" : "true"},
                             {"action", edition.url("calculators/" + std::string(calculator->id) + "/")},
                             {"form", small_form_html(website, edition, scenario, home_fields)},
                             {"answer", answer_html(website, edition, scenario, outcome, AnswerSize::small)},
                             {"strings", strings_json(website, edition, *calculator, AnswerSize::small)}});
}

}
