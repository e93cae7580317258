// The calculator over the collective model: units, ranges, warnings, what it refuses.
#include "tests/engine/collective_wires.h"

#include <catch2/catch_test_macros.hpp>

#include <cmath>

using namespace test::collectives;

TEST_CASE("collective: the calculator answers with units, ranges and warnings")
{
    Inputs inputs = default_inputs(collective);
    Specifications specs;
    specs.gpu = device(Architecture::hopper);
    specs.intra_fabric = nvlink4;
    specs.inter_fabric = ndr400;
    Answer answer;
    REQUIRE(collective.evaluate({inputs, specs}, answer).code == ErrorCode::none);
    CHECK(output(answer, CollectiveOutput::ranks) == 8);
    CHECK(output(answer, CollectiveOutput::wire_one_direction_bytes_per_s) == 450e9);
    CHECK(output(answer, CollectiveOutput::wire_both_directions_bytes_per_s) == 900e9);
    CHECK_FALSE(is_present(output(answer, CollectiveOutput::nic_one_direction_bytes_per_s))); // one server
    const double time = output(answer, CollectiveOutput::time_s),
                 busbw_ = output(answer, CollectiveOutput::busbw_bytes_per_s);
    CHECK(std::fabs(busbw_ * time / (1.75 * 268435456) - 1) < 1e-12);
    CHECK(answer.low[0] <= time);
    CHECK(answer.high[0] >= time);
    CHECK_FALSE(warned(answer, CollectiveWarning::extrapolated));

    set(inputs, CollectiveInput::bytes, 17179869184);
    REQUIRE(collective.evaluate({inputs, specs}, answer).code == ErrorCode::none);
    CHECK(warned(answer, CollectiveWarning::above_wire));

    set(inputs, CollectiveInput::gpus_per_node, 1);
    REQUIRE(collective.evaluate({inputs, specs}, answer).code == ErrorCode::none);
    CHECK(output(answer, CollectiveOutput::time_s) == 0);
    CHECK_FALSE(is_present(output(answer, CollectiveOutput::busbw_bytes_per_s)));
    CHECK(warned(answer, CollectiveWarning::one_rank));

    set(inputs, CollectiveInput::nodes,
        4); // one GPU of each of four servers, as data parallelism over tensor parallelism has
    REQUIRE(collective.evaluate({inputs, specs}, answer).code == ErrorCode::none);
    CHECK(output(answer, CollectiveOutput::ranks) == 4);
    CHECK(output(answer, CollectiveOutput::busbw_limit_bytes_per_s) < 50e9);

    set(inputs, CollectiveInput::collective, static_cast<double>(Collective::all_to_all));
    set(inputs, CollectiveInput::gpus_per_node, 8);
    REQUIRE(collective.evaluate({inputs, specs}, answer).code == ErrorCode::none);
    CHECK_FALSE(is_present(answer.low[0])); // nothing comparable was measured
    CHECK(warned(answer, CollectiveWarning::extrapolated));
}

TEST_CASE("collective: what cannot be is refused with the field")
{
    Inputs inputs = default_inputs(collective);
    Specifications specs;
    specs.gpu = device(Architecture::hopper);
    specs.intra_fabric = nvlink4;
    Answer answer;
    set(inputs, CollectiveInput::gpus_per_node, 16);
    Problem problem = collective.evaluate({inputs, specs}, answer);
    CHECK(problem.code == ErrorCode::inconsistent);
    CHECK(problem.field == static_cast<int>(CollectiveInput::gpus_per_node));
    CHECK(problem.limit == 8);
    set(inputs, CollectiveInput::gpus_per_node, 8);
    set(inputs, CollectiveInput::nodes, 2);
    problem = collective.evaluate({inputs, specs}, answer);
    CHECK(problem.code == ErrorCode::missing);
    CHECK(problem.field == static_cast<int>(CollectiveInput::inter_fabric));
    specs.intra_fabric = Link{}; // Gaudi: 21 Ethernet ports, no fabric model
    specs.inter_fabric = ndr400;
    CHECK(collective.evaluate({inputs, specs}, answer).code == ErrorCode::unsupported);
    set(inputs, CollectiveInput::bytes, 0);
    CHECK(collective.evaluate({inputs, specs}, answer).code == ErrorCode::below_least);
}

TEST_CASE("collective: the derivation ends in the answer")
{
    for (const Link& fabric : all_fabrics)
        for (double nodes : {1.0, 2.0, 16.0})
            for (int c = 0; c < 6; ++c)
                for (double launch : {0.0, 1.0}) {
                    Inputs inputs = default_inputs(collective);
                    set(inputs, CollectiveInput::collective, c);
                    set(inputs, CollectiveInput::nodes, nodes);
                    set(inputs, CollectiveInput::launch, launch);
                    Specifications specs;
                    specs.gpu =
                        device(fabric.topology == of(Topology::mesh) ? Architecture::cdna3 : Architecture::hopper);
                    specs.intra_fabric = fabric;
                    specs.inter_fabric = ndr400;
                    Answer answer;
                    Derivation derivation;
                    REQUIRE(collective.evaluate({inputs, specs}, answer).code == ErrorCode::none);
                    REQUIRE(collective.derive({inputs, specs}, derivation).code == ErrorCode::none);
                    const Step& last = derivation.steps[static_cast<std::size_t>(derivation.steps_used - 1)];
                    CHECK(last.info == static_cast<int>(CollectiveStep::busbw));
                    CHECK(last.result == output(answer, CollectiveOutput::busbw_bytes_per_s));
                }
}
