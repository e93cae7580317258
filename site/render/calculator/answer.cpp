#include "site/render/calculator/answer.h"

#include "site/render/calculator/form.h"
#include "site/render/calculator/layout.h"
#include "site/render/calculator/memory_bar.h"
#include "site/render/html.h"
#include "site/render/shown_value.h"
#include "site/render/warning_text.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace site {

namespace {

using engine::Field;
using engine::Unit;

/// What all parts of an answer are made from.
struct Answered {
    const Website& website;
    const Edition& edition;
    const Scenario& scenario;
    const Outcome& outcome;
    const CalculatorLayout& layout;

    double value(std::string_view field) const { return output_value(scenario, outcome, field); }
    std::string text(std::string_view field) const { return output_text(edition, scenario, outcome, field); }
    std::string part_label(std::string_view id) const { return std::string(edition("part." + std::string(id))); }
};

std::string bar(const Answered& a)
{
    const double usable = engine::value_or(a.value("usable_bytes"), 0), total = engine::value_or(a.value("total_bytes"), 0);
    const double whole = std::max({usable, total, 1.0});
    std::vector<BarPart> segments;
    std::vector<std::string> said;
    for (const LayoutPart& part : a.layout.parts) {
        segments.push_back({part.id, part.field, a.part_label(part.id), engine::value_or(a.value(part.field), 0) / whole});
        said.push_back(a.text(part.field));
    }
    segments.push_back({"free", "", a.part_label("free"), std::max(0.0, usable - total) / whole});
    said.push_back(a.text("usable_bytes"));
    const std::vector<std::string_view> arguments(said.begin(), said.end());
    const std::string words = fill(a.edition(bar_words(a.layout)), arguments);
    return memory_bar(segments, usable > 0 ? usable / whole : 1, words, words);
}

std::string legend(const Answered& a)
{
    const double total = a.value("total_bytes");
    std::string html;
    for (const LayoutPart& part : a.layout.parts)
        html += a.edition.templates.render(
            "items/part", {{"part", std::string(part.id)},
                           {"label", escaped(a.part_label(part.id))},
                           {"field", std::string(part.field)},
                           {"value", escaped(a.text(part.field))},
                           {"share", escaped(shown(a.value(part.field) / total, Unit::fraction, a.edition, 2))}});
    return html;
}

std::string facts(const Answered& a)
{
    std::string html;
    for (const std::string_view field : a.layout.key_figures)
        html += a.edition.templates.render("items/fact", {{"field", std::string(field)},
                                                          {"label", escaped(field_label(a.edition, field))},
                                                          {"value", escaped(a.text(field))}});
    return html;
}

std::string headline(const Answered& a)
{
    std::string html;
    for (const std::string_view field : a.layout.headline)
        html += a.edition.templates.render(
            "items/headline", {{"field", std::string(field)},
                               {"label", escaped(field_label(a.edition, field))},
                               {"value", escaped(a.text(field))},
                               {"measured", has_range(a.website, a.scenario, field) ? "true" : ""},
                               {"range", escaped(range_text(a.website, a.edition, a.scenario, a.outcome, field))}});
    return html;
}

/// How many devices: an output, or an input as the engine used it.
std::string count(const Answered& a)
{
    if (engine::field_index(a.scenario.calculator->outputs, a.layout.count) >= 0)
        return a.text(a.layout.count);
    const int index = engine::field_index(a.scenario.calculator->inputs, a.layout.count);
    if (index < 0)
        return {};
    const auto at = static_cast<std::size_t>(index);
    return value_text(a.scenario.calculator->inputs[at], a.outcome.answer.inputs[at]);
}

/// "Llama 3.3 70B · 4 × H100 SXM"
std::string about(const Answered& a)
{
    std::string html;
    for (const std::string_view field : a.layout.about) {
        html += html.empty() ? "" : " · ";
        if (field == "gpu")
            html.append("<output data-field=\"").append(a.layout.count).append("\">").append(escaped(count(a))).append("</output> × ");
        html.append("<b data-input=\"").append(field).append("\">")
            .append(escaped(input_text(a.website, a.edition, a.scenario, field))).append("</b>");
    }
    return html;
}

std::string warnings(const Answered& a)
{
    std::string html;
    for (const std::string& text : warning_texts(*a.scenario.calculator, a.outcome.answer, *a.edition.words))
        html.append("<li>").append(escaped(text)).append("</li>");
    return html;
}

std::string suggestions(const Answered& a)
{
    std::string html;
    for (int i = 0; i < a.outcome.answer.suggestions_used; ++i) {
        const engine::Suggestion& suggestion = a.outcome.answer.suggestions[static_cast<std::size_t>(i)];
        if (suggestion.field < 0 || !engine::is_present(suggestion.value))
            continue; // "A smaller format": only the element, which has the formats, can name it.
        const Field& field = a.scenario.calculator->inputs[static_cast<std::size_t>(suggestion.field)];
        const std::string value = shown(suggestion.value, Unit::none, a.edition, 12);
        std::string plain;
        std::copy_if(value.begin(), value.end(), std::back_inserter(plain), [](char c) { return c != ','; });
        html.append("<li><a href=\"?").append(field.id).append("=").append(plain).append("\">")
            .append(escaped(a.edition("suggestion.set", {field_label(a.edition, field.id), value}))).append("</a></li>");
    }
    return html;
}

}

double output_value(const Scenario& scenario, const Outcome& outcome, std::string_view field)
{
    const int index = engine::field_index(scenario.calculator->outputs, field);
    return index < 0 ? engine::absent : outcome.answer.outputs[static_cast<std::size_t>(index)];
}

std::string output_text(const Edition& edition, const Scenario& scenario, const Outcome& outcome, std::string_view field)
{
    const int index = engine::field_index(scenario.calculator->outputs, field);
    if (index < 0)
        return {};
    const Field& output = scenario.calculator->outputs[static_cast<std::size_t>(index)];
    const double value = outcome.answer.outputs[static_cast<std::size_t>(index)];
    const bool is_word = output.kind == engine::Kind::choice || output.kind == engine::Kind::flag;
    if (is_word && engine::is_present(value))
        return std::string(edition("value." + std::string(field) + "." + value_text(output, value)));
    return shown(value, output.unit, edition);
}

bool has_range(const Website& website, const Scenario& scenario, std::string_view field)
{
    return website.accuracy && website.accuracy->has_range(scenario.calculator->id, field);
}

std::string range_text(const Website& website, const Edition& edition, const Scenario& scenario, const Outcome& outcome,
                       std::string_view field)
{
    const int index = engine::field_index(scenario.calculator->outputs, field);
    if (index < 0)
        return {};
    const auto at = static_cast<std::size_t>(index);
    const Unit unit = scenario.calculator->outputs[at].unit;
    const double low = outcome.answer.low[at], high = outcome.answer.high[at];
    if (high > low)
        return shown(low, unit, edition) + " – " + shown(high, unit, edition);
    const bool unknown = engine::is_present(outcome.answer.outputs[at]) && has_range(website, scenario, field);
    return unknown ? std::string(edition("range.extrapolated")) : std::string();
}

std::string answer_html(const Website& website, const Edition& edition, const Scenario& scenario, const Outcome& outcome,
                        AnswerSize size)
{
    const Answered a{website, edition, scenario, outcome, *find_layout(scenario.calculator->id)};
    const bool bars = !a.layout.parts.empty();
    const bool known = engine::is_present(a.value("usable_bytes")), fits = a.value("fits") == 1;
    const std::string spare = bars ? shown(std::abs(a.value("spare_bytes")), Unit::bytes, edition) : std::string();
    return edition.templates.render(
        "answer", {{"verdict", !bars ? "" : !known ? "unknown" : fits ? "fits" : "misses"},
                   {"gpus", escaped(count(a))},
                   {"gpu", escaped(input_text(website, edition, scenario, "gpu"))},
                   {"spare", escaped(spare)},
                   {"total", escaped(a.text("total_bytes"))},
                   {"usable", escaped(a.text("usable_bytes"))},
                   {"bar", bars ? bar(a) : ""},
                   {"legend", bars ? legend(a) : ""},
                   {"about", about(a)},
                   {"headline", headline(a)},
                   {"facts", size == AnswerSize::full ? facts(a) : ""},
                   {"warnings", warnings(a)},
                   {"suggestions", suggestions(a)}});
}

}
