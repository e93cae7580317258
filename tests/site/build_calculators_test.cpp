// The pages of all calculators and of their accuracy: what they show is what the engine says.

#include "engine/units/format.h"
#include "site/catalog/json.h"
#include "site/commands/build.h"
#include "site/commands/size.h"
#include "site/render/calculator/calculator_page.h"
#include "site/render/calculator/presets.h"
#include "site/render/plan_text.h"
#include "site/scenario/scenario.h"
#include "tests/site/build_folder.h"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>

using namespace build_test;

namespace {

site::ProjectPaths checkout() { return {.content = "content", .assets = "assets", .scripts = "web/js", .built = "/nowhere"}; }

const site::Project& project()
{
    static const site::Project one(checkout());
    return one;
}

const std::map<std::string, std::string>& pages()
{
    static const std::map<std::string, std::string> files = [] {
        const Folder folder;
        REQUIRE(site::build(project(), {.out = (folder.path() / "dist").string(), .base_url = "https://test.example", .jobs = 2}).published);
        return all_files(folder.path() / "dist");
    }();
    return files;
}

bool holds(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

std::string escaped(std::string text)
{
    for (std::size_t at = 0; (at = text.find('&', at)) != std::string::npos; at += 5)
        text.replace(at, 1, "&amp;");
    return text;
}

/// What an output should show, from the engine and the words alone.
std::string expected(const engine::Field& field, double value, const site::Words& words)
{
    const engine::Language language = words.language() == "zh" ? engine::Language::zh : engine::Language::en;
    std::string text(engine::format(value, field.unit, language).view());
    if (!engine::is_present(value))
        return text;
    if (field.kind == engine::Kind::choice)
        return std::string(words("value." + std::string(field.id) + "." + std::string(field.choices[static_cast<std::size_t>(value)])));
    if (field.kind == engine::Kind::flag)
        return std::string(words("value." + std::string(field.id) + (value == 1 ? ".true" : ".false")));
    if (engine::is_word_unit(field.unit))
        text.append(" ").append(words("unit." + std::string(engine::unit_ids[static_cast<std::size_t>(field.unit)])));
    return text;
}

std::string percent(double fraction)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.1f%%", std::abs(fraction) * 100);
    return text;
}

}

TEST_CASE("without JavaScript every calculator shows what the engine answers to the default scenario")
{
    int calculators = 0;
    for (const engine::Calculator& calculator : engine::calculators()) {
        if (!site::has_calculator_page(calculator.id))
            continue;
        ++calculators;
        const site::Scenario scenario = site::make_scenario(calculator, project().catalog, {});
        const site::Outcome outcome = site::run(scenario);
        REQUIRE(outcome.problems.empty());
        const bool verdict = engine::field_index(calculator.outputs, "spare_bytes") >= 0;
        for (const std::string language : {"zh", "en"}) {
            const std::string path = language + "/calculators/" + std::string(calculator.id) + "/index.html";
            REQUIRE(pages().contains(path));
            const std::string& html = pages().at(path);
            for (const engine::Field& field : calculator.inputs) {
                INFO(path << " " << std::string_view(field.id));
                CHECK(holds(html, "name=\"" + std::string(field.id) + "\""));
            }
            // The planner answers with a list: the next test.
            for (std::size_t i = 0; i < calculator.outputs.size() && calculator.id != "plan"; ++i) {
                const engine::Field& field = calculator.outputs[i];
                if (verdict && field.id == "fits")
                    continue;
                INFO(path << " " << std::string_view(field.id));
                const std::string text = expected(field, outcome.answer.outputs[i], project().strings.words(language));
                CHECK(holds(html, "data-steps=\"" + std::string(field.id) + "\""));
                CHECK(holds(html, "<output data-field=\"" + std::string(field.id) + "\">" + escaped(text) + "</output>"));
            }
        }
    }
    CHECK(calculators >= 7);
}

TEST_CASE("the planner's page shows the options and rejections of gloss size plan, and links each to its scenario")
{
    const site::PlanScenario plan = site::make_plan_scenario(project().catalog, {});
    const site::PlanOutcome outcome = site::run(plan, engine::most_plan_options);
    REQUIRE(outcome.options.size() > 20);
    for (const std::string language : {"zh", "en"}) {
        const site::Words& words = project().strings.words(language);
        const std::string& html = pages().at(language + "/calculators/plan/index.html");
        std::size_t at = html.find("data-rows=\"best\"");
        for (std::size_t i = 0; i < outcome.options.size(); ++i) {
            const engine::PlanOption& option = outcome.options[i];
            const auto candidate = static_cast<std::size_t>(option.layout.candidate);
            INFO(language << " option " << i + 1);
            const std::string name = site::exact_number(option.layout.gpus()) + " × " + plan.gpus[candidate]->name;
            at = html.find("calculators/throughput/?" + escaped(site::throughput_query(plan, option)) + "\">" + escaped(name) + "</a>", at);
            REQUIRE(at != std::string::npos);
            const std::string row = html.substr(at, html.find("</tr>", at) - at);
            for (const auto output : {engine::ThroughputOutput::ttft_s, engine::ThroughputOutput::output_tokens_per_s}) {
                const auto o = static_cast<std::size_t>(output);
                CHECK(holds(row, ">" + expected(engine::throughput_outputs[o], option.outputs[o], words) + "</td>"));
            }
            CHECK(holds(row, "data-cell=\"front\" hidden") != option.pareto);
        }
        for (const engine::PlanRejection& rejection : outcome.rejections)
            CHECK(holds(html, escaped(site::rejection_text(plan, rejection, words))));
        CHECK(holds(html, "<svg class=\"layout\""));
    }
}

TEST_CASE("a link to the speed calculator is the option's scenario")
{
    const site::PlanScenario plan = site::make_plan_scenario(
        project().catalog, std::vector<site::Setting>{{"model", "deepseek-v3"}, {"gpus_allowed", "h100-sxm,mi300x"}, {"prices", "h100-sxm:3"},
                                                      {"requests_per_s", "3"}, {"max_gpus", "64"}});
    const site::PlanOutcome outcome = site::run(plan);
    REQUIRE(!outcome.options.empty());
    for (const engine::PlanOption& option : outcome.options) {
        std::vector<site::Setting> settings;
        std::string query = site::throughput_query(plan, option) + "&";
        for (std::size_t end; (end = query.find('&')) != std::string::npos; query.erase(0, end + 1))
            settings.push_back({query.substr(0, query.find('=')), query.substr(query.find('=') + 1, end - query.find('=') - 1)});
        const site::Outcome same = site::run(site::make_scenario(engine::throughput, project().catalog, settings));
        REQUIRE(same.problems.empty());
        for (std::size_t o = 0; o < option.outputs.size(); ++o)
            if (engine::is_present(option.outputs[o]))
                CHECK(same.answer.outputs[o] == option.outputs[o]);
    }
}

TEST_CASE("every preset and every newcomer's question is a scenario that its calculator answers, and a link on its page")
{
    std::vector<site::Preset> all(site::presets().begin(), site::presets().end());
    all.insert(all.end(), site::questions().begin(), site::questions().end());
    for (std::size_t i = 0; i < all.size(); ++i) {
        const site::Preset& preset = all[i];
        INFO(preset.calculator << " " << preset.query);
        std::vector<site::Setting> settings;
        std::string query = std::string(preset.query) + "&";
        for (std::size_t end; (end = query.find('&')) != std::string::npos; query.erase(0, end + 1))
            settings.push_back({query.substr(0, query.find('=')), query.substr(query.find('=') + 1, end - query.find('=') - 1)});
        const engine::Calculator* calculator = engine::find_calculator(preset.calculator);
        REQUIRE(calculator);
        const site::Outcome outcome = site::run(site::make_scenario(*calculator, project().catalog, settings));
        for (const site::FieldProblem& problem : outcome.problems)
            FAIL(problem.field << " " << problem.code << " " << problem.value);
        for (std::size_t o = 0; o < calculator->outputs.size(); ++o)
            if (calculator->outputs[o].id == "fits")
                CHECK(outcome.answer.outputs[o] != 0); // what its words promise ("fine-tune 8B on one 4090") is possible
        const std::string page = "en/calculators/" + std::string(preset.calculator) + "/", link = "?" + escaped(std::string(preset.query)) + "\"";
        if (i < site::presets().size())
            CHECK(holds(pages().at(page + "index.html"), "href=\"" + link));
        else
            for (const std::string from : {"en/index.html", "en/calculators/index.html"})
                CHECK(holds(pages().at(from), "href=\"/" + page + link));
    }
}

TEST_CASE("a flag's default is one of its options")
{
    const std::string& html = pages().at("zh/calculators/training-memory/index.html");
    CHECK(holds(html, "name=\"chunked_loss\" data-default=\"0\""));
    CHECK_FALSE(holds(html, "data-default=\"false\""));
}

TEST_CASE("the index of calculators leads to all of them, and the navigation to the index")
{
    for (const std::string language : {"zh", "en"}) {
        const std::string& html = pages().at(language + "/calculators/index.html");
        for (const engine::Calculator& calculator : engine::calculators())
            if (site::has_calculator_page(calculator.id))
                CHECK(holds(html, "href=\"/" + language + "/calculators/" + std::string(calculator.id) + "/\""));
        CHECK(holds(pages().at(language + "/index.html"), "href=\"/" + language + "/calculators/\""));
        CHECK(holds(pages().at(language + "/index.html"), "href=\"/" + language + "/accuracy/\""));
    }
}

TEST_CASE("the accuracy page has the numbers of gloss cases")
{
    site::CasesRequest request;
    for (const fs::directory_entry& entry : fs::directory_iterator("content/data/measurements"))
        if (entry.path().extension() == ".json" && entry.path().filename() != "doubtful.json")
            request.files.push_back(entry.path().string());
    std::sort(request.files.begin(), request.files.end());
    request.json = true;
    const site::CommandResult result = site::cases_command(request, project().catalog, project().strings.words("en"));
    site::Diagnostics diagnostics;
    const auto tree = site::parse_json(result.output, "cases", diagnostics);
    REQUIRE(tree);
    const site::Json* summary = tree->find("summary");
    REQUIRE(summary);
    int rows = 0;
    for (const std::string language : {"zh", "en"}) {
        const std::string& html = pages().at(language + "/accuracy/index.html");
        for (std::size_t c = 0; c < summary->values.size(); ++c) {
            const std::size_t section = html.find("<h2 id=\"" + summary->keys[c] + "\">");
            REQUIRE(section != std::string::npos);
            for (std::size_t f = 0; f < summary->values[c].values.size(); ++f) {
                const site::Json& numbers = summary->values[c].values[f];
                const std::size_t row = html.find("<tr data-output=\"" + summary->values[c].keys[f] + "\">", section);
                REQUIRE(row != std::string::npos);
                const std::string text = html.substr(row, html.find("</tr>", row) - row);
                INFO(summary->keys[c] << " " << text);
                const std::string cell = "<td class=\"num\">";
                const double bias = numbers.find("bias")->number;
                const std::string sign = percent(bias) == "0.0%" ? "" : bias > 0 ? "+" : "−";
                CHECK(holds(text, cell + std::to_string(static_cast<int>(numbers.find("n")->number)) + "</td>" + cell +
                                      percent(numbers.find("median_abs_error")->number) + "</td>" + cell +
                                      percent(numbers.find("p90_abs_error")->number) + "</td>" + cell + sign + percent(bias) + "</td>"));
                ++rows;
            }
        }
        CHECK(holds(html, "<svg class=\"scatter\""));
        CHECK_FALSE(holds(html, " style=\""));
    }
    CHECK(rows > 20);
}
