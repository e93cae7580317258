#include "site/scenario/suggested_change.h"

#include "site/scenario/compatibility.h"

#include <algorithm>

namespace site {

namespace {

double output_of(const Scenario& s, const Outcome& o, std::string_view id)
{
    const int i = engine::field_index(s.calculator->outputs, id);
    return i < 0 ? engine::absent : o.answer.outputs[static_cast<std::size_t>(i)];
}

/// Whether the change reaches what the suggestion is for: that it fits, or that more sequences do.
bool helps(const Scenario& changed, const Outcome& before)
{
    const Outcome after = evaluate(changed);
    if (!after.problems.empty() || output_of(changed, after, "fits") != 1)
        return false;
    return output_of(changed, before, "fits") != 1 ||
           output_of(changed, after, "capacity_sequences") > output_of(changed, before, "capacity_sequences");
}

/// Formats of weights that a checkpoint of the same kind comes in: GGUF for GGUF, else plain numbers and grouped 4 bits.
bool is_alternative(const FormatRow& format, std::string_view field, bool gguf)
{
    if (field != "weights")
        return is_cache_format(format) && format.kind == (gguf ? "gguf" : "float");
    return gguf ? format.kind == "gguf" : format.kind == "float" || format.kind == "grouped";
}

std::string narrower_format(const Scenario& scenario, const Outcome& outcome, const Catalog& catalog, std::string_view field)
{
    const bool is_weights = field == "weights";
    engine::NumberFormat engine::Specifications::* const slot =
        is_weights ? &engine::Specifications::weights : &engine::Specifications::kv_cache;
    std::vector<const FormatRow*> rows;
    for (const FormatRow& row : catalog.formats.rows())
        if (is_alternative(row, field, scenario.specs.weights.gguf > 0))
            rows.push_back(&row);
    std::stable_sort(rows.begin(), rows.end(), [](const FormatRow* a, const FormatRow* b) {
        return a->spec.bits_per_weight > b->spec.bits_per_weight;
    });
    const double now = engine::value_or((scenario.specs.*slot).bits_per_weight, 16);
    for (const FormatRow* row : rows) {
        if (!(row->spec.bits_per_weight < now))
            continue;
        Scenario changed = scenario;
        changed.specs.*slot = row->spec;
        if (!is_weights)
            changed.specs.value_cache = row->spec;
        if (helps(changed, outcome))
            return row->id;
    }
    return {};
}

}

std::vector<SuggestedChange> suggested_changes(const Scenario& scenario, const Outcome& outcome, const Catalog& catalog)
{
    std::vector<SuggestedChange> changes;
    for (int i = 0; i < outcome.answer.suggestions_used; ++i) {
        const engine::Suggestion& s = outcome.answer.suggestions[static_cast<std::size_t>(i)];
        const engine::Field& field = scenario.calculator->inputs[static_cast<std::size_t>(s.field)];
        SuggestedChange change{.field = std::string(field.id), .value = value_text(field, s.value), .number = s.value};
        if (field.kind == engine::Kind::format) {
            change.value = narrower_format(scenario, outcome, catalog, field.id);
            change.is_number = false;
        }
        if (!change.value.empty())
            changes.push_back(std::move(change));
    }
    return changes;
}

}
