// Fits the constants of the collective model to content/data/measurements/collectives.json, and says how good it is.
//
//     fit_collective [DATA]            tables: in sample, leaving a source out, leaving a GPU out (DATA: content/data)
//     fit_collective [DATA] --write    also writes engine/models/collective_constants.h (run from the repository)
//     fit_collective [DATA] --worst N  also the N worst rows
//     fit_collective [DATA] --freedom X  lets each constant go X times as far
//     fit_collective [DATA] --check    nothing but: is the shipped header what a fit gives, and as good as it must be
//
// Recipe: 1. read the tables and cases; 2. minimise a soft-L1 loss of log(predicted / measured) plus the distance of
// each constant from its prior, coordinate by coordinate; 3. the same again without each source and each GPU; 4. the
// spread of the left-out errors by kind of case becomes the range that the calculator shows. A constant that no case
// reaches stays where it started. Where the GPU left out is the only one of its NVLink generation, the constants are
// those of its relatives (geometric mean), so that the figure says what an unknown generation would get. The start
// comes from a larger set of public measurements that holds most of these cases: --freedom 5 lets it be forgotten.

#include "engine/models/collective_constants.h"
#include "tools/collective_cases.h"
#include "tools/collective_header.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

using namespace engine;

namespace {

double predict(const Case& c, const CollectiveConstants& constants)
{
    return collective_time(interconnect(c.wiring, constants), c.group, c.bytes * units::B).total.in(units::s);
}

using Cases = std::vector<const Case*>;

/// The published starting point (project research of public measurements), and by how much (log) a constant may leave
/// it. A level of the low lane is tied to what logs of small messages show, 46 us over 2 servers and 62 to 77 over 16
/// (nccl issues 1244 and 1469): the cases begin at 1 MiB.
const CollectiveConstants prior{
    .fabrics{{
        {9.3, .87, .38, 25, 4.3, .777, .58, 11.8, .20, .35, 25, 2.0, .707, .35, 0, 0, 0, 0},
        {5.2, .80, .46, 17, 1.1, .822, .55, 6.2, .15, .035, 13, 0, .689, .13, 5, 72, 0, .6},
        {8.1, 1.28, .41, 14, 5.0, .802, .64, 9.2, .18, .035, 15, .47, .689, .86, 6, 40, 9, .513},
        {12, .10, .40, 50, 0, .71, 0, 12, .1, .2, 20, 0, .71, 0, 0, 0, 0, 0},
        {12, .10, .30, 30, 0, .759, 0, 12, .1, .2, 20, 0, .671, 0, 0, 0, 0, 0},
        {4, 1.45, .45, 12, 4.0, .75, .42, 5, .5, .16, 8, 1.5, .50, 0, 0, 0, 0, 0},
    }},
    .networks{{
        {20, 7, 8, 25, 45, 20, 95, .95},
        {20, 7, 8, 25, 45, 60, 110, .95},
        {42, 12, 2, 60, 50, 260, 170, .95},
        {130, 10, 2, 150, 50, 500, 250, .85},
        {107, 10, 5, 130, 30, 600, 200, .92},
        {205, 30, 8, 225, 30, 250, 110, .95},
    }},
    .host_time = 43,
    .ramp_slope = 4,
    .tree_share = .9,
};
constexpr double fabric_freedom = 0.12, mesh_freedom = 0.35, network_freedom = 0.35, shared_freedom = 0.3;
constexpr double error_scale = 0.1; ///< soft-L1: quadratic below, linear above

struct Parameter {
    std::string id;
    double freedom;
    std::function<double&(CollectiveConstants&)> of;
    int fabric = -1, network = -1;
};

std::vector<Parameter> all_parameters(double freedom)
{
    std::vector<Parameter> list;
    for (std::size_t f = 0; f < fabric_kind_ids.size(); ++f)
        for (const auto& k : fabric_constants)
            if (k.id != "switch_ranks")
                list.push_back({std::string(fabric_kind_ids[f]) + "." + std::string(k.id),
                                k.id.find("efficiency") == std::string_view::npos &&
                                        f == static_cast<std::size_t>(FabricKind::infinity3)
                                    ? mesh_freedom
                                    : fabric_freedom,
                                [f, m = k.member](CollectiveConstants& c) -> double& { return c.fabrics[f].*m; },
                                static_cast<int>(f)});
    for (std::size_t n = 0; n < network_kind_ids.size(); ++n)
        for (const auto& k : network_constants)
            list.push_back({std::string(network_kind_ids[n]) + "." + std::string(k.id),
                            k.id == "efficiency"  ? 0.03
                            : k.id == "low_level" ? 0.1
                                                  : network_freedom,
                            [n, m = k.member](CollectiveConstants& c) -> double& { return c.networks[n].*m; }, -1,
                            static_cast<int>(n)});
    list.push_back({"host_time", shared_freedom, [](CollectiveConstants& c) -> double& { return c.host_time; }});
    list.push_back({"ramp_slope", shared_freedom, [](CollectiveConstants& c) -> double& { return c.ramp_slope; }});
    list.push_back({"tree_share", 0.03, [](CollectiveConstants& c) -> double& { return c.tree_share; }});
    for (Parameter& p : list)
        p.freedom *= freedom;
    return list;
}

double loss(const Case& c, const CollectiveConstants& constants)
{
    const double z = std::log(predict(c, constants) / c.seconds) / error_scale;
    return 2 * (std::sqrt(1 + z * z) - 1);
}

CollectiveConstants fit(const Cases& cases, const std::vector<Parameter>& parameters)
{
    CollectiveConstants best = prior;
    const auto total = [&](const CollectiveConstants& k) {
        double sum = 0;
        for (const Case* c : cases)
            if (c->fitted)
                sum += loss(*c, k);
        return sum;
    };
    double data = total(best);
    for (double step = 0.2; step > 0.004; step /= 2)
        for (int sweep = 0; sweep < 6; ++sweep) {
            bool moved = false;
            for (const Parameter& p : parameters) {
                CollectiveConstants base = prior;
                const double centre = p.of(base), now = p.of(best);
                if (centre <= 0)
                    continue;
                const auto penalty = [&](double value) { return std::pow(std::log(value / centre) / p.freedom, 2); };
                for (double factor : {std::exp(step), std::exp(-step)}) {
                    CollectiveConstants trial = best;
                    p.of(trial) = now * factor;
                    const double sum = total(trial);
                    if (sum + penalty(now * factor) < data + penalty(now) - 1e-9) {
                        best = trial;
                        data = sum;
                        moved = true;
                        break;
                    }
                }
            }
            if (!moved)
                break;
        }
    // The same library drives both generations of the mesh; only the wire's share is known of the later one.
    const FabricConstants later = best.fabrics[static_cast<std::size_t>(FabricKind::infinity4)];
    FabricConstants& mesh = best.fabrics[static_cast<std::size_t>(FabricKind::infinity4)];
    mesh = best.fabrics[static_cast<std::size_t>(FabricKind::infinity3)];
    mesh.efficiency = later.efficiency;
    mesh.exchange_efficiency = later.exchange_efficiency;
    return best;
}

std::string band(const Case& c)
{
    return c.bytes <= 65536 ? "to 64 KiB" : c.bytes < 64.0 * 1048576 ? "64 KiB - 64 MiB" : "from 64 MiB";
}

struct Errors {
    std::map<std::string, std::vector<double>> groups;
    void add(const Case& c, double predicted)
    {
        const double e = predicted / c.seconds - 1;
        groups["all"].push_back(e);
        groups["all " + band(c)].push_back(e);
        groups[c.gpu + (c.between ? " several servers " : " one domain ") + band(c)].push_back(e);
    }
    void print(const char* title) const
    {
        std::printf("\n%s\n%-58s %4s %8s %8s %8s\n", title, "", "n", "median", "p90", "bias");
        for (const auto& [name, list] : groups) {
            std::vector<double> size, value = list;
            for (double e : list)
                size.push_back(std::fabs(e));
            std::sort(size.begin(), size.end());
            std::sort(value.begin(), value.end());
            const auto at = [](const std::vector<double>& v, double q) {
                return 100 * v[static_cast<std::size_t>(q * static_cast<double>(v.size() - 1))];
            };
            std::printf("%-58s %4zu %7.1f%% %7.1f%% %+7.1f%%\n", name.c_str(), list.size(), at(size, .5), at(size, .9),
                        at(value, .5));
        }
    }
};

/// Geometric mean of the relatives: what a generation without cases would be given.
void forget(CollectiveConstants& constants, FabricKind kind)
{
    if (kind > FabricKind::nvlink5)
        return;
    FabricConstants& mine = constants.fabrics[static_cast<std::size_t>(kind)];
    std::vector<const FabricConstants*> others;
    for (FabricKind k : {FabricKind::nvlink3, FabricKind::nvlink4, FabricKind::nvlink5})
        if (k != kind)
            others.push_back(&constants.fabrics[static_cast<std::size_t>(k)]);
    for (const auto& k : fabric_constants) {
        const double a = others[0]->*k.member, b = others[1]->*k.member;
        mine.*k.member = a > 0 && b > 0 ? std::sqrt(a * b) : std::max(a, b);
    }
}

void leave_out(const std::vector<Case>& all, const std::vector<Parameter>& parameters,
               const std::function<std::string(const Case&)>& key, bool forget_fabric, const char* title,
               std::vector<std::pair<const Case*, double>>* kept = nullptr)
{
    std::set<std::string> keys;
    for (const Case& c : all)
        keys.insert(key(c));
    Errors errors;
    std::map<std::string, std::vector<double>> by_key;
    for (const std::string& out : keys) {
        Cases rest;
        std::set<FabricKind> known;
        for (const Case& c : all)
            if (key(c) != out) {
                rest.push_back(&c);
                known.insert(c.fabric);
            }
        CollectiveConstants constants = fit(rest, parameters);
        for (const Case& c : all)
            if (key(c) == out) {
                CollectiveConstants mine = constants;
                if (forget_fabric && !known.contains(c.fabric))
                    forget(mine, c.fabric);
                const double predicted = predict(c, mine);
                errors.add(c, predicted);
                by_key[out].push_back(predicted / c.seconds - 1);
                if (kept)
                    kept->push_back({&c, predicted});
            }
    }
    for (auto& [name, list] : by_key)
        errors.groups["   without " + name] = list;
    errors.print(title);
}

/// True if no shipped constant is more than 1 % from a fresh fit, and the errors are within what the project promises.
bool check(const std::vector<Case>& printed, const CollectiveConstants& fitted,
           const std::vector<Parameter>& parameters)
{
    bool good = true;
    for (const Parameter& p : parameters) {
        CollectiveConstants a = fitted, b = collective_constants;
        if (std::fabs(p.of(a) - p.of(b)) > 0.01 * std::fabs(p.of(a))) {
            std::printf("%s: fitted %g, shipped %g; run fit_collective --write\n", p.id.c_str(), p.of(a), p.of(b));
            good = false;
        }
    }
    struct Promise {
        const char* name;
        double from, median, p90;
    };
    for (const Promise& promise : {Promise{"all", 0, 0.04, 0.2}, Promise{"from 64 MiB", 64.0 * 1048576, 0.038, 0.11}}) {
        std::vector<double> errors;
        for (const Case& c : printed)
            if (c.bytes >= promise.from)
                errors.push_back(std::fabs(predict(c, collective_constants) / c.seconds - 1));
        std::sort(errors.begin(), errors.end());
        const auto at = [&](double q) {
            return errors[static_cast<std::size_t>(q * static_cast<double>(errors.size() - 1))];
        };
        std::printf("%s: %zu cases, median %.1f %%, 90th percentile %.1f %%\n", promise.name, errors.size(),
                    100 * at(.5), 100 * at(.9));
        good = good && at(.5) <= promise.median && at(.9) <= promise.p90;
    }
    return good;
}

} // namespace

int main(int argc, char** argv)
{
    std::string folder = "content/data";
    bool write = false, check_only = false;
    std::size_t worst = 0;
    double freedom = 1;
    for (int i = 1; i < argc; ++i) {
        const std::string argument = argv[i];
        if (argument == "--write")
            write = true;
        else if (argument == "--check")
            check_only = true;
        else if (argument == "--freedom" && i + 1 < argc)
            freedom = std::stod(argv[++i]);
        else if (argument == "--worst" && i + 1 < argc)
            worst = std::stoul(argv[++i]);
        else
            folder = argument;
    }
    const std::vector<Case> cases = read_collective_cases(folder, Reading::with_notes);
    const std::vector<Case> printed = read_collective_cases(folder, Reading::fields);
    const std::vector<Parameter> parameters = all_parameters(freedom);
    Cases all;
    for (const Case& c : cases)
        all.push_back(&c);

    Errors start, shipped;
    const CollectiveConstants fitted = fit(all, parameters);
    if (check_only)
        return check(printed, fitted, parameters) ? 0 : 1;
    for (const Case& c : cases) {
        start.add(c, predict(c, prior));
        shipped.add(c, predict(c, fitted));
    }
    start.print("prior");
    shipped.print("in sample, notes read");
    Errors fields;
    for (const Case& c : printed)
        fields.add(c, predict(c, fitted));
    fields.print("in sample, fields alone (gloss cases)");
    if (worst > 0) {
        std::vector<const Case*> order = all;
        const auto error = [&](const Case* c) { return std::fabs(std::log(predict(*c, fitted) / c->seconds)); };
        std::sort(order.begin(), order.end(), [&](auto a, auto b) { return error(a) > error(b); });
        for (std::size_t i = 0; i < std::min(worst, order.size()); ++i)
            std::printf("%-50s predicted %10.1f us measured %10.1f %+.0f%%\n", order[i]->id.c_str(),
                        1e6 * predict(*order[i], fitted), 1e6 * order[i]->seconds,
                        100 * (predict(*order[i], fitted) / order[i]->seconds - 1));
    }
    for (const Parameter& p : parameters) {
        CollectiveConstants a = prior, b = fitted;
        if (std::fabs(std::log(p.of(b) / p.of(a))) > 0.05)
            std::printf("%-36s %10.4g -> %10.4g\n", p.id.c_str(), p.of(a), p.of(b));
    }
    std::vector<std::pair<const Case*, double>> left_out;
    leave_out(
        cases, parameters, [](const Case& c) { return c.source; }, false, "leaving a source out", &left_out);
    leave_out(
        cases, parameters, [](const Case& c) { return c.gpu; }, true, "leaving a GPU out");
    if (write)
        write_header(fitted, cases, spread_of(left_out), "engine/models/collective_constants.h");
}
