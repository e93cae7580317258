#include "site/scenario/inline_model.h"

#include "engine/units/unit.h"
#include "site/diagnostics/suggestion.h"
#include "site/scenario/scenario.h"
#include "site/scenario/value_text.h"

#include <algorithm>
#include <cmath>

namespace site {

using engine::LanguageModel;

namespace {

template<std::size_t N>
std::string joined(const std::array<std::string_view, N>& names)
{
    std::string text;
    for (const std::string_view name : names)
        text.append(text.empty() ? "" : ", ").append(name);
    return text;
}

/// The index of `text` among the names of an enumeration, or a problem.
template<std::size_t N>
void read_name(const Setting& setting, const std::array<std::string_view, N>& names, double& slot,
               std::vector<InlineProblem>& problems)
{
    const auto found = std::find(names.begin(), names.end(), setting.value);
    if (found == names.end())
        problems.push_back({setting.field, "not_a_choice", setting.value, joined(names)});
    else
        slot = static_cast<double>(found - names.begin());
}

void count_layers(const Setting& setting, LanguageModel& model, std::vector<InlineProblem>& problems)
{
    double full = 0, sliding = 0, linear = 0;
    std::string_view rest = setting.value;
    while (!rest.empty()) {
        const std::size_t comma = rest.find(',');
        const std::string_view item = rest.substr(0, comma);
        rest.remove_prefix(comma == rest.npos ? rest.size() : comma + 1);
        if (item == "full_attention" || item == "full")
            ++full;
        else if (item == "sliding_attention" || item == "sliding" || item == "chunked_attention")
            ++sliding;
        else if (item == "linear_attention" || item == "linear")
            ++linear;
        else
            problems.push_back({setting.field, "not_a_choice", std::string(item),
                                "full_attention, sliding_attention, chunked_attention, linear_attention"});
    }
    model.full_layers = full;
    model.sliding_layers = sliding;
    model.linear_layers = linear;
}

/// What no model can be: members that contradict each other.
void check_shape(const LanguageModel& m, std::vector<InlineProblem>& problems)
{
    const auto complain = [&](std::string_view member, double value, std::string_view other, double other_value) {
        problems.push_back({std::string(member), "inconsistent", exact_number(value),
                            "model." + std::string(other) + " = " + exact_number(other_value)});
    };
    const double kv_heads = engine::value_or(m.kv_heads, m.heads);
    const bool latent = m.attention == static_cast<double>(engine::Attention::mla);
    if (engine::is_present(m.heads) && engine::is_present(kv_heads) && !latent && kv_heads > 0 &&
        (kv_heads > m.heads || std::fmod(m.heads, kv_heads) != 0))
        complain("kv_heads", kv_heads, "heads", m.heads);
    if (engine::is_present(m.experts_active) && engine::is_present(m.experts_total) && m.experts_active > m.experts_total)
        complain("experts_active", m.experts_active, "experts_total", m.experts_total);
    if (latent && !(m.kv_lora_rank > 0))
        problems.push_back({"kv_lora_rank", "empty", "", "1 - 1e15"});
}

}

std::vector<InlineProblem> read_inline_model(std::span<const Setting> members, LanguageModel& model)
{
    constexpr double largest = 1e15; // No shape or count of a model comes near; beyond it arithmetic would lose digits.
    std::vector<InlineProblem> problems;
    for (const Setting& setting : members) {
        if (setting.field == "name")
            continue;
        if (setting.field == "layer_types") {
            count_layers(setting, model, problems);
            continue;
        }
        const auto member = std::find_if(engine::language_model_members.begin(), engine::language_model_members.end(),
                                         [&](const auto& m) { return m.id == setting.field; });
        if (member == engine::language_model_members.end()) {
            std::vector<std::string_view> known{"layer_types"};
            for (const auto& m : engine::language_model_members)
                known.push_back(m.id);
            problems.push_back({setting.field, "unknown_field", setting.value, std::string(nearest(setting.field, known))});
            continue;
        }
        double& slot = model.*member->member;
        if (setting.field == "attention")
            read_name(setting, engine::attention_ids, slot, problems);
        else if (setting.field == "linear_attention")
            read_name(setting, engine::linear_attention_ids, slot, problems);
        else if (setting.value == "true" || setting.value == "false")
            slot = setting.value == "true";
        else if (setting.value.empty() || setting.value == "null")
            slot = engine::absent;
        else {
            const engine::Unit unit = setting.field == "max_context" ? engine::Unit::tokens : engine::Unit::parameters;
            const ParsedValue parsed = parse_quantity(setting.value, unit);
            if (parsed.error != ValueError::none)
                problems.push_back({setting.field, std::string(value_error_id(parsed.error)), setting.value, "0 - 1e15"});
            else if (parsed.value != std::floor(parsed.value))
                problems.push_back({setting.field, "not_whole", setting.value, "0 - 1e15"});
            else if (!(parsed.value >= 0 && parsed.value <= largest))
                problems.push_back({setting.field, "above_most", setting.value, "0 - 1e15"});
            else
                slot = parsed.value;
        }
    }
    if (problems.empty())
        check_shape(model, problems);
    return problems;
}

}
