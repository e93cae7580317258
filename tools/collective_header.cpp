#include "tools/collective_header.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <string>

using namespace engine;

namespace {

/// `{9.3, 0.87, ...}`: the members in order, four digits.
template<class Constants, class Members>
std::string braces(const Constants& constants, const Members& members)
{
    std::string text = "{";
    for (const auto& m : members) {
        char digits[32];
        std::snprintf(digits, sizeof digits, "%.4g", constants.*m.member);
        text += (text.size() > 1 ? ", " : "") + std::string(digits);
    }
    return text + "}";
}

}

Spread spread_of(const std::vector<std::pair<const Case*, double>>& left_out)
{
    std::array<std::array<std::array<std::vector<double>, 3>, 2>, 4> ratios;
    for (const auto& [c, predicted] : left_out) {
        const SpreadKind kind = spread_kind(interconnect(c->wiring), c->group, c->bytes * units::B);
        ratios[kind.place][kind.operation][kind.size].push_back(c->seconds / predicted);
    }
    Spread spread{};
    for (std::size_t i = 0; i < ratios.size(); ++i)
        for (std::size_t j = 0; j < ratios[i].size(); ++j)
            for (std::size_t k = 0; k < ratios[i][j].size(); ++k) {
                std::vector<double>& list = ratios[i][j][k];
                std::sort(list.begin(), list.end());
                const double n = static_cast<double>(list.size());
                const bool enough = list.size() >= 5;
                const auto at = [&](double q) { return list[static_cast<std::size_t>(q * (n - 1) + 0.5)]; };
                spread[i][j][k] = {enough ? std::min(at(.1), 1.0) : 0, enough ? std::max(at(.9), 1.0) : 0, n};
            }
    return spread;
}

void write_header(const CollectiveConstants& k, const std::vector<Case>& cases, const Spread& spread, const char* path)
{
    std::ofstream out(path);
    const auto count = [&](auto&& is) { return std::count_if(cases.begin(), cases.end(), is); };
    out << "#pragma once\n"
           "// Written by tools/fit_collective (--write); do not edit. The constants of the collective model "
           "(lanes.h), fitted to\n"
           "// content/data/measurements/collectives.json from a start and a freedom that tools/fit_collective.cpp "
           "states, and the\n"
           "// spread of its errors. Times in microseconds, rates of the low lanes between domains in GB/s, shares as "
           "fractions.\n\n"
           "#include \"engine/models/lanes.h\"\n\nnamespace engine {\n\n"
           "inline constexpr CollectiveConstants collective_constants{\n    .fabrics{{\n";
    const auto comment = [&](const char* what, const auto& members) {
        std::string line = std::string("        // ") + what;
        for (const auto& m : members) {
            if (line.size() + m.id.size() > 118) {
                out << line << "\n";
                line = "        //";
            }
            line += " " + std::string(m.id);
        }
        out << line << "\n";
    };
    comment("", fabric_constants);
    for (std::size_t f = 0; f < k.fabrics.size(); ++f)
        out << "        // " << fabric_kind_ids[f] << ": "
            << count([&](const Case& c) { return static_cast<std::size_t>(c.fabric) == f; }) << " cases\n        "
            << braces(k.fabrics[f], fabric_constants) << ",\n";
    out << "    }},\n    .networks{{\n";
    comment("", network_constants);
    for (std::size_t n = 0; n < k.networks.size(); ++n)
        out << "        // " << network_kind_ids[n] << ": "
            << count([&](const Case& c) { return c.between && static_cast<std::size_t>(c.network) == n; })
            << " cases\n        " << braces(k.networks[n], network_constants) << ",\n";
    char line[200];
    std::snprintf(line, sizeof line,
                  "    }},\n    .host_time = %.4g,\n    .ramp_slope = %.4g,\n    .tree_share = %.4g,\n};\n\n",
                  k.host_time, k.ramp_slope, k.tree_share);
    out << line
        << "/// Least and most of measured / predicted (10th and 90th percentile, sources left out) and the cases, by "
           "SpreadKind;\n"
           "/// 0 where fewer than five cases are comparable.\n"
           "struct ErrorSpread {\n    double low, high, cases;\n};\n"
           "inline constexpr ErrorSpread collective_spread[4][2][3]{\n";
    for (const auto& place : spread) {
        out << "    {";
        for (std::size_t j = 0; j < place.size(); ++j) {
            out << (j ? ",\n     {" : "{");
            for (std::size_t i = 0; i < place[j].size(); ++i) {
                std::snprintf(line, sizeof line, "%s{%.3g, %.3g, %.0f}", i ? ", " : "", place[j][i][0], place[j][i][1],
                              place[j][i][2]);
                out << line;
            }
            out << "}";
        }
        out << "},\n";
    }
    out << "};\n\n}\n";
}
