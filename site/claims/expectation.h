#pragma once
// What the catalog or the engine says where a text makes a claim: the figures that would be right, best first.

#include "site/catalog/catalog.h"
#include "site/claims/claim.h"

#include <map>
#include <string>
#include <vector>

namespace site {

struct Expected {
    std::string expression;              ///< `fact "h100-sxm.tdp"`, without unit and digits
    std::string filter;                  ///< of calc: `model_bytes`; empty for a fact
    std::string path;                    ///< what it is called in messages
    std::string source;                  ///< id; empty for the engine
    double value = 0;                    ///< in the quantity's unit
    engine::Unit unit = engine::Unit::none; ///< of the fact or output itself
    double leeway = 0;                   ///< a relative difference that is no disagreement: the engine's formats differ from others' by little
};

class Expectations {
public:
    explicit Expectations(const Catalog& catalog) : m_catalog(catalog) {}

    /// Empty where nothing is known, or the claim is of something else.
    std::vector<Expected> of(const Quantity&, const Hints&, const ProductName&);

private:
    void add_facts(const Row&, const Quantity&, std::span<const std::string> keys, std::vector<Expected>&) const;
    void add_engine(const Row& model, const Hints&, const Quantity&, std::vector<Expected>&);
    double engine_value(const std::string& model, const std::string& weights, std::string_view output);

    const Catalog& m_catalog;
    std::map<std::string, double> m_engine_values;
};

/// Whether the words name the property, so that agreement is no accident.
bool names_property(const Quantity&, const Hints&);

}
