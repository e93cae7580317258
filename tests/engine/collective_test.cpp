// The collective model. Wires are those of content/data/links.json; anchors name who measured them.
#include "tests/engine/collective_wires.h"

#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <string>

using namespace test::collectives;

TEST_CASE("bus factors are those of nccl-tests")
{
    CHECK(bus_factor(Collective::all_reduce, 8) == 1.75);
    CHECK(bus_factor(Collective::all_gather, 8) == 0.875);
    CHECK(bus_factor(Collective::all_to_all, 4) == 0.75);
    CHECK(bus_factor(Collective::broadcast, 8) == 1);
    CHECK(bus_factor(Collective::all_reduce, 2) == 1);
}

TEST_CASE("NVLink's 900 GB/s is both directions summed: a ring sustains about 80 % of 450, not of 900")
{
    const double ring = bus_rate(wires_of(nvlink4), 8).in(GB / s);
    CHECK(ring > 0.75 * 450);
    CHECK(ring < 450);
}

TEST_CASE("PCIe Gen5 x16's 64 GB/s is one direction, and no ring passes it")
{
    CHECK(bus_rate(wires_of(pcie5, {}, 2), 2).in(GB / s) > 32);
    CHECK(bus_rate(wires_of(pcie5, {}, 2), 2).in(GB / s) < 64);
    CHECK(bus_rate(wires_of(pcie5, {}, 8), 8).in(GB / s) <
          bus_rate(wires_of(pcie5, {}, 2), 2).in(GB / s)); // one root complex
}

TEST_CASE("Infinity Fabric's 153.6 GB/s a link is both directions, and a pair has one link")
{
    const Interconnect wires = wires_of(infinity4, {}, 8, Architecture::cdna4);
    CHECK(bus_rate(wires, 2).in(GB / s) < 76.8);
    CHECK(bus_rate(wires, 8) / bus_rate(wires, 2) == 7);
    // stas00, two MI300X: 47.67 GB/s.
    CHECK(std::fabs(bus_rate(wires_of(infinity3, {}, 2, Architecture::cdna3), 2).in(GB / s) / 47.67 - 1) < 0.06);
}

TEST_CASE("a pair behind NVSwitch has every link")
{
    CHECK(bus_rate(wires_of(nvlink4), 2) == bus_rate(wires_of(nvlink4), 8));
}

TEST_CASE("bus bandwidth above the wire is normal when the switches add, and only then")
{
    const CollectiveGroup eight{.ranks_per_domain = 8};
    CHECK(busbw(wires_of(nvlink4), eight, 8 * GiB) > 450);
    CHECK(busbw(wires_of(nvlink4, {}, 8, Architecture::hopper, InSwitchReduction::off), eight, 8 * GiB) < 450);
    CHECK(busbw(wires_of(nvlink3, {}, 8, Architecture::ampere), eight, 8 * GiB) < 300);
    CHECK(busbw(wires_of(nvlink4), {.collective = Collective::all_gather}, 8 * GiB) < 450);
    // From five ranks on NVLink 4, six on NVLink 5.
    CHECK(collective_time(wires_of(nvlink4, {}, 4), {.ranks_per_domain = 4}, 8 * GiB).algorithm ==
          CollectiveAlgorithm::ring);
    CHECK(collective_time(wires_of(nvlink4, {}, 5), {.ranks_per_domain = 5}, 8 * GiB).algorithm ==
          CollectiveAlgorithm::in_switch);
    CHECK(collective_time(wires_of(nvlink5, {}, 5), {.ranks_per_domain = 5}, 8 * GiB).algorithm ==
          CollectiveAlgorithm::ring);
}

TEST_CASE("a 400 Gbit/s port is 50 GB/s one way; a server's share is by GPU")
{
    CHECK(wires_of(nvlink4, ndr400).nic.in(GB / s) == 50);
    CHECK(wires_of(nvlink4, efa100).nic.in(GB / s) == 50);                            // 32 ports of 12.5 for 8 GPUs
    CHECK(wires_of(nvlink3, efa100, 8, Architecture::ampere).nic.in(GB / s) == 6.25); // the first EFA: 4 ports for 8
}

TEST_CASE("one rank takes no time")
{
    for (Collective c : all_collectives)
        CHECK(collective_time(wires_of(nvlink4), {.collective = c, .ranks_per_domain = 1}, 1 * GiB).total == Seconds{});
}

TEST_CASE("more bytes are never faster")
{
    for (const Link& fabric : all_fabrics)
        for (Collective c : all_collectives)
            for (double domains : {1.0, 2.0, 3.0, 4.0, 20.0, 1024.0})
                for (double m : {1.0, 2.0, 4.0, 8.0, 64.0}) {
                    if (m > fabric.domain || m * domains < 2)
                        continue;
                    const Interconnect wires = wires_of(fabric, ndr400, m);
                    Seconds before;
                    for (double bytes = 1; bytes < 1e13; bytes *= 1.7) {
                        const CollectiveTime t = collective_time(
                            wires, {.collective = c, .ranks_per_domain = m, .domains = domains}, bytes * B);
                        INFO("collective " << static_cast<int>(c) << " m " << m << " domains " << domains << " bytes "
                                           << bytes);
                        REQUIRE(t.total >= before);
                        REQUIRE(t.total > Seconds{});
                        REQUIRE(std::isfinite(t.total.in(s)));
                        before = t.total;
                    }
                }
}

TEST_CASE("more bandwidth is never slower")
{
    for (const Link& fabric : all_fabrics)
        for (Collective c : all_collectives)
            for (double domains : {1.0, 2.0, 6.0, 128.0})
                for (double bytes : {8.0, 65536.0, 4e6, 1e9}) {
                    const CollectiveGroup group{.collective = c, .ranks_per_domain = 8, .domains = domains};
                    const Seconds before = collective_time(wires_of(fabric, ndr400), group, bytes * B).total;
                    Link faster = fabric;
                    faster.one_direction *= 1.3;
                    faster.per_link_one_direction *= 1.3;
                    CHECK(collective_time(wires_of(faster, ndr400), group, bytes * B).total <= before);
                    Link wider = ndr400;
                    wider.one_direction *= 1.3;
                    CHECK(collective_time(wires_of(fabric, wider), group, bytes * B).total <= before);
                }
}

TEST_CASE("peer-to-peer and queued launches never lose")
{
    Link with = pcie4_no_p2p;
    with.peer_to_peer = 1;
    for (Collective c : all_collectives)
        for (double bytes : {8.0, 1e5, 1e8}) {
            const CollectiveGroup group{.collective = c, .ranks_per_domain = 4};
            CHECK(collective_time(wires_of(with, {}, 4), group, bytes * B).total <
                  collective_time(wires_of(pcie4_no_p2p, {}, 4), group, bytes * B).total);
            CollectiveGroup waiting = group;
            waiting.launch = Launch::synchronous;
            CHECK(collective_time(wires_of(with, {}, 4), group, bytes * B).total <
                  collective_time(wires_of(with, {}, 4), waiting, bytes * B).total);
        }
}

TEST_CASE("two servers send the vector once, three twice")
{
    // A tree over two domains is bound by the switches (about 244 GB/s of the vector), a ring over three by 8 NICs: 380
    // of bus.
    const Interconnect wires = wires_of(nvlink4, ndr400);
    CHECK(busbw(wires, {.domains = 2}, 16 * GiB) > 400);
    CHECK(busbw(wires, {.domains = 3}, 16 * GiB) < 400);
    CHECK(collective_time(wires, {.domains = 2}, 16 * GiB).algorithm == CollectiveAlgorithm::in_switch_tree);
    CHECK(collective_time(wires, {.domains = 3}, 16 * GiB).bound == CollectiveBound::inter);
}

TEST_CASE("tree levels are log2 at powers of two and grow between them")
{
    CHECK(tree_levels(1) == 0);
    CHECK(tree_levels(2) == 1);
    CHECK(tree_levels(1024) == 10);
    CHECK(tree_levels(3) == 1.5);
    for (double k = 1; k < 100; ++k)
        CHECK(tree_levels(k + 1) > tree_levels(k));
}

TEST_CASE("published measurements")
{
    struct Row {
        std::string who;
        Interconnect wires;
        CollectiveGroup group;
        Bytes bytes;
        double measured; ///< GB/s of bus, or us where `time`
        double tolerance;
        bool time = false;
    };
    const auto amd = [](const Link& fabric, const Link& inter = {}) {
        return wires_of(fabric, inter, 8, Architecture::cdna4);
    };
    const std::vector<Row> rows{
        {"AWS p5, 8 H100, 1 KiB", wires_of(nvlink4), {}, 1 * KiB, 16.4, .1, true},
        {"AWS p5, 8 H100, 512 MiB", wires_of(nvlink4), {}, 512 * MiB, 434, .06},
        {"Azure, 8 A100, 8 GiB", wires_of(nvlink3, {}, 8, Architecture::ampere), {}, 8 * GiB, 231.6, .05},
        {"ml-engineering, 8 B200, 8 GiB", wires_of(nvlink5), {}, 8 * GiB, 838, .06},
        {"ml-engineering, 8 B200 without NVLS, 8 GiB",
         wires_of(nvlink5, {}, 8, Architecture::blackwell, InSwitchReduction::off),
         {},
         8 * GiB,
         682,
         .05},
        {"OCI, 64 GB200 of a rack, 8 GiB", wires_of(nvl72, {}, 64), {.ranks_per_domain = 64}, 8 * GiB, 891.6, .08},
        {"NVIDIA GTC24, 1,024 H100, 16 GiB", wires_of(nvlink4, ndr400), {.domains = 128}, 16 * GiB, 377, .06},
        {"OCI, 2 servers of 8 B300 with 2 x 400G, 8 GiB",
         wires_of(nvlink5, roce800),
         {.domains = 2},
         8 * GiB,
         767,
         .06},
        {"OCI, 8 MI355X, large", amd(infinity4), {}, 16 * GiB, 408, .05},
        {"AWS p6, 2 servers of 8 B200, large", wires_of(nvlink5, efa400), {.domains = 2}, 16 * GiB, 690, .06},
        {"nccl issue 1469, 128 H100, 8 bytes", wires_of(nvlink4, ndr400), {.domains = 16}, 8 * B, 72, .35, true},
        {"nccl issue 1244, 16 H20, 8 bytes", wires_of(nvlink4, ndr400), {.domains = 2}, 8 * B, 46.3, .15, true},
        {"nccl issue 1161, 2 H100 PCIe with a bridge",
         wires_of(bridge, {}, 2),
         {.ranks_per_domain = 2},
         4 * GiB,
         116,
         .15},
        {"nccl-tests issue 232, one H100 in each of 2 servers, 4 ports, 16 MiB",
         interconnect({.intra = nvlink4,
                       .inter = ndr400,
                       .gpu = device(Architecture::hopper),
                       .gpus_per_domain = 1,
                       .nics_per_domain = 4}),
         {.ranks_per_domain = 1, .domains = 2},
         16 * MiB,
         39.9,
         .15},
        {"tinygrad issue 17, 4 RTX 4090 with peer-to-peer, 32 MiB",
         wires_of(Link{.topology = of(Topology::host_tree), .one_direction = 32e9, .generation = 4}, {}, 4),
         {.ranks_per_domain = 4},
         32 * MiB,
         24.7,
         .2},
    };
    for (const Row& row : rows) {
        const double predicted = row.time ? collective_time(row.wires, row.group, row.bytes).total.in(us)
                                          : busbw(row.wires, row.group, row.bytes);
        INFO(row.who << ": predicted " << predicted << " measured " << row.measured);
        CHECK(std::fabs(predicted / row.measured - 1) < row.tolerance);
    }
}

TEST_CASE("the sizes where the picture changes are where it changes")
{
    for (const Link& fabric : all_fabrics) {
        const Interconnect wires = wires_of(fabric);
        const CollectiveGroup group{};
        const CollectiveSizes sizes = collective_sizes(collective_lanes(wires, group));
        CHECK(collective_time(wires, group, 0.99 * sizes.crossover).algorithm == CollectiveAlgorithm::low_latency);
        CHECK(collective_time(wires, group, 1.01 * sizes.crossover).algorithm != CollectiveAlgorithm::low_latency);
        CHECK(std::fabs(busbw(wires, group, sizes.half_bandwidth) / (1.75 * sizes.limit.in(GB / s) / 2) - 1) < 0.01);
    }
}
