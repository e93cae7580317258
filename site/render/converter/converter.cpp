#include "site/render/converter/converter.h"

#include "engine/converters/converter.h"
#include "site/render/html.h"
#include "site/render/number_text.h"
#include "site/render/warning_text.h"
#include "site/scenario/scenario.h"

#include <algorithm>

namespace site {

namespace {

constexpr int digits = 5;                ///< as web/js/converter.js

std::string choice_word(const Words& words, const engine::Field& field, std::string_view choice)
{
    const std::string key = "value." + std::string(field.id) + "." + std::string(choice);
    return std::string(words.has(key) ? words(key) : choice);
}

std::string options(const Words& words, const engine::Field& field, std::string_view chosen)
{
    std::string html;
    const auto add = [&](std::string_view value, std::string_view text) {
        html.append("<option value=\"").append(escaped(value)).append(value == chosen ? "\" selected>" : "\">").append(escaped(text)).append("</option>");
    };
    for (const std::string_view choice : field.choices)
        add(choice, choice_word(words, field, choice));
    if (field.kind == engine::Kind::flag)
        for (const std::string_view flag : {"0", "1"})
            add(flag, words("flag." + std::string(flag)));
    return html;
}

std::string control(const Words& words, const engine::Field& field, const std::string& id, std::string value)
{
    if (field.kind == engine::Kind::flag)
        value = value == "true" ? "1" : "0";
    const std::string attributes = " id=\"" + id + "\" name=\"" + std::string(field.id) + "\"";
    if (const std::string list = options(words, field, value); !list.empty())
        return "<select" + attributes + ">" + list + "</select>";
    return "<input type=\"text\" inputmode=\"" + std::string(field.unit == engine::Unit::none || field.kind == engine::Kind::count ? "decimal" : "text") +
           "\" autocomplete=\"off\" spellcheck=\"false\"" + attributes + " value=\"" + escaped(value) + "\">";
}

std::string error_words(const Words& words)
{
    std::string json;
    for (const std::string_view error : {"above_most", "below_least", "missing", "not_a_number", "not_whole", "unknown_unit"})
        json.append(json.empty() ? "{" : ",").append(json_string(error)).append(":").append(json_string(words("error." + std::string(error))));
    return json + "}";
}

}

Figure converter_figure(const FigureExpression& expression, const Catalog& catalog, const Words& words)
{
    Figure figure;
    figure.block = true;
    const engine::Calculator* converter = engine::find_converter(expression.name.text);
    if (!converter) {
        std::string known;
        for (const engine::Calculator* one : engine::converters())
            known.append(known.empty() ? "" : ", ").append(one->id);
        figure.problems.push_back(figure_problem("figure-converter", expression.name, {expression.name.text, known}));
        return figure;
    }
    if (!expression.filters.empty())
        figure.problems.push_back(figure_problem("figure-filters", expression.filters.front(), {expression.filters.front().text}));
    std::vector<Setting> settings;
    for (const auto& [key, value] : expression.settings)
        settings.push_back({key.text, value.text});
    const Scenario scenario = make_scenario(*converter, catalog, settings);
    const Outcome outcome = site::evaluate(scenario);
    for (const FieldProblem& wrong : outcome.problems) {
        const auto at = std::find_if(expression.settings.begin(), expression.settings.end(), [&](const auto& s) { return s.first.text == wrong.field; });
        figure.problems.push_back(figure_problem("figure-input", at == expression.settings.end() ? expression.name : at->second, {problem_text(wrong, words)}));
    }
    if (!figure.problems.empty())
        return figure;

    const std::string id(converter->id), base = "converter." + id + ".", prefix = "convert-" + id + "-";
    std::string& html = figure.html;
    html = "<form class=\"converter\" data-converter=\"" + id + "\" aria-labelledby=\"" + prefix + "title\" data-words=\"" + escaped(error_words(words)) +
           "\"><p class=\"converter-title\" id=\"" + prefix + "title\">" + escaped(words(base + "title")) + "</p><div class=\"converter-fields\">";
    for (std::size_t i = 0; i < converter->inputs.size(); ++i) {
        const engine::Field& field = converter->inputs[i];
        const std::string name = prefix + std::string(field.id);
        // What the author wrote stays as written: "80 GB" rather than its bytes.
        const auto own = std::find_if(settings.begin(), settings.end(), [&](const Setting& s) { return s.field == std::string_view(field.id); });
        const bool typed = own != settings.end() && field.choices.empty() && field.kind != engine::Kind::flag;
        html += "<div><label for=\"" + name + "\">" + escaped(words("field." + std::string(field.id) + ".label")) + "</label>" +
                control(words, field, name, typed ? own->value : value_text(scenario, static_cast<int>(i))) + "</div>";
    }
    html += "</div><p class=\"error\" role=\"alert\" hidden></p><dl>";
    for (std::size_t i = 0; i < converter->outputs.size(); ++i) {
        const engine::Field& field = converter->outputs[i];
        html += "<div><dt>" + escaped(words("field." + std::string(field.id) + ".label")) + "</dt><dd><output data-field=\"" + std::string(field.id) + "\">" +
                escaped(number_text(outcome.answer.outputs[i], field.unit, words, digits)) + "</output></dd></div>";
    }
    html += "</dl><p class=\"formula\"><code>" + escaped(words(base + "formula")) + "</code></p></form>";
    return figure;
}

}
