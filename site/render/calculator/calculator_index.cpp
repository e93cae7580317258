#include "site/render/calculator/calculator_index.h"

#include "site/render/calculator/calculator_page.h"
#include "site/render/calculator/layout.h"
#include "site/render/calculator/presets.h"
#include "site/render/html.h"
#include "site/render/shell.h"

#include <algorithm>

namespace site {

namespace {

/// "checked against 754 measured figures"; nothing where nothing is measured.
std::string measured_text(const Website& website, const Edition& edition, std::string_view calculator)
{
    if (!website.accuracy || !website.accuracy->covers(calculator))
        return {};
    const auto& points = website.accuracy->points;
    const auto count = std::count_if(points.begin(), points.end(), [&](const AccuracyPoint& point) {
        return point.prediction.measured_case->calculator == calculator;
    });
    return edition("calculator.measured", {std::to_string(count)});
}

}

std::string calculator_index_page(const Website& website, const Edition& edition)
{
    std::string doors;
    for (const CalculatorLayout& layout : calculator_layouts()) {
        const std::string id(layout.calculator);
        const auto [title, short_text] = calculator_title(website, edition, id);
        doors += edition.templates.render("items/door", {{"url", edition.url("calculators/" + id + "/")},
                                                         {"title", escaped(title)},
                                                         {"text", escaped(short_text)},
                                                         {"count", escaped(measured_text(website, edition, id))}});
    }
    const std::string title(edition("calculator.index_title")), description(edition("calculator.index_short"));
    const std::string tail = "calculators/";
    const std::vector<Crumb> trail{{title, ""}};
    std::string main = edition.templates.render("calculators", {{"crumbs", crumbs(website, edition, trail)},
                                                                {"title", escaped(title)},
                                                                {"short", escaped(description)},
                                                                {"embed_url", edition.url("embed/")},
                                                                {"lab_url", edition.url("lab/")},
                                                                {"doors", std::move(doors)},
                                                                {"questions", questions_html(edition)},
                                                                {"accuracy_url", website.accuracy ? edition.url("accuracy/") : ""}});
    return shell(website, edition,
                 {.kind = "calculators",
                  .title = title,
                  .description = description,
                  .url = edition.url(tail),
                  .section = "calculators",
                  .languages = website.languages(),
                  .url_tail = tail,
                  .json_ld = {breadcrumb_json(website, edition, trail, edition.url(tail))},
                  .styles = {"calculator_page.css"}},
                 std::move(main));
}

}
