#include "tools/collective_cases.h"

#include "engine/models/collective_constants.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <map>
#include <stdexcept>

using nlohmann::json;
using namespace engine;

namespace {

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

/// What a case's notes tell and its fields do not. Constants are fitted with it; errors are printed both ways.
void read_notes(const std::string& notes, Case& c)
{
    const auto says = [&](const char* words) { return notes.find(words) != std::string::npos; };
    if (says("all_reduce_bench.py")) // ml-engineering's benchmark synchronises around every call
        c.group.launch = Launch::synchronous;
    if (says("P2P enabled by a modified driver"))
        c.wiring.intra.peer_to_peer = 1;
    if (says("graph mode"))
        c.fitted = false;
}

Case read_case(const json& row, const Data& data, Reading reading)
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
    c.group.ranks_per_domain = in["gpus_per_node"];
    c.group.domains = in["nodes"];
    c.wiring.gpus_per_domain = c.group.ranks_per_domain;
    if (in.contains("inter_fabric"))
        c.wiring.inter = data.links.at(in["inter_fabric"]);
    if (in.contains("nics_per_node"))
        c.wiring.nics_per_domain = in["nics_per_node"];
    c.wiring.library =
        static_cast<Library>(choice(in, "library", library_ids, static_cast<int>(default_library(c.wiring.gpu))));
    c.wiring.in_switch_reduction =
        static_cast<InSwitchReduction>(choice(in, "in_switch_reduction", in_switch_reduction_ids, 0));
    c.group.launch = static_cast<Launch>(choice(in, "launch", launch_ids, 0));
    c.group.collective = static_cast<Collective>(index_of(collective_ids, in["collective"]));
    if (reading == Reading::with_notes)
        read_notes(row.value("notes", std::string()), c);
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

} // namespace

std::vector<Case> read_collective_cases(const std::string& data_folder, Reading reading)
{
    const Data data = read_tables(data_folder);
    const json measured = read(data_folder + "/measurements/collectives.json");
    std::vector<Case> cases;
    for (const json& row : measured["cases"])
        cases.push_back(read_case(row, data, reading));
    return cases;
}
