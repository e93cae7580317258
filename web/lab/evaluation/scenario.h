#pragma once
// One request of a calculator as the lab's controls hold it: numbers in field order, ids of catalog rows beside them.

#include "web/lab/evaluation/catalog.h"

namespace lab {

struct Scenario {
    const engine::Calculator* calculator = nullptr;
    engine::Inputs inputs{};
    std::vector<std::string> ids; ///< for each input of a catalog kind the row's id; empty: derived or none
    engine::LanguageModel own_model; ///< of `model` = "custom": its members, as the address told them

    /// The table's defaults.
    explicit Scenario(const engine::Calculator&);

    double& operator[](std::string_view field);
    double operator[](std::string_view field) const;
    std::string& id(std::string_view field);
    const std::string& id(std::string_view field) const;

    /// Takes a value in its text form without unit suffixes: `8192`, `max`, `vllm`, `true`, `h100-sxm`, empty for "derived".
    /// False for a field that there is not, or a text that is no value of it; nothing changes then.
    bool set(std::string_view field, std::string_view text);
    /// The same text; empty when absent.
    std::string text(std::size_t field) const;
    /// Whether the field is as the table has it.
    bool is_default(std::size_t field) const;

    bool operator==(const Scenario&) const;
};

inline constexpr std::string_view own_model_id = "custom";

/// The records that the ids name. A device's own fabric has its own rate; an absent value cache is the key cache's.
engine::Specifications specifications(const Scenario&, const Catalog&);

struct Evaluated {
    engine::Problem problem;
    engine::Answer answer;
    bool is_sound() const { return problem.code == engine::ErrorCode::none; }
    double output(const engine::Calculator&, std::string_view field) const; ///< absent without an answer
};
Evaluated evaluate(const Scenario&, const Catalog&);

/// Shortest digits that read back as the same number; `max` for infinity, empty for absent.
std::string exact_number(double);

}
