#pragma once
// One step that gives each running sequence its next token.

#include "engine/models/expert_routing.h"
#include "engine/models/replica.h"
#include "engine/models/serving_parameters.h"

namespace engine {

/// A replica with the parameters of its engine: what the times below need.
struct ServedReplica {
    const Replica& replica;
    const ServingParameters& parameters;
    ExpertRouting routing;
    double busiest; ///< load of the busiest group of experts over the mean one
};
inline ServedReplica serve(const Replica& replica, const ServingParameters& parameters)
{
    const ExpertRouting routing = expert_routing(replica.experts, replica.active, parameters.expert_skew);
    return {replica, parameters, routing, busiest_group(routing, replica.expert_groups, parameters.expert_skew)};
}

/// What a batch of tokens needs of the weights.
struct WeightWork {
    Seconds read; ///< time to read the weights that it touches
    Seconds gemm; ///< time to multiply with them
};

/// Weights for `tokens` tokens of which `heads` need the output head.
///
///     read = [ W_dense + W_head + L_moe touched(T) / e W_expert ] / (b HBM)      4-bit dense parts at w of that rate;
///            4-bit experts on units without the format: at most deq bytes for 1000 FLOP of the 16-bit rate
///     gemm = sum 2 T N / (m rate) + 2 L_moe hot (T k + touched tile / 2) N_expert / e / (m g rate)
///
///     T tokens, b, w, m, g fitted shares, rate sustained, tile the rows that kernels pad an expert's tokens to
WeightWork weight_work(const ServedReplica& served, double tokens, double heads, double tile);

/// `read` of weight_work() alone.
Seconds weight_read_time(const ServedReplica& served, double tokens);

/// The collectives of a step with `tokens` tokens: two all-reduces a layer, and where experts span replicas their exchange.
Seconds step_communication(const ServedReplica& served, double tokens);

/// Kernels of a decode step.
///
///     5 blocks + 2 L_linear + k_moe L_moe (1 + .6 shared) + k_mla L_full + 5 L_index + L (k_block + 1 if FP4)
double step_kernels(const ServedReplica& served);

struct DecodeStep {
    Seconds weights, gemm;   ///< overlap: only their cube sum is in total
    Seconds cache, state, communication, kernels, sequences;
    Seconds total;
};

/// A step of `batch` sequences with `context` tokens each (a mean, need not be whole), each processing `tokens` tokens
/// (more than one verifies drafts).
///
///     total = (weights^3 + gemm^3)^(1/3) + cache + state + communication + kernels + sequences
///     cache = max( B (L_full min(c, sparse) B_full + L_window min(c, window) B_window) / (v HBM),  attention FLOP / (rate / 2) )
///             + index keys
///     state = 2 B S / (v HBM)      read and written
///
/// Holds for a captured (CUDA graph) step. Left out: tensor-parallel skew, sampling with penalties.
DecodeStep decode_step(const ServedReplica& served, double batch, double context, double tokens = 1);

/// Rows that grouped GEMMs pad an expert's tokens to.
inline constexpr double decode_tile = 16, prefill_tile = 64;

}
