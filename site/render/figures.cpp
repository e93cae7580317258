#include "site/render/figures.h"

#include "engine/converters/converter.h"
#include "site/diagnostics/suggestion.h"
#include "site/render/converter/converter.h"
#include "site/render/figure_expression.h"
#include "site/render/html.h"
#include "site/render/number_text.h"
#include "site/render/pictures/picture.h"
#include "site/render/warning_text.h"
#include "site/scenario/display_unit.h"
#include "site/scenario/scenario.h"
#include "site/scenario/value_text.h"

#include <algorithm>
#include <charconv>

namespace site {

using engine::Unit;

namespace {

/// The names of the units that a quantity can be printed in.
std::string unit_names(Unit quantity)
{
    std::string names;
    for (const DisplayUnit& unit : display_units())
        if (unit.unit == quantity)
            names.append(names.empty() ? "" : ", ").append(unit.name);
    return names;
}

struct Printing {
    const DisplayUnit* unit = nullptr;   ///< null: the formatter's choice
    int digits = engine::usual_digits;
    double times = 1;                    ///< pieces of it: the memory of eight cards
};

/// Number with its unit as plain text.
std::string printed(double value, Unit quantity, const Printing& printing, const Words& words)
{
    value *= printing.times;
    if (printing.unit) {
        const engine::Language language = words.language() == "zh" ? engine::Language::zh : engine::Language::en;
        const engine::Text number = engine::format(value / printing.unit->factor, Unit::none, language, printing.digits);
        return std::string(number.view()) + " " + std::string(printing.unit->name);
    }
    return number_text(value, quantity, words, printing.digits);
}

/// Reads the unit after a `|`; false and a problem when the quantity cannot be printed in it.
bool read_unit(const FigurePart& filter, Unit quantity, Printing& printing, Figure& figure)
{
    printing.unit = find_display_unit(filter.text, quantity);
    if (!printing.unit)
        figure.problems.push_back(figure_problem("figure-unit", filter, {filter.text, unit_names(quantity)}));
    return printing.unit != nullptr;
}

bool read_digits(const FigurePart& value, Printing& printing, Figure& figure)
{
    const bool sound = value.text.size() == 1 && value.text[0] >= '1' && value.text[0] <= '9';
    if (sound)
        printing.digits = value.text[0] - '0';
    else
        figure.problems.push_back(figure_problem("figure-digits", value, {value.text}));
    return sound;
}

/// A count of pieces, at most a million.
bool read_times(const FigurePart& value, Printing& printing, Figure& figure)
{
    double times = 0;
    const char* end = value.text.data() + value.text.size();
    const auto read = std::from_chars(value.text.data(), end, times);
    const bool sound = read.ec == std::errc() && read.ptr == end && times > 0 && times <= 1e6;
    if (sound)
        printing.times = times;
    else
        figure.problems.push_back(figure_problem("figure-times", value, {value.text}));
    return sound;
}

Figure fact_figure(const FigureExpression& expression, const Catalog& catalog, const Words& words)
{
    Figure figure;
    Printing printing;
    for (const auto& [key, value] : expression.settings) {
        if (key.text == "digits")
            read_digits(value, printing, figure);
        else if (key.text == "times")
            read_times(value, printing, figure);
        else
            figure.problems.push_back(figure_problem("figure-setting", key, {key.text, "digits, times"}));
    }
    const FactLookup found = catalog.fact(expression.name.text);
    if (!found) {
        figure.problems.push_back(figure_problem(found.code, expression.name, found.arguments));
        return figure;
    }
    const Fact& fact = *found.fact;
    if (expression.filters.size() > 1)
        figure.problems.push_back(figure_problem("figure-filters", expression.filters[1], {expression.filters[1].text}));
    if (!expression.filters.empty())
        read_unit(expression.filters.front(), fact.unit, printing, figure);
    if (!figure.problems.empty())
        return figure;
    const std::string text = std::holds_alternative<std::string>(fact.value)
                                 ? std::get<std::string>(fact.value)
                                 : printed(fact.number(), fact.unit, printing, words);
    if (fact.source.empty()) {
        figure.html = "<span class=\"figure\">" + escaped(text) + "</span>";
    } else {
        figure.html = "<a class=\"figure\" href=\"#source-" + escaped(fact.source) + "\">" + escaped(text) + "</a>";
        figure.sources.push_back(fact.source);
    }
    if (fact.unverified)
        figure.html += "<span class=\"unverified\">" + escaped(words("fact.unverified_mark")) + "</span>";
    return figure;
}

Figure calc_figure(const FigureExpression& expression, const Catalog& catalog, const Words& words, std::string url)
{
    Figure figure;
    const engine::Calculator* calculator = engine::find_calculator(expression.name.text);
    if (!calculator)
        calculator = engine::find_converter(expression.name.text);
    if (!calculator) {
        std::vector<std::string_view> known;
        std::string list;
        for (const engine::Calculator& c : engine::calculators()) {
            known.push_back(c.id);
            list.append(list.empty() ? "" : ", ").append(c.id);
        }
        figure.problems.push_back(figure_problem("figure-calculator", expression.name, {expression.name.text, list}));
        return figure;
    }
    if (expression.filters.empty()) {
        figure.problems.push_back(figure_problem("figure-no-output", expression.name, {expression.name.text}));
        return figure;
    }
    const FigurePart& output = expression.filters.front();
    const int index = engine::field_index(calculator->outputs, output.text);
    if (index < 0) {
        std::vector<std::string_view> known;
        for (const engine::Field& field : calculator->outputs)
            known.push_back(field.id);
        figure.problems.push_back(figure_problem("figure-output", output, {output.text, std::string(nearest(output.text, known))}));
        return figure;
    }
    const engine::Field& field = calculator->outputs[static_cast<std::size_t>(index)];
    Printing printing;
    if (expression.filters.size() > 2)
        figure.problems.push_back(figure_problem("figure-filters", expression.filters[2], {expression.filters[2].text}));
    if (expression.filters.size() > 1)
        read_unit(expression.filters[1], field.unit, printing, figure);

    std::vector<Setting> settings;
    std::string query;
    for (const auto& [key, value] : expression.settings) {
        if (key.text == "digits") {
            read_digits(value, printing, figure);
            continue;
        }
        if (key.text == "times") {
            read_times(value, printing, figure);
            continue;
        }
        settings.push_back({key.text, value.text});
        query += (query.empty() ? "?" : "&") + key.text + "=" + query_value(value.text);
    }
    const Outcome outcome = evaluate(make_scenario(*calculator, catalog, settings));
    for (const FieldProblem& wrong : outcome.problems) {
        const auto at = std::find_if(expression.settings.begin(), expression.settings.end(),
                                     [&](const auto& setting) { return setting.first.text == wrong.field; });
        const FigurePart& where = at == expression.settings.end() ? expression.name : at->second;
        figure.problems.push_back(figure_problem("figure-input", where, {problem_text(wrong, words)}));
    }
    if (!figure.problems.empty())
        return figure;
    const double value = outcome.answer.outputs[static_cast<std::size_t>(index)];
    if (!engine::is_present(value)) {
        figure.problems.push_back(figure_problem("figure-no-answer", output, {output.text}));
        return figure;
    }
    const std::string text = field.kind == engine::Kind::choice || field.kind == engine::Kind::flag
                                 ? std::string(words("value." + std::string(field.id) + "." + value_text(field, value)))
                                 : printed(value, field.unit, printing, words);
    figure.html = url.empty() ? "<span class=\"figure computed\">" + escaped(text) + "</span>"
                              : "<a class=\"figure computed\" href=\"" + escaped(url + query) + "\">" + escaped(text) + "</a>";
    return figure;
}

}

Figure CatalogFigures::evaluate(std::string_view text, std::string_view language) const
{
    Figure figure;
    const std::optional<FigureExpression> expression = parse_figure(text, figure.problems);
    if (!expression)
        return figure;
    const Words& words = m_strings.words(language);
    if (expression->kind.text == "fact")
        return fact_figure(*expression, m_catalog, words);
    if (expression->kind.text == "converter")
        return converter_figure(*expression, m_catalog, words);
    if (expression->kind.text == "picture")
        return picture_figure(*expression, m_catalog, words);
    if (expression->kind.text == "calc")
        return calc_figure(*expression, m_catalog, words, m_url ? m_url(language, expression->name.text) : "");
    figure.problems.push_back(figure_problem("figure-kind", expression->kind, {expression->kind.text}));
    return figure;
}

}
