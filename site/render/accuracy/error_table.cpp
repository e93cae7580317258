#include "site/render/accuracy/error_table.h"

#include "site/render/calculator/form.h"
#include "site/render/html.h"
#include "site/render/shown_value.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

namespace site {

namespace {

std::string cell(const std::string& text) { return "<td class=\"num\">" + text + "</td>"; }

}

Points select(std::span<const AccuracyPoint* const> points, const std::function<bool(const AccuracyPoint&)>& wanted)
{
    Points result;
    std::copy_if(points.begin(), points.end(), std::back_inserter(result), [&](const AccuracyPoint* p) { return wanted(*p); });
    return result;
}

ErrorSummary summary_of(const Points& points, std::string_view field)
{
    const auto all = summaries(select(points, [&](const AccuracyPoint& p) { return p.prediction.field == field; }));
    return all.empty() ? ErrorSummary{} : all.front();
}

std::string error_text(double fraction)
{
    return engine::is_present(fraction) ? fixed_number(fraction * 100, 1) + "%" : "–";
}

std::string signed_error_text(double fraction)
{
    const std::string size = error_text(std::abs(fraction));
    if (size == "0.0%" || !engine::is_present(fraction))
        return size;
    std::string text = fraction > 0 ? "+" : "\u2212";
    return text.append(size);
}

std::string error_cells(const ErrorSummary& summary)
{
    if (summary.n == 0)
        return cell("–") + cell("–") + cell("–") + cell("–");
    return cell(std::to_string(summary.n)) + cell(error_text(summary.median)) + cell(error_text(summary.p90)) +
           cell(signed_error_text(summary.bias));
}

std::string error_heads(const Edition& edition)
{
    std::string html;
    for (const std::string_view key : {"accuracy.n", "accuracy.median", "accuracy.p90", "accuracy.bias"})
        html += "<th scope=\"col\" class=\"num\">" + escaped(edition(key)) + "</th>";
    return html;
}

std::string grouped_rows(const Points& points, std::string AccuracyPoint::* of, const Edition& edition, bool doubts)
{
    std::map<std::string, Points> groups;
    for (const AccuracyPoint* point : points)
        if (!(point->*of).empty())
            groups[point->*of].push_back(point);
    std::vector<std::pair<std::string, Points>> ordered(groups.begin(), groups.end());
    std::stable_sort(ordered.begin(), ordered.end(), [](const auto& a, const auto& b) { return a.second.size() > b.second.size(); });
    std::string html;
    for (const auto& [name, members] : ordered) {
        const auto all = summaries(members);
        const Points sound = select(members, [](const AccuracyPoint& p) { return p.doubt.empty(); });
        std::string head = "<th scope=\"rowgroup\" rowspan=\"" + std::to_string(all.size()) + "\">" + escaped(name) + "</th>";
        html += "<tbody>";
        for (const ErrorSummary& summary : all) {
            html += "<tr>" + std::exchange(head, "") + "<td>" + escaped(field_label(edition, summary.field)) + "</td>" + error_cells(summary);
            html += (doubts ? error_cells(summary_of(sound, summary.field)) : "") + std::string("</tr>");
        }
        html += "</tbody>";
    }
    return html;
}

}
