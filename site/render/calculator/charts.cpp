#include "site/render/calculator/charts.h"

#include "site/render/calculator/form.h"
#include "site/render/calculator/plot.h"
#include "site/render/html.h"
#include "site/render/shown_value.h"

#include <array>

namespace site {

namespace {

using Names = std::string_view;

template<std::size_t count>
constexpr std::array<double, count> geometric(double first, double factor)
{
    std::array<double, count> values{};
    for (std::size_t i = 0; i < count; ++i, first *= factor)
        values[i] = first;
    return values;
}

constexpr auto concurrencies = geometric<11>(1, 2);
constexpr auto message_sizes = geometric<12>(1024, 4);
constexpr auto fleets = geometric<12>(8, 2);
constexpr double utilizations[] = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1};

constexpr Names rates[] = {"output_tokens_per_s", "stream_tokens_per_s"};
constexpr Names transfers[] = {"busbw_bytes_per_s", "time_s"};
constexpr Names scaling[] = {"tokens_per_s", "mfu"};
constexpr Names costs[] = {"useful_gpu_hour_usd", "cost_per_million_tokens_usd"};

constexpr std::array<ChartSpec, 4> specs{{
    {"throughput", "concurrency", concurrencies, rates, "requests_per_s"},
    {"collective", "bytes", message_sizes, transfers},
    {"training-time", "gpus", fleets, scaling, {}, true, "tokens_per_s"},
    {"billing", "utilization", utilizations, costs, {}, false},
}};

/// One input set to a number: the outputs, or nothing where that has no answer.
std::vector<double> answers(const Scenario& scenario, int input, double value)
{
    Scenario varied = scenario;
    varied.inputs[static_cast<std::size_t>(input)] = value;
    const Outcome outcome = evaluate(varied);
    return outcome.problems.empty() ? std::vector<double>(outcome.answer.outputs.begin(), outcome.answer.outputs.end()) : std::vector<double>();
}

std::string joined(const auto& items, const auto& text)
{
    std::string all;
    for (const auto& item : items)
        all.append(all.empty() ? "" : " ").append(text(item));
    return all;
}

std::string chart_html(const Edition& edition, const Scenario& scenario, const ChartSpec& spec)
{
    const engine::Calculator& calculator = *scenario.calculator;
    const int input = engine::field_index(calculator.inputs, spec.x);
    const engine::Field& x = calculator.inputs[static_cast<std::size_t>(input)];
    std::vector<std::pair<double, std::vector<double>>> rows;
    for (const double value : spec.points)
        if (std::vector<double> outputs = answers(scenario, input, value); !outputs.empty())
            rows.emplace_back(value, std::move(outputs));
    const Outcome now = evaluate(scenario);
    const double here = now.answer.inputs[static_cast<std::size_t>(input)];

    const std::string x_label(field_label(edition, spec.x));
    std::string panels, head = "<th class=\"num\" scope=\"col\">" + escaped(x_label) + "</th>", body;
    for (const std::string_view id : spec.ys) {
        const auto at = static_cast<std::size_t>(engine::field_index(calculator.outputs, id));
        const engine::Field& y = calculator.outputs[at];
        Plot plot{.x_unit = x.unit, .y_unit = y.unit, .log_x = spec.log_x, .line = {}, .ideal = spec.ideal == id, .marks = {}};
        for (const auto& [value, outputs] : rows)
            if (engine::is_present(outputs[at]))
                plot.line.push_back({value, outputs[at], ""});
        if (engine::is_present(here) && engine::is_present(now.answer.outputs[at]) && !plot.line.empty())
            plot.marks.push_back({here, now.answer.outputs[at], "here"});
        const std::string label(field_label(edition, id));
        std::string words;
        if (!plot.line.empty()) {
            const auto text = [&](const PlotPoint& p) {
                return edition("chart.point", {shown(p.x, x.unit, edition), shown(p.y, y.unit, edition)});
            };
            words = edition("chart.text", {label, x_label, text(plot.line.front()), text(plot.line.back())});
        }
        panels += edition.templates.render("items/chart_panel", {{"y", std::string(id)},
                                                                 {"label", escaped(label)},
                                                                 {"hidden", plot.line.empty() ? "true" : ""},
                                                                 {"title", escaped(edition("chart.title", {label, x_label}))},
                                                                 {"svg", plot_svg(edition, plot, words)}});
        head.append("<th class=\"num\" scope=\"col\">").append(escaped(label)).append("</th>");
    }
    for (const auto& [value, outputs] : rows) {
        body.append("<tr><th class=\"num\" scope=\"row\">").append(escaped(shown(value, x.unit, edition))).append("</th>");
        for (const std::string_view id : spec.ys) {
            const auto at = static_cast<std::size_t>(engine::field_index(calculator.outputs, id));
            body.append("<td class=\"num\">").append(escaped(shown(outputs[at], calculator.outputs[at].unit, edition))).append("</td>");
        }
        body += "</tr>";
    }
    const std::string without(spec.without);
    return edition.templates.render(
        "items/chart", {{"x", std::string(spec.x)},
                        {"label", escaped(x_label)},
                        {"points", joined(spec.points, [](double value) { return exact_number(value); })},
                        {"ys", joined(spec.ys, [](std::string_view id) { return std::string(id); })},
                        {"without", without},
                        {"log", spec.log_x ? "true" : ""},
                        {"ideal", std::string(spec.ideal)},
                        {"ideal_words", spec.ideal.empty() ? "" : escaped(edition("chart.ideal"))},
                        {"note", without.empty() ? "" : escaped(edition("chart.without", {field_label(edition, without)}))},
                        {"panels", std::move(panels)},
                        {"head", std::move(head)},
                        {"body", std::move(body)}});
}

}

std::span<const ChartSpec> chart_specs() { return specs; }

std::string charts_html(const Edition& edition, const Scenario& scenario)
{
    std::string charts;
    for (const ChartSpec& spec : specs)
        if (spec.calculator == scenario.calculator->id)
            charts += chart_html(edition, scenario, spec);
    return charts.empty() ? charts : edition.templates.render("charts", {{"charts", std::move(charts)}});
}

}
