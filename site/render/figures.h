#pragma once
// `{{ fact "h100-sxm.memory_bandwidth" }}`, `{{ calc "inference-memory" model="..." | weights_bytes | GB }}` and
// `{{ picture "roofline" gpu="h100-sxm" ... }}` (pictures/picture.h), `{{ converter "byte-units" }}` (converter/converter.h) -> HTML.
//
//     CatalogFigures figures(catalog, strings, [](auto language, auto id) { return "/zh/calculators/..."; });
//
// An expression is a kind, a quoted name, `key="value"` pairs, and after each `|` an output of the calculator (calc) or the
// unit to print it in. `digits="4"` sets significant digits, `times="8"` multiplies: the memory of eight cards. A fact links to its source at the end of the page, an
// estimate to its calculator with these inputs, so that every number opens where it comes from.

#include "site/catalog/catalog.h"
#include "site/render/prose.h"
#include "site/render/strings.h"

#include <functional>
#include <string>

namespace site {

class CatalogFigures : public FigureEvaluator {
public:
    /// The address of a calculator's page in this language, or empty when there is none.
    using CalculatorUrl = std::function<std::string(std::string_view language, std::string_view calculator)>;

    CatalogFigures(const Catalog& catalog, const Strings& strings, CalculatorUrl url)
        : m_catalog(catalog), m_strings(strings), m_url(std::move(url))
    {
    }

    Figure evaluate(std::string_view expression, std::string_view language) const override;

private:
    const Catalog& m_catalog;
    const Strings& m_strings;
    CalculatorUrl m_url;
};

}
