#include "site/commands/plan.h"

#include "engine/units/format.h"
#include "site/commands/json_output.h"
#include "site/commands/table_text.h"
#include "site/render/plan_text.h"
#include "site/render/warning_text.h"

#include <algorithm>

namespace site {

using engine::ThroughputOutput;
using engine::Unit;

namespace {

constexpr std::size_t shown_options = 10;

engine::Language language_of(const Words& words)
{
    return words.language() == "zh" ? engine::Language::zh : engine::Language::en;
}

std::string shown(double value, Unit unit, const Words& words)
{
    return std::string(engine::format(value, unit, language_of(words), 3).view());
}

std::string options_table(const PlanScenario& plan, const PlanOutcome& outcome, const Words& words)
{
    TableText table({Align::right, Align::left, Align::left, Align::right, Align::left, Align::left, Align::right,
                     Align::right, Align::right, Align::right, Align::right});
    std::vector<std::string> head{"",
                                  "",
                                  std::string(words("field.gpu.label")),
                                  std::string(words("field.gpus.label")),
                                  std::string(words("plan.layout")),
                                  std::string(words("plan.formats"))};
    const ThroughputOutput columns[] = {
        ThroughputOutput::ttft_s, ThroughputOutput::tpot_s, ThroughputOutput::output_tokens_per_s,
        ThroughputOutput::cost_per_million_output_tokens_usd, ThroughputOutput::energy_per_million_output_tokens_kwh};
    for (const ThroughputOutput column : columns)
        head.emplace_back(
            words("plan.column." + std::string(engine::throughput_outputs[static_cast<std::size_t>(column)].id)));
    table.add(std::move(head));
    for (std::size_t i = 0; i < std::min(shown_options, outcome.options.size()); ++i) {
        const engine::PlanOption& option = outcome.options[i];
        const FormatPair& formats = plan.format_ids[static_cast<std::size_t>(option.layout.format)];
        std::vector<std::string> row{exact_number(static_cast<double>(i + 1)),
                                     option.pareto ? "*" : "",
                                     plan.gpus[static_cast<std::size_t>(option.layout.candidate)]->id,
                                     exact_number(option.layout.gpus()),
                                     layout_text(option.layout),
                                     formats.weights + " / " + formats.kv_cache};
        for (const ThroughputOutput column : columns) {
            const double value = option.outputs[static_cast<std::size_t>(column)];
            row.push_back(engine::is_present(value)
                              ? shown(value, engine::throughput_outputs[static_cast<std::size_t>(column)].unit, words)
                              : "-");
        }
        table.add(std::move(row));
    }
    return table.text();
}

} // namespace

CommandResult plan_command(const PlanScenario& plan, const PlanOutcome& outcome, bool json, const Words& words)
{
    const std::vector<std::string> warnings = warning_texts(engine::plan_calculator, outcome.answer, words);
    std::vector<std::string> reasons;
    for (const engine::PlanRejection& rejection : outcome.rejections)
        reasons.push_back(rejection_text(plan, rejection, words));
    if (json)
        return {.exit_code = 0, .output = plan_json(plan, outcome, reasons, warnings), .errors = {}};

    CommandResult result;
    if (!outcome.options.empty()) {
        result.output = options_table(plan, outcome, words);
        const auto front =
            std::count_if(outcome.options.begin(), outcome.options.end(), [](const auto& o) { return o.pareto; });
        result.output += words("plan.summary", {std::to_string(outcome.options.size()), std::to_string(front)}) + "\n";
    }
    for (const std::string& warning : warnings)
        result.output += "! " + warning + "\n";
    TableText rejected({Align::left, Align::left});
    for (std::size_t i = 0; i < reasons.size(); ++i)
        rejected.add({"- " + plan.gpus[static_cast<std::size_t>(outcome.rejections[i].candidate)]->id, reasons[i]});
    result.output += rejected.text();
    return result;
}

} // namespace site
