// What the lab's panels show, without a window: against the engine's own answers.

#include "engine/calculators/collective.h"
#include "engine/calculators/throughput.h"
#include "site/catalog/catalog.h"
#include "web/lab/evaluation/csv.h"
#include "web/lab/evaluation/explanation.h"
#include "web/lab/evaluation/results.h"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace {

using namespace lab;

Catalog read_catalog()
{
    site::Diagnostics diagnostics;
    const site::Catalog tables = site::load_catalog("content/data", diagnostics);
    Catalog catalog;
    for (const auto& row : tables.accelerators.rows())
        catalog.devices.push_back({row.id, row.name, row.link ? row.link->fabric : "", row.spec, tables.fabric_of(row)});
    for (const auto& row : tables.models.rows())
        catalog.models.push_back({row.id, row.name, row.spec});
    for (const auto& row : tables.formats.rows())
        catalog.formats.push_back({row.id, row.name, false, row.spec});
    for (const auto& row : tables.links.rows())
        catalog.fabrics.push_back({row.id, row.name, row.scope == "inter", row.spec});
    return catalog;
}

const Catalog& catalog()
{
    static const Catalog made = read_catalog();
    return made;
}

State state_with(std::initializer_list<Setting> settings)
{
    State state;
    for (const Setting& setting : settings)
        REQUIRE(apply(state, setting.key, setting.value));
    return state;
}

void finish(Results& results)
{
    while (results.work()) {
    }
}

}

TEST_CASE("a state is its settings")
{
    CHECK(settings(State{}).empty());
    const State state = state_with({{"panel", "topology"}, {"metric", "ttft_s"}, {"model", "llama-3.1-8b"}, {"gpu", "h200-sxm"}, {"gpus", "4"},
                                    {"concurrency", "max"}, {"gpu_hour_usd", "2.35"}, {"collective.bytes", "1048576"},
                                    {"collective.collective", "all_to_all"}, {"training.gpus", "128"}, {"training.tensor_parallel", "8"},
                                    {"gpus_compared", "h100-sxm,b200"}, {"step", "3"}, {"job", "training"}, {"measured", "collective.time_s"}});
    State again;
    for (const Setting& setting : settings(state)) {
        INFO(setting.key << "=" << setting.value);
        CHECK(apply(again, setting.key, setting.value));
    }
    CHECK(again == state);
    CHECK(again.training.id("model") == "llama-3.1-8b"); // shared by all scenarios
    CHECK(again.collective.id("gpu") == "h200-sxm");
}

TEST_CASE("a model of one's own keeps its members")
{
    const State state = state_with({{"model.layers", "10"}, {"model.hidden", "1024"}, {"model.heads", "16"}, {"model.vocab", "32000"}});
    CHECK(evaluate(state.serving, catalog()).is_sound());
    State again;
    for (const Setting& setting : settings(state))
        CHECK(apply(again, setting.key, setting.value));
    CHECK(again == state);
}

TEST_CASE("what is no setting changes nothing")
{
    State state;
    for (const Setting& wrong : {Setting{"gpus", "two"}, Setting{"gpus", "0"}, Setting{"gpus", "1.5"}, Setting{"nothing", "1"},
                                 Setting{"engine", "word"}, Setting{"gpus", ""}, Setting{"panel", "9"}, Setting{"measured", "x.y"}})
        CHECK_FALSE(apply(state, wrong.key, wrong.value));
    CHECK(state == State{});
}

TEST_CASE("numbers as text read back")
{
    for (const double value : {1.0, 0.1, 8192.0, 1e6, 2.35, 1.0 / 3, 268435456.0, 1e-9})
        CHECK(std::strtod(exact_number(value).c_str(), nullptr) == value);
    CHECK(exact_number(1e6) == "1000000");
    CHECK(exact_number(0.1) == "0.1");
}

TEST_CASE("every cell of the map is throughput's answer")
{
    for (const std::string gpu : {"h100-sxm", "mi300x"}) {
        const State state = state_with({{"gpu", gpu}, {"gpus", "4"}, {"gpu_hour_usd", "2"}});
        Results results;
        results.update(state, catalog());
        finish(results);
        REQUIRE(results.map.is_complete());
        for (int column = 0; column < MapSweep::columns; column += 9)
            for (int row = 0; row < MapSweep::rows; row += 11) {
                Scenario there = state.serving;
                const RequestSplit split = MapSweep::split(there, MapSweep::context(column));
                CHECK(split.input + split.output == MapSweep::context(column));
                there["input_tokens"] = split.input;
                there["output_tokens"] = split.output;
                there["concurrency"] = MapSweep::concurrency(row);
                const Evaluated evaluated = evaluate(there, catalog());
                const MapCell& cell = results.map.cell(column, row);
                REQUIRE(cell.answered == evaluated.is_sound());
                CHECK(cell.fits == (evaluated.output(engine::throughput, "fits") > 0));
                if (cell.fits) {
                    CHECK(cell.output_rate == static_cast<float>(evaluated.output(engine::throughput, "output_tokens_per_s")));
                    CHECK(cell.ttft == static_cast<float>(evaluated.output(engine::throughput, "ttft_s")));
                    CHECK(cell.cost == static_cast<float>(evaluated.output(engine::throughput, "cost_per_million_output_tokens_usd")));
                }
            }
    }
}

TEST_CASE("where the weights do not fit, no cell of the map fits")
{
    const State state = state_with({{"model", "deepseek-v3"}, {"gpus", "1"}});
    Results results;
    results.update(state, catalog());
    finish(results);
    for (int column = 0; column < MapSweep::columns; ++column)
        CHECK_FALSE(results.map.cell(column, MapSweep::rows - 1).fits);
}

TEST_CASE("moving along the map does not compute it anew, changing the model does")
{
    State state;
    Results results;
    results.update(state, catalog());
    finish(results);
    const RequestSplit split = MapSweep::split(state.serving, MapSweep::context(70));
    state.serving["input_tokens"] = split.input;
    state.serving["output_tokens"] = split.output;
    state.serving["concurrency"] = 100;
    results.update(state, catalog());
    CHECK(results.map.is_complete());
    state.serving.id("model") = "llama-3.1-8b";
    results.update(state, catalog());
    CHECK_FALSE(results.map.is_complete());
}

TEST_CASE("a slice of work is small")
{
    State state;
    Results results;
    results.update(state, catalog());
    int slices = 1;
    while (results.work())
        ++slices;
    CHECK(slices >= 200);
}

TEST_CASE("the traffic of a collective is what bus bandwidth counts")
{
    struct Row {
        const char *collective, *nodes;
        double factor;
    };
    for (const Row& row : {Row{"all_gather", "1", 7.0 / 8}, Row{"reduce_scatter", "1", 7.0 / 8}, Row{"all_to_all", "1", 7.0 / 8},
                           Row{"all_reduce", "4", 2 * 31.0 / 32}}) {
        State state = state_with({{"collective.collective", row.collective}, {"collective.nodes", row.nodes}, {"collective.in_switch_reduction", "off"},
                                  {"collective.bytes", "1073741824"}});
        const Traffic traffic = make_traffic(state.collective, catalog());
        REQUIRE(traffic.answered);
        INFO(row.collective);
        CHECK(std::fabs(traffic.sent_after(traffic.steps) / traffic.bytes - row.factor) < 1e-12);
        double received = 0; // Nothing is lost: what one rank receives is what it sends.
        for (int step = 1; step <= traffic.steps; ++step)
            for (const Flow& flow : traffic.flows(step))
                if (flow.to == 3)
                    received += flow.bytes;
        CHECK(std::fabs(received / traffic.bytes - row.factor) < 1e-12);
    }
}

TEST_CASE("a switch that adds takes two steps, and one GPU has no traffic")
{
    State state = state_with({{"collective.bytes", "1073741824"}});
    const Traffic in_switch = make_traffic(state.collective, catalog());
    CHECK(in_switch.pattern == Traffic::Pattern::through_switch);
    CHECK(in_switch.sent_after(2) == in_switch.bytes);
    REQUIRE(apply(state, "collective.gpus_per_node", "1"));
    CHECK(make_traffic(state.collective, catalog()).steps == 0);
}

TEST_CASE("layouts use all GPUs, and the one that is taken is the one that is shown")
{
    for (const std::string job : {"serving", "training"}) {
        State state = state_with({{"job", job}, {"gpus", "16"}, {"training.gpus", "64"}});
        const Layouts layouts = make_layouts(state, catalog());
        REQUIRE(layouts.answered);
        REQUIRE(layouts.options.size() > 5);
        for (const LayoutOption& option : layouts.options)
            CHECK(option.tensor * option.pipeline * option.data == (job == "serving" ? 16 : 64));
        const LayoutOption& last = layouts.options.back();
        take_layout(state, last);
        const Layouts taken = make_layouts(state, catalog());
        CHECK(taken.chosen.tensor == last.tensor);
        CHECK(taken.chosen.pipeline == last.pipeline);
        CHECK(taken.chosen.total_bytes == last.total_bytes);
        CHECK(taken.chosen.time == last.time);
        double sum = 0;
        for (const MemoryPart& part : taken.parts)
            sum += part.bytes;
        CHECK(std::fabs(sum / taken.chosen.total_bytes - 1) < 0.02);
    }
}

TEST_CASE("each rank of a cluster has a place of its own")
{
    const LayoutOption option{.tensor = 4, .pipeline = 2, .data = 2, .expert = 8};
    std::vector<int> seen(16, 0);
    for (int rank = 0; rank < 16; ++rank) {
        const RankPlace place = place_of_rank(option, rank);
        ++seen[static_cast<std::size_t>((place.replica * 2 + place.stage) * 4 + place.tensor)];
        CHECK(place.expert < 8);
    }
    CHECK(std::count(seen.begin(), seen.end(), 1) == 16);
}

TEST_CASE("the roofline's points stand under their roof")
{
    for (const std::string gpu : {"h100-sxm", "b200", "mi300x", "l40s"}) {
        const State state = state_with({{"gpu", gpu}, {"model", "llama-3.1-8b"}, {"gpus", "1"}});
        const Roofline roofline = make_roofline(state.serving, catalog());
        INFO(gpu);
        REQUIRE(roofline.decode.exists());
        REQUIRE(roofline.prefill.exists());
        CHECK(roofline.prefill.intensity > roofline.decode.intensity);
        for (const Roof& roof : roofline.roofs)
            if (roof.device->id == gpu) {
                CHECK(roofline.decode.rate < roof.at(roofline.decode.intensity));
                CHECK(roofline.prefill.rate < roof.at(roofline.prefill.intensity));
            }
    }
}

TEST_CASE("curves fall: who shares a GPU waits longer")
{
    const State state = state_with({{"model", "llama-3.1-8b"}, {"gpus", "1"}, {"gpus_compared", "h100-sxm,nothing,l40s"}});
    const auto curves = make_curves(state.serving, state.compared, catalog());
    REQUIRE(curves.size() == 2);
    for (const Curve& curve : curves) {
        REQUIRE(curve.fits);
        CHECK(curve.points.front().stream > curve.points.back().stream);
        CHECK(curve.points.front().per_gpu < curve.points.back().per_gpu);
    }
}

TEST_CASE("a number is explained by the steps that lead to it")
{
    Words words;
    const State state;
    const auto steps = explain(state.serving, catalog(), "tpot_s", words);
    REQUIRE_FALSE(steps.empty());
    CHECK(steps.back().formula.find("tpot") != std::string::npos);
    CHECK(explain(state.serving, catalog(), "nothing", words).empty());
}

TEST_CASE("each panel has a table to take away")
{
    const auto lines = [](const std::string& panel) {
        const State state = state_with({{"panel", panel}, {"gpus", "8"}});
        Results results;
        results.update(state, catalog());
        finish(results);
        const std::string text = csv(state, results, catalog());
        return std::count(text.begin(), text.end(), '\n');
    };
    CHECK(lines("map") == 10001);
    CHECK(lines("roofline") > 10);
    CHECK(lines("curves") > 50);
    CHECK(lines("topology") == 1 + 2 * 8); // up to the switch and down
    CHECK(lines("parallelism") > 5);
}
