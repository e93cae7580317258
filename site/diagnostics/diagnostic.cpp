#include "site/diagnostics/diagnostic.h"

#include <algorithm>
#include <tuple>

namespace site {

void sort_and_deduplicate(Diagnostics& diagnostics)
{
    const auto order = [](const Diagnostic& d) { return std::tie(d.file, d.where.line, d.where.column, d.code, d.arguments); };
    std::stable_sort(diagnostics.begin(), diagnostics.end(),
                     [&](const Diagnostic& a, const Diagnostic& b) { return order(a) < order(b); });
    const auto end = std::unique(diagnostics.begin(), diagnostics.end(), [&](const Diagnostic& a, const Diagnostic& b) {
        return order(a) == order(b) && a.severity == b.severity;
    });
    diagnostics.erase(end, diagnostics.end());
}

bool has_errors(const Diagnostics& diagnostics)
{
    return std::any_of(diagnostics.begin(), diagnostics.end(),
                       [](const Diagnostic& d) { return d.severity == Severity::error; });
}

}
