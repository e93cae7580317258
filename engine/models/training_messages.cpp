#include "engine/models/training_messages.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace engine {

namespace {

using namespace units;

constexpr double never = std::numeric_limits<double>::infinity();

/// Two lanes (low latency, full rate) inside a domain: us, and shares of the link's one-direction rate. Research notes,
/// INTERCONNECT.md section 3.1.
struct Lanes {
    double a0, a1, eps, b0, b1, ring, kappa;
    double c0, c1, exchange, exchange_kappa;
    double switch_from, g0, g1, in_switch;
};
constexpr Lanes nvlink3{9.3, .87, .38, 25, 4.3, .777, .58, 11.8, .20, .707, .35, never, 0, 0, 1};
constexpr Lanes nvlink4{5.2, .80, .46, 17, 1.1, .822, .55, 6.2, .15, .689, .13, 5, 72, 0, .6};
constexpr Lanes nvlink5{8.1, 1.28, .41, 14, 5.0, .802, .64, 9.2, .18, .689, .86, 6, 40, 9, .513};
constexpr Lanes mesh{12, .1, .30, 30, 0, .745, 0, 12, .1, .745, 0, never, 0, 0, 1};
constexpr Lanes host_tree{4, 1.4, .45, 12, 4.0, .45, 0, 5, .5, .4, 0, never, 0, 0, 1};

constexpr double nic_share = .95, exchange_nic_share = .93;

bool is_kind(const Link& link, Topology kind) { return link.topology == static_cast<double>(kind); }

const Lanes& lanes_of(const Link& link)
{
    if (is_kind(link, Topology::mesh))
        return mesh;
    if (is_kind(link, Topology::host_tree))
        return host_tree;
    return link.one_direction > 5.5e11 ? nvlink5 : link.in_switch_reduction > 0 ? nvlink4 : nvlink3;
}

/// Rate of a link as a group of `ranks` inside the domain sees it, bytes per us.
double link_rate(const Link& link, double ranks)
{
    double rate = value_or(link.one_direction, 0);
    if (is_kind(link, Topology::mesh))
        rate = std::min(rate, value_or(link.per_link_one_direction, rate) * (ranks - 1));
    if (is_kind(link, Topology::bridge) && ranks > 2)
        rate = std::min(rate, 32e9 * .55); // the host's PCIe joins the pairs
    return rate * (link.peer_to_peer > 0 ? 1 : .5) / 1e6;
}

double inside(Message message, double bytes, double n, const Link& link)
{
    const Lanes& f = lanes_of(link);
    const double rate = link_rate(link, n);
    if (message == Message::point_to_point)
        return f.a0 + f.a1 + bytes / (.85 * f.ring * rate);
    if (message == Message::all_to_all)
        return f.c0 + f.c1 * n + ((n - 1) / n + f.exchange_kappa / n) * bytes / (f.exchange * rate);
    const double rounds = message == Message::all_reduce ? 2 : 1;
    const double steps = rounds * (n - 1), passes = rounds * (n - 1) / n + f.kappa / n;
    double t = std::min(f.a0 + f.a1 * steps + passes * bytes / (f.eps * f.ring * rate),
                        f.b0 + f.b1 * steps + passes * bytes / (f.ring * rate));
    if (message == Message::all_reduce && n >= f.switch_from)
        t = std::min(t, f.g0 + f.g1 * n + bytes / (f.in_switch * rate));
    return t;
}

double across(Message message, double bytes, Group group, const Fabrics& fabrics)
{
    const double n = group.ranks, g = group.per_node, k = std::ceil(n / g);
    const double nic = fabrics.nic.in(B / s) / 1e6;
    const Lanes& f = lanes_of(fabrics.intra);
    const double inner = g > 1 ? link_rate(fabrics.intra, g) : never;
    if (message == Message::point_to_point)
        return 25 + bytes / (nic * nic_share);
    if (message == Message::all_to_all)
        return 35 + .3 * n + std::max(bytes * (g - 1) / n / (f.exchange * inner),
                                      bytes * (n - g) / n / (nic * exchange_nic_share * std::pow(2 / k, .2)));
    const double rate = std::min(g > 1 ? f.ring * inner * g / (g - 1) : never, g * nic * nic_share);
    if (message != Message::all_reduce) {
        const double passes = (n - 1) / n;
        return std::min(f.a0 + f.a1 * (n - k) + 5 * k + passes * bytes / (.35 * rate),
                        60 + 3.4 * (n - k) + 14 * k + passes * bytes / rate);
    }
    const double levels = std::log2(k), passes = 2 * (n - 1) / n;
    return std::min({35 + 10 * levels + passes * bytes / 8e3, 25 + 45 * levels + passes * bytes / (.25 * rate),
                     20 + 95 * levels + passes * bytes / rate});
}

}

Fabrics training_fabrics(const TrainingSetup& setup, const Link& intra, const Link& inter, const Accelerator& gpu)
{
    const auto a = static_cast<Architecture>(static_cast<int>(gpu.architecture));
    const bool ultra = gpu.fp4 > 2.2 * gpu.fp8 || a == Architecture::rubin; // NaN compares false
    const bool old = !is_recent(gpu) || a == Architecture::cdna2;
    const double port = value_or(inter.one_direction, old ? 25e9 : ultra ? 100e9 : 50e9);
    return {.intra = intra, .nic = port * setup.nics_per_node / setup.gpus_per_node * B / s};
}

Seconds message_time(Message message, Bytes bytes, Group group, const Fabrics& fabrics)
{
    if (group.ranks <= 1 || !(bytes > Bytes{}))
        return {};
    const double per_node = std::clamp(group.per_node, 1.0, group.ranks);
    const double t = group.ranks <= per_node ? inside(message, bytes.in(B), group.ranks, fabrics.intra)
                                             : across(message, bytes.in(B), {group.ranks, per_node}, fabrics);
    return t * us;
}

}
