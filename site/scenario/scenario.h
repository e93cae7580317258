#pragma once
// One run of a calculator from texts: what the command line, a figure in prose, a case file and a page's default share.
//
//     Scenario scenario = make_scenario(calculator, catalog, {{"model", "llama-3.3-70b"}, {"context", "8k"}});
//     if (scenario.problems.empty())
//         Outcome outcome = run(scenario);

#include "engine/calculators/calculator.h"
#include "site/catalog/catalog.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace site {

/// `field=value` as a person wrote it. An inline model's members are fields too: `model.layers=32`.
struct Setting {
    std::string field, value;
};

/// Why a request cannot be run: which field, why, what is allowed. The words are error.<code> in assets/strings.
struct FieldProblem {
    std::string field;
    std::string code;      ///< an id of engine::error_ids, of ValueError, or unknown_field, unknown_id
    std::string value;     ///< what was written
    std::string allowed;   ///< what would be accepted, or the nearest id of an unknown one
};

struct Scenario {
    const engine::Calculator* calculator = nullptr;
    engine::Inputs inputs{};
    engine::Specifications specs{};
    std::vector<std::string> ids;          ///< for each input: the catalog id chosen, "custom" for an inline model, or "";
                                           ///< a list's ids `a,b` or `a:price,b:price`
    std::string fabrics, networks;         ///< ids that the accelerator could be given instead of what it has
    std::vector<FieldProblem> problems;
};

/// Defaults, then the settings in order, then the catalog rows they name. `intra_fabric` defaults to the accelerator's.
Scenario make_scenario(const engine::Calculator&, const Catalog&, std::span<const Setting>);

/// One item of a list of ids or of a map: `h100-sxm` or `h100-sxm:2.5`.
struct ListItem {
    std::string id, value;
};
std::vector<ListItem> list_items(std::string_view text);

struct Outcome {
    engine::Answer answer;
    engine::Derivation derivation;
    std::vector<FieldProblem> problems;    ///< of the engine's own checks
};

/// Evaluates and derives.
Outcome run(const Scenario&);
/// Evaluates only.
Outcome evaluate(const Scenario&);

/// The text of an input's value as the command line reads it: an id, a choice, a number; empty when absent.
std::string value_text(const Scenario&, int input);
/// The same of an input or output that is no catalog id.
std::string value_text(const engine::Field&, double value);
/// Digits that read back as the same number; `max`; empty when absent.
std::string exact_number(double value);

}
