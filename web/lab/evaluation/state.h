#pragma once
// Everything that a reader can change, and its text: what the address of the page or a file on the desktop holds.
//
// Keys of a query: panel, and those of the panels below; the fields of throughput without a prefix; `collective.<field>`;
// `training.<field>` (of training-time). `model` and `gpu` are the same everywhere. Only what differs from the default is written.

#include "web/lab/evaluation/scenario.h"

#include <array>

namespace lab {

enum class Panel { map, roofline, curves, topology, parallelism, measured };
inline constexpr std::array<std::string_view, 6> panel_ids{"map", "roofline", "curves", "topology", "parallelism", "measured"};

enum class MapMetric { fits, output_rate, ttft, cost };
inline constexpr std::array<std::string_view, 4> map_metric_ids{"fits", "output_tokens_per_s", "ttft_s",
                                                                "cost_per_million_output_tokens_usd"};

enum class Job { serving, training };
inline constexpr std::array<std::string_view, 2> job_ids{"serving", "training"};

struct State {
    Panel panel = Panel::map;
    Scenario serving, collective, training;
    MapMetric metric = MapMetric::output_rate;
    std::vector<std::string> compared;   ///< devices of the curves
    int step = 0;                        ///< of the collective's traffic; 0 is before the first
    Job job = Job::serving;              ///< of the parallelism panel
    std::string measured_output;         ///< "throughput.tpot_s": what the measured panel shows

    State();
    bool operator==(const State&) const;
};

/// One `key=value` of the query.
struct Setting {
    std::string key, value;
};

/// The settings that differ from State{}, in an order that does not change.
std::vector<Setting> settings(const State&);
/// Takes one over. False for a key that there is not, or a text that is no value of it.
bool apply(State&, std::string_view key, std::string_view value);
/// The field that a key is about, with its calculator: for those who read units (`8k`, `80GB`). Null: none.
const engine::Field* field_of(std::string_view key);

/// The settings of one calculator that differ from its defaults, under its own names: the address of its page.
std::vector<Setting> calculator_settings(const State&, const engine::Calculator&);

/// The serving scenario as inference-memory's: the fields they share, and the context that throughput derives.
Scenario memory_scenario(const Scenario& serving);

/// `training` and `collective` take model and gpu from `serving`.
void share_names(State&);

}
