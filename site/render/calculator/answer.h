#pragma once
// The answer of a calculator as HTML: verdict and bar or headline, key figures, and each output with its derivation.
// What stands where: layout.h.

#include "site/render/website.h"
#include "site/scenario/scenario.h"

#include <string>
#include <string_view>

namespace site {

/// What a calculator's page shows beside its form.
struct AnswerParts {
    std::string answer, details, strings;
    std::string charts;                    ///< may be empty

};

/// The section .answer: verdict and bar or headline, figures, warnings, suggestions. Without figures on the home page.
enum class AnswerSize { full, small };
std::string answer_html(const Website&, const Edition&, const Scenario&, const Outcome&, AnswerSize);

/// The section .derivations: every output in a <details>.
std::string derivations_html(const Website&, const Edition&, const Scenario&, const Outcome&);

/// The value of an output, or absent.
double output_value(const Scenario&, const Outcome&, std::string_view field);
/// What it shows: "31.2 GB", "2", "ring", a dash.
std::string output_text(const Edition&, const Scenario&, const Outcome&, std::string_view field);
/// "36.2 – 41.0 ms"; "extrapolated" where cases are measured but none like this one; nothing for what is never measured.
std::string range_text(const Website&, const Edition&, const Scenario&, const Outcome&, std::string_view field);
/// Whether the engine can tell how far off this output may be: it did for some measured case.
bool has_range(const Website&, const Scenario&, std::string_view field);

/// The JSON of the words that the element needs: warnings, errors, units, and for the full page the steps and their terms.
std::string strings_json(const Website&, const Edition&, const engine::Calculator&, AnswerSize);

}
