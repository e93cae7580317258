#include "site/render/accuracy/accuracy_page.h"

#include "site/render/accuracy/error_table.h"
#include "site/render/accuracy/scatter.h"
#include "site/render/calculator/calculator_page.h"
#include "site/render/calculator/form.h"
#include "site/render/calculator/layout.h"
#include "site/render/html.h"
#include "site/render/shell.h"
#include "site/render/shown_value.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

namespace site {

namespace {

constexpr std::size_t most_drawn = 2;    ///< outputs of a calculator that have a chart
constexpr int least_charted = 8;         ///< fewer points are no picture
constexpr std::size_t worst_count = 10;
constexpr std::array<std::pair<std::string_view, std::string AccuracyPoint::*>, 3> groupings{
    {{"engine", &AccuracyPoint::engine}, {"gpu", &AccuracyPoint::gpu}, {"family", &AccuracyPoint::family}}};

/// The section of one calculator.
class Section {
public:
    Section(const Website& website, const Edition& edition, const engine::Calculator& calculator)
        : m_website(website), m_edition(edition), m_calculator(calculator)
    {
        for (const AccuracyPoint& point : website.accuracy->points)
            if (point.prediction.measured_case->calculator == calculator.id)
                m_points.push_back(&point);
        m_all = summaries(m_points);
        std::vector<ErrorSummary> ordered = m_all;
        std::stable_sort(ordered.begin(), ordered.end(), [](const ErrorSummary& a, const ErrorSummary& b) { return a.n > b.n; });
        for (const ErrorSummary& summary : ordered)
            if (m_drawn.size() < most_drawn)
                m_drawn.push_back(output(summary.field).id);
    }

    std::string html() const
    {
        const std::string id(m_calculator.id);
        std::string charts, groups;
        for (const std::string_view field : m_drawn)
            if (summary_of(m_points, field).n >= least_charted)
                charts += chart(field);
        for (const auto& [name, member] : groupings)
            groups += group_table(name, member);
        return m_edition.templates.render(
            "items/accuracy_section", {{"id", id},
                                       {"title", escaped(title())},
                                       {"url", m_edition.url("calculators/" + id + "/")},
                                       {"heads", error_heads(m_edition)},
                                       {"sound", has_doubts() ? "true" : ""},
                                       {"rows", summary_rows()},
                                       {"charts", std::move(charts)},
                                       {"groups", std::move(groups)},
                                       {"worst", worst_rows()},
                                       {"doubts", doubt_items()}});
    }

    std::string title() const { return calculator_title(m_website, m_edition, m_calculator.id).title; }

private:
    const engine::Field& output(std::string_view field) const
    {
        return m_calculator.outputs[static_cast<std::size_t>(engine::field_index(m_calculator.outputs, field))];
    }

    bool has_doubts() const
    {
        return std::any_of(m_points.begin(), m_points.end(), [](const AccuracyPoint* p) { return !p->doubt.empty(); });
    }

    std::string summary_rows() const
    {
        const Points sound = select(m_points, [](const AccuracyPoint& p) { return p.doubt.empty(); });
        std::string html;
        for (const ErrorSummary& summary : m_all)
            html += "<tr data-output=\"" + summary.field + "\"><th scope=\"row\">" + escaped(field_label(m_edition, summary.field)) +
                    "</th>" + error_cells(summary) +
                    (has_doubts() ? error_cells(summary_of(sound, summary.field)) : "") + "</tr>";
        return html;
    }

    /// Measured and predicted in the base unit; the case gives them in its own.
    static std::pair<double, double> place(const Prediction& prediction)
    {
        return {prediction.measured * prediction.factor, prediction.predicted * prediction.factor};
    }

    /// By engine; all together where the cases name none, the smallest ones together where there are too many.
    std::vector<ScatterSeries> series(std::string_view field) const
    {
        std::map<std::string, ScatterSeries> by_engine;
        for (const AccuracyPoint* point : m_points) {
            const auto at = place(point->prediction);
            if (point->prediction.field != field || !(at.first > 0) || !(at.second > 0))
                continue;
            ScatterSeries& one = by_engine[point->engine];
            one.name = point->engine.empty() ? std::string(m_edition("accuracy.no_engine")) : point->engine;
            one.points.push_back(at);
        }
        std::vector<ScatterSeries> result;
        for (auto& [name, one] : by_engine)
            result.push_back(std::move(one));
        std::stable_sort(result.begin(), result.end(), [](const auto& a, const auto& b) { return a.points.size() > b.points.size(); });
        while (result.size() > most_series) {
            auto& last = result[result.size() - 2].points;
            last.insert(last.end(), result.back().points.begin(), result.back().points.end());
            result[result.size() - 2].name = m_edition("accuracy.others");
            result.pop_back();
        }
        return result;
    }

    std::string chart(std::string_view field) const
    {
        const auto all = series(field);
        if (all.empty())
            return {};
        const ErrorSummary summary = summary_of(m_points, field);
        const std::string label(field_label(m_edition, field));
        const std::string name = m_edition("accuracy.chart", {label});
        const std::string text = m_edition("accuracy.chart_text", {label, std::to_string(summary.n), error_text(summary.median),
                                                                   error_text(summary.p90)});
        return m_edition.templates.render("items/accuracy_chart", {{"title", escaped(label)},
                                                                   {"chart", scatter(all, output(field).unit, m_edition, name, text)},
                                                                   {"legend", scatter_legend(all)}});
    }

    std::string group_table(std::string_view name, std::string AccuracyPoint::* member) const
    {
        std::string rows = grouped_rows(m_points, member, m_edition, has_doubts());
        if (rows.empty())
            return {};
        return m_edition.templates.render("items/accuracy_group", {{"section", std::string(m_calculator.id)},
                                                                   {"id", std::string(m_calculator.id) + "-" + std::string(name)},
                                                                   {"title", escaped(m_edition("accuracy.by." + std::string(name)))},
                                                                   {"first", escaped(m_edition("accuracy.of." + std::string(name)))},
                                                                   {"sound", has_doubts() ? "true" : ""},
                                                                   {"heads", error_heads(m_edition)},
                                                                   {"rows", std::move(rows)}});
    }

    std::string worst_rows() const
    {
        Points worst = select(m_points, [](const AccuracyPoint& p) { return p.doubt.empty(); });
        std::stable_sort(worst.begin(), worst.end(), [](const AccuracyPoint* a, const AccuracyPoint* b) {
            return std::abs(a->prediction.relative_error) > std::abs(b->prediction.relative_error);
        });
        worst.resize(std::min(worst.size(), worst_count));
        std::string html;
        for (const AccuracyPoint* point : worst) {
            const Prediction& p = point->prediction;
            const MeasuredCase& measured = *p.measured_case;
            const engine::Unit unit = output(p.field).unit;
            const auto [from, to] = place(p);
            html += m_edition.templates.render(
                "items/accuracy_miss", {{"id", escaped(measured.id)},
                                        {"label", escaped(field_label(m_edition, p.field))},
                                        {"predicted", escaped(shown(to, unit, m_edition))},
                                        {"measured", escaped(shown(from, unit, m_edition))},
                                        {"error", escaped(signed_error_text(p.relative_error))},
                                        {"known", escaped(measured.notes)},
                                        {"url", escaped(measured.source_url)},
                                        {"where", escaped(measured.source_where)}});
        }
        return html;
    }

    /// Why measurements are in doubt, and how many for this reason; most first.
    std::string doubt_items() const
    {
        std::map<std::string, int> counts;
        for (const AccuracyPoint* point : m_points)
            if (!point->doubt.empty())
                ++counts[point->doubt];
        std::vector<std::pair<std::string, int>> ordered(counts.begin(), counts.end());
        std::stable_sort(ordered.begin(), ordered.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
        std::string html;
        for (const auto& [reason, count] : ordered)
            html += "<li><span lang=\"en\">" + escaped(reason) + "</span> <span class=\"count\">" +
                    escaped(m_edition("accuracy.figures", {std::to_string(count)})) + "</span></li>";
        return html;
    }

    const Website& m_website;
    const Edition& m_edition;
    const engine::Calculator& m_calculator;
    Points m_points;
    std::vector<ErrorSummary> m_all;
    std::vector<std::string_view> m_drawn;
};

/// Where the cases come from, the largest first.
std::string source_items(const Website& website, const Edition& edition)
{
    std::map<std::string, std::set<const MeasuredCase*>> cases;
    for (const AccuracyPoint& point : website.accuracy->points)
        if (!point.prediction.measured_case->source_url.empty())
            cases[point.prediction.measured_case->source_url].insert(point.prediction.measured_case);
    std::vector<std::pair<std::string, std::size_t>> ordered;
    for (const auto& [url, of] : cases)
        ordered.emplace_back(url, of.size());
    std::stable_sort(ordered.begin(), ordered.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    std::string html;
    for (const auto& [url, count] : ordered)
        html += "<li><a href=\"" + escaped(url) + "\" rel=\"external\">" + escaped(url.substr(std::min(url.find("//") + 2, url.size()))) +
                "</a> <span class=\"count\">" + escaped(edition("accuracy.cases", {std::to_string(count)})) + "</span></li>";
    return html;
}

}

std::string accuracy_summary(const Website& website, const Edition& edition)
{
    const Accuracy& accuracy = *website.accuracy;
    return edition("accuracy.short", {shown(static_cast<double>(accuracy.points.size()), engine::Unit::none, edition),
                                      shown(static_cast<double>(accuracy.cases), engine::Unit::none, edition)});
}

std::string accuracy_page(const Website& website, const Edition& edition)
{
    const Accuracy& accuracy = *website.accuracy;
    std::string sections, contents;
    for (const CalculatorLayout& layout : calculator_layouts()) {
        const engine::Calculator* calculator = engine::find_calculator(layout.calculator);
        if (!calculator || !accuracy.covers(layout.calculator))
            continue;
        const Section section(website, edition, *calculator);
        sections += section.html();
        contents += "<li><a href=\"#" + std::string(layout.calculator) + "\">" + escaped(section.title()) + "</a></li>";
    }
    const auto doubtful = static_cast<std::size_t>(
        std::count_if(accuracy.points.begin(), accuracy.points.end(), [](const AccuracyPoint& p) { return !p.doubt.empty(); }));
    const std::string title(edition("accuracy.title")), tail = "accuracy/";
    const std::vector<Crumb> trail{{title, ""}};
    std::string main = edition.templates.render(
        "accuracy", {{"crumbs", crumbs(website, edition, trail)},
                     {"title", escaped(title)},
                     {"short", escaped(accuracy_summary(website, edition))},
                     {"doubts", escaped(edition("accuracy.doubts", {std::to_string(doubtful)}))},
                     {"skipped", accuracy.skipped == 0 ? "" : escaped(edition("accuracy.skipped", {std::to_string(accuracy.skipped)}))},
                     {"contents", std::move(contents)},
                     {"sections", std::move(sections)},
                     {"sources", source_items(website, edition)}});
    return shell(website, edition,
                 {.kind = "accuracy",
                  .title = title,
                  .description = accuracy_summary(website, edition),
                  .url = edition.url(tail),
                  .section = "accuracy",
                  .languages = website.languages(),
                  .url_tail = tail,
                  .json_ld = {breadcrumb_json(website, edition, trail, edition.url(tail))},
                  .styles = {"accuracy.css"}},
                 std::move(main));
}

}
