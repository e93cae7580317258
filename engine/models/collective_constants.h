#pragma once
// Written by tools/fit_collective (--write); do not edit. The constants of the collective model (lanes.h), fitted to
// content/data/measurements/collectives.json from a start and a freedom that tools/fit_collective.cpp states, and the
// spread of its errors. Times in microseconds, rates of the low lanes between domains in GB/s, shares as fractions.

#include "engine/models/lanes.h"

namespace engine {

inline constexpr CollectiveConstants collective_constants{
    .fabrics{{
        //  low_fixed low_step low_share high_fixed high_step efficiency copy exchange_low_fixed exchange_low_rank
        // exchange_low_share exchange_high_fixed exchange_high_rank exchange_efficiency exchange_copy switch_ranks
        // switch_fixed switch_rank switch_efficiency
        // nvlink3: 79 cases
        {8.574, 0.8865, 0.38, 26.28, 4.723, 0.7722, 0.5587, 11.8, 0.2, 0.35, 25, 2, 0.707, 0.35, 0, 0, 0, 0},
        // nvlink4: 145 cases
        {5.103, 0.8203, 0.4543, 17.54, 1.135, 0.8017, 0.5232, 6.2, 0.15, 0.035, 13, 0, 0.689, 0.13, 5, 74.29, 0, 0.6038},
        // nvlink5: 88 cases
        {7.999, 1.329, 0.39, 14.35, 5.389, 0.802, 0.6521, 9.2, 0.18, 0.035, 15, 0.47, 0.6977, 0.86, 6, 40.25, 9.113, 0.5066},
        // infinity3: 23 cases
        {12.54, 0.1, 0.5332, 54.57, 0, 0.71, 0, 12, 0.1, 0.2, 20, 0, 0.71, 0, 0, 0, 0, 0},
        // infinity4: 0 cases
        {12.54, 0.1, 0.5332, 54.57, 0, 0.759, 0, 12, 0.1, 0.2, 20, 0, 0.671, 0, 0, 0, 0, 0},
        // pcie: 21 cases
        {4.076, 1.515, 0.45, 11.63, 3.758, 0.7361, 0.42, 5, 0.5, 0.16, 8, 1.5, 0.5, 0, 0, 0, 0, 0},
    }},
    .networks{{
        //  low_fixed low_level low_rate middle_fixed middle_level ramp_fixed ramp_level efficiency
        // infiniband: 34 cases
        {20.25, 7.044, 5.396, 22.34, 45, 19.26, 55.15, 0.95},
        // roce: 3 cases
        {20, 7, 8, 25, 45.28, 60, 112.1, 0.95},
        // efa: 32 cases
        {42.79, 12, 1.617, 60, 50.31, 154.8, 115.4, 0.95},
        // efa1: 29 cases
        {134.1, 10, 1.597, 158.7, 52.56, 411.9, 224.8, 0.85},
        // tcpxo: 13 cases
        {109.7, 10, 5.095, 150.1, 30.76, 603.8, 201.3, 0.9143},
        // rccl: 3 cases
        {205, 30, 8, 225, 30, 250, 110, 0.95},
    }},
    .host_time = 46.06,
    .ramp_slope = 3.255,
    .tree_share = 0.917,
};

/// Least and most of measured / predicted (10th and 90th percentile, sources left out) and the cases, by SpreadKind;
/// 0 where fewer than five cases are comparable.
struct ErrorSpread {
    double low, high, cases;
};
inline constexpr ErrorSpread collective_spread[4][2][3]{
    {{{0.783, 1.11, 12}, {0.886, 1.53, 33}, {0.96, 1.11, 43}},
     {{0.875, 1.04, 28}, {0.849, 1.08, 56}, {0.887, 1, 29}}},
    {{{0.629, 1.22, 6}, {0.692, 1.05, 5}, {0.997, 1.01, 9}},
     {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}},
    {{{0, 0, 0}, {0, 0, 1}, {0, 0, 0}},
     {{0.928, 1.13, 5}, {0.913, 1.09, 10}, {0.921, 1.09, 5}}},
    {{{0.979, 1.1, 32}, {0.702, 1.26, 34}, {0.839, 1.03, 47}},
     {{0, 0, 0}, {0, 0, 0}, {0, 0, 1}}},
};

}
