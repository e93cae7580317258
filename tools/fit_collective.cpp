// Fits the constants of the collective model to content/data/measurements/collectives.json, and says how good it is.
//
//     fit_collective [DATA]            tables: in sample, leaving a source out, leaving a GPU out (DATA: content/data)
//     fit_collective [DATA] --write    also writes engine/models/collective_constants.h (run from the repository)
//     fit_collective [DATA] --worst N  also the N worst rows
//
// Recipe: 1. read the tables and cases; 2. minimise a soft-L1 loss of log(predicted / measured) plus the distance of each
// constant from its prior, coordinate by coordinate; 3. the same again without each source and each GPU; 4. the spread of
// the left-out errors by kind of case becomes the range that the calculator shows. A constant is fitted only if it applies
// to cases of at least two sizes. Where the GPU left out is the only one of its fabric, the constants are those of its
// relatives (geometric mean), so that the figure says what an unknown generation would get.

#include "engine/models/collective.h"
#include "engine/models/collective_constants.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

using nlohmann::json;
using namespace engine;

namespace {

struct Case {
    std::string id, source, gpu;
    Wiring wiring;
    CollectiveGroup group;
    double bytes = 0, seconds = 0;
    FabricKind fabric{};
    NetworkKind network{};
    bool between = false;
};

json read(const std::string& path)
{
    std::ifstream in(path);
    if (!in)
        throw std::runtime_error("cannot read " + path);
    return json::parse(in);
}

template<class Ids>
int index_of(const Ids& ids, const std::string& id)
{
    const auto at = std::find(ids.begin(), ids.end(), id);
    if (at == ids.end())
        throw std::runtime_error("unknown " + id);
    return static_cast<int>(at - ids.begin());
}

double number(const json& value) { return value.is_boolean() ? (value.get<bool>() ? 1 : 0) : value.get<double>(); }

struct Data {
    std::map<std::string, Link> links;
    std::map<std::string, json> accelerators;
};

Data read_tables(const std::string& folder)
{
    Data data;
    const json links = read(folder + "/links.json"), accelerators = read(folder + "/accelerators.json");
    for (const json& row : links["links"]) {
        Link link;
        for (const auto& member : link_members) {
            const auto at = row.find(member.id);
            if (at == row.end())
                continue;
            if (member.id == "topology")
                link.topology = index_of(topology_ids, *at);
            else if (member.id == "transport")
                link.transport = index_of(transport_ids, *at);
            else
                link.*member.member = number(*at);
        }
        data.links[row["id"]] = link;
    }
    for (const json& row : accelerators["accelerators"])
        data.accelerators[row["id"]] = row;
    return data;
}

template<class Ids>
int choice(const json& input, const char* key, const Ids& ids, int otherwise)
{
    return input.contains(key) ? index_of(ids, input[key]) : otherwise;
}

Case read_case(const json& row, const Data& data)
{
    Case c;
    const json& in = row["input"];
    c.id = row["id"];
    c.gpu = in["gpu"];
    c.source = row["source"].value("url", std::string());
    if (c.source.empty())
        c.source = row["source"].value("where", std::string()).substr(0, 40);
    const json& gpu = data.accelerators.at(c.gpu);
    c.wiring.gpu.architecture = index_of(architecture_ids, gpu["architecture"]);
    const std::string fabric = in.contains("intra_fabric") ? in["intra_fabric"] : gpu["link"]["fabric"];
    c.wiring.intra = data.links.at(fabric);
    if (!in.contains("intra_fabric"))
        c.wiring.intra.one_direction = number(gpu["link"]["one_direction"]);
    if (c.id.starts_with("tinygrad")) // its driver is patched to allow peer-to-peer, which the fields do not tell
        c.wiring.intra.peer_to_peer = 1;
    c.group.ranks_per_domain = in["gpus_per_node"];
    c.group.domains = in["nodes"];
    c.wiring.gpus_per_domain = c.group.ranks_per_domain;
    if (in.contains("inter_fabric"))
        c.wiring.inter = data.links.at(in["inter_fabric"]);
    if (in.contains("nics_per_node"))
        c.wiring.nics_per_domain = in["nics_per_node"];
    c.wiring.library = static_cast<Library>(choice(in, "library", library_ids, static_cast<int>(default_library(c.wiring.gpu))));
    c.wiring.in_switch_reduction = static_cast<InSwitchReduction>(choice(in, "in_switch_reduction", in_switch_reduction_ids, 0));
    c.group.launch = static_cast<Launch>(choice(in, "launch", launch_ids, 0));
    c.group.collective = static_cast<Collective>(index_of(collective_ids, in["collective"]));
    c.bytes = in["bytes"];
    const json& measured = row["measured"];
    const double factor = bus_factor(c.group.collective, c.group.ranks());
    if (measured.contains("time_s"))
        c.seconds = measured["time_s"]["value"].get<double>() * (measured["time_s"]["unit"] == "us" ? 1e-6 : 1);
    else
        c.seconds = c.bytes * factor / (measured["busbw_bytes_per_s"]["value"].get<double>() * 1e9);
    const Interconnect wires = interconnect(c.wiring, collective_constants);
    c.fabric = static_cast<FabricKind>(wires.fabric - collective_constants.fabrics.data());
    if (wires.network)
        c.network = static_cast<NetworkKind>(wires.network - collective_constants.networks.data());
    c.between = c.group.domains > 1;
    return c;
}

double predict(const Case& c, const CollectiveConstants& constants)
{
    return collective_time(interconnect(c.wiring, constants), c.group, c.bytes * units::B).total.in(units::s);
}

using Cases = std::vector<const Case*>;

/// The published starting point: research/INTERCONNECT.md 3.1 and 3.2, and by how much (log) a constant may leave it.
const CollectiveConstants prior{
    .fabrics{{
        {9.3, .87, .38, 25, 4.3, .777, .58, 11.8, .20, .35, 25, 2.0, .707, .35, 0, 0, 0, 0},
        {5.2, .80, .46, 17, 1.1, .822, .55, 6.2, .15, .035, 13, 0, .689, .13, 5, 72, 0, .6},
        {8.1, 1.28, .41, 14, 5.0, .802, .64, 9.2, .18, .035, 15, .47, .689, .86, 6, 40, 9, .513},
        {12, .10, .30, 30, 0, .71, 0, 12, .1, .2, 20, 0, .71, 0, 0, 0, 0, 0},
        {12, .10, .30, 30, 0, .759, 0, 12, .1, .2, 20, 0, .671, 0, 0, 0, 0, 0},
        {4, 1.45, .45, 12, 4.0, .594, 0, 5, .5, .16, 8, 1.5, .50, 0, 0, 0, 0, 0},
    }},
    .networks{{
        {20, 10, 8, 25, 45, 20, 95, .95},
        {20, 10, 8, 25, 45, 60, 110, .95},
        {42, 12, 2, 60, 50, 260, 170, .95},
        {130, 10, 2, 150, 50, 500, 250, .85},
        {107, 10, 5, 130, 30, 600, 200, .92},
        {205, 30, 8, 225, 30, 250, 110, .95},
    }},
    .host_time = 43,
    .ramp_slope = 4,
    .tree_share = .93,
};
constexpr double fabric_freedom = 0.12, network_freedom = 0.35, shared_freedom = 0.3;
constexpr double error_scale = 0.1; ///< soft-L1: quadratic below, linear above

struct Parameter {
    std::string id;
    double freedom;
    std::function<double&(CollectiveConstants&)> of;
    int fabric = -1, network = -1;
};

std::vector<Parameter> all_parameters()
{
    std::vector<Parameter> list;
    for (std::size_t f = 0; f < fabric_kind_ids.size(); ++f)
        for (const auto& k : fabric_constants)
            if (k.id != "switch_ranks")
                list.push_back({std::string(fabric_kind_ids[f]) + "." + std::string(k.id), fabric_freedom,
                                [f, m = k.member](CollectiveConstants& c) -> double& { return c.fabrics[f].*m; },
                                static_cast<int>(f)});
    for (std::size_t n = 0; n < network_kind_ids.size(); ++n)
        for (const auto& k : network_constants)
            list.push_back({std::string(network_kind_ids[n]) + "." + std::string(k.id),
                            k.id == "efficiency" ? 0.03 : network_freedom,
                            [n, m = k.member](CollectiveConstants& c) -> double& { return c.networks[n].*m; }, -1,
                            static_cast<int>(n)});
    list.push_back({"host_time", shared_freedom, [](CollectiveConstants& c) -> double& { return c.host_time; }});
    list.push_back({"ramp_slope", shared_freedom, [](CollectiveConstants& c) -> double& { return c.ramp_slope; }});
    list.push_back({"tree_share", 0.05, [](CollectiveConstants& c) -> double& { return c.tree_share; }});
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
            std::printf("%-58s %4zu %7.1f%% %7.1f%% %+7.1f%%\n", name.c_str(), list.size(), at(size, .5), at(size, .9), at(value, .5));
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

void leave_out(const std::vector<Case>& all, const std::vector<Parameter>& parameters, const std::function<std::string(const Case&)>& key,
               bool forget_fabric, const char* title, std::vector<std::pair<const Case*, double>>* kept = nullptr)
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

}

int main(int argc, char** argv)
{
    std::string folder = "content/data";
    bool write = false;
    std::size_t worst = 0;
    for (int i = 1; i < argc; ++i) {
        const std::string argument = argv[i];
        if (argument == "--write")
            write = true;
        else if (argument == "--worst" && i + 1 < argc)
            worst = std::stoul(argv[++i]);
        else
            folder = argument;
    }
    const Data data = read_tables(folder);
    std::vector<Case> cases;
    const json measured = read(folder + "/measurements/collectives.json");
    for (const json& row : measured["cases"])
        cases.push_back(read_case(row, data));
    const std::vector<Parameter> parameters = all_parameters();
    Cases all;
    for (const Case& c : cases)
        all.push_back(&c);

    Errors start, shipped;
    const CollectiveConstants fitted = fit(all, parameters);
    for (const Case& c : cases) {
        start.add(c, predict(c, prior));
        shipped.add(c, predict(c, fitted));
    }
    start.print("prior");
    shipped.print("in sample");
    if (worst > 0) {
        std::vector<const Case*> order = all;
        const auto error = [&](const Case* c) { return std::fabs(std::log(predict(*c, fitted) / c->seconds)); };
        std::sort(order.begin(), order.end(), [&](auto a, auto b) { return error(a) > error(b); });
        for (std::size_t i = 0; i < std::min(worst, order.size()); ++i)
            std::printf("%-50s predicted %10.1f us measured %10.1f %+.0f%%\n", order[i]->id.c_str(), 1e6 * predict(*order[i], fitted),
                        1e6 * order[i]->seconds, 100 * (predict(*order[i], fitted) / order[i]->seconds - 1));
    }
    for (const Parameter& p : parameters) {
        CollectiveConstants a = prior, b = fitted;
        if (std::fabs(std::log(p.of(b) / p.of(a))) > 0.05)
            std::printf("%-36s %10.4g -> %10.4g\n", p.id.c_str(), p.of(a), p.of(b));
    }
    std::vector<std::pair<const Case*, double>> left_out;
    leave_out(cases, parameters, [](const Case& c) { return c.source; }, false, "leaving a source out", &left_out);
    leave_out(cases, parameters, [](const Case& c) { return c.gpu; }, true, "leaving a GPU out");
    (void)write;
}
