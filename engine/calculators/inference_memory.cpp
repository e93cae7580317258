#include "engine/calculators/inference_memory.h"

#include "engine/calculators/blank_answer.h"
#include "engine/calculators/memory_search.h"
#include "engine/calculators/step_list.h"
#include "engine/models/memory_constants.h"
#include "engine/units/elementary.h"

#include <cmath>

namespace engine {

using units::B;

namespace {

struct Output {
    Answer& answer;

    // Not inlined: each copy of these would be paid for in the WebAssembly module.
    [[gnu::noinline]] void operator()(MemoryOutput field, double value) const { answer.outputs[static_cast<std::size_t>(field)] = value; }
    void operator()(MemoryOutput field, Bytes value) const { (*this)(field, value.in(B)); }
    [[gnu::noinline]] void range(MemoryOutput field, double low, double high) const
    {
        answer.low[static_cast<std::size_t>(field)] = low;
        answer.high[static_cast<std::size_t>(field)] = high;
    }
};

void warn(Answer& answer, MemoryWarning code, double first = absent, double second = absent)
{
    add_warning(answer, static_cast<int>(code), first, second);
}

bool has_latent_attention(const LanguageModel& m) { return m.attention == static_cast<double>(Attention::mla); }

/// Engines whose logs are among the measured cases.
bool is_comparable(const MemorySetup& s)
{
    return s.serving.engine == ServingEngine::vllm || s.serving.engine == ServingEngine::llama_cpp;
}

void add_warnings(const Request& request, const MemorySetup& s, const MemoryPlan& plan, Answer& answer)
{
    check_unused(s, {memory_inputs, request.inputs, answer, static_cast<int>(MemoryWarning::no_effect)});
    if (s.is_bold)
        warn(answer, MemoryWarning::bold_settings, s.serving.utilization, s.serving.max_sequences);
    const LanguageModel& m = s.model;
    const double t = s.layout.tensor;
    if (!is_present(s.gpu.memory_bytes))
        warn(answer, MemoryWarning::no_device);
    else if (s.gpu.memory_is_label > 0)
        warn(answer, MemoryWarning::capacity_is_label);
    if (!is_comparable(s))
        warn(answer, MemoryWarning::extrapolated);
    if (is_present(m.parameters))
        warn(answer, MemoryWarning::parameters_published);
    if (s.cache_bits_derived && s.key_bits != 16)
        warn(answer, MemoryWarning::cache_format_derived, s.key_bits);
    if (s.load.context > m.max_context) // false where absent
        warn(answer, MemoryWarning::context_above_model, m.max_context, s.load.context);
    if (t > 1 && has_latent_attention(m))
        warn(answer, MemoryWarning::mla_replicated, t);
    else if (t > m.kv_heads && m.full_layers > 0)
        warn(answer, MemoryWarning::kv_replicated, m.kv_heads, t);
    if (!is_multiple(m.heads, t))
        warn(answer, MemoryWarning::heads_not_divisible, m.heads, t);
    if (!is_multiple(m.experts_total, s.layout.expert))
        warn(answer, MemoryWarning::experts_not_divisible, m.experts_total, s.layout.expert);
    if (plan.padding > 1)
        warn(answer, MemoryWarning::experts_padded, plan.padding);
    const double used = t * s.layout.pipeline * s.replicas;
    if (used < s.gpus)
        warn(answer, MemoryWarning::gpus_unused, s.gpus - used);
    if (plan.holds.concurrency < 1)
        warn(answer, MemoryWarning::one_sequence_too_long, plan.holds.tokens, s.load.context);
    if (s.serving.gpu_layers < m.layers)
        warn(answer, MemoryWarning::host_memory, m.layers - s.serving.gpu_layers);
    if (m.linear_layers > 0 && s.serving.engine == ServingEngine::vllm)
        warn(answer, MemoryWarning::state_blocks);
    if (!(m.experts_total > 0) && s.weights.expert_bits < 16 && s.weights.mlp_bits >= 16 && s.weights.attention_bits >= 16)
        warn(answer, MemoryWarning::format_experts_only, s.weights.expert_bits);
}

/// The spread of the comparable cases (content/data/measurements): weights and the cache of a sequence within 1 % of what was
/// logged, activations within 6 %, and an overhead that logs do not break down of up to 1.5 GiB where several GPUs join.
void add_ranges(const MemorySetup& s, const MemoryPlan& plan, const Output& output)
{
    if (!is_comparable(s))
        return;
    constexpr double weights_spread = 0.01, activation_spread = 0.06;
    constexpr Bytes unexplained = 1.5 * units::GiB;
    const double weights = plan.weights_total.in(B), cache = plan.cache.in(B), activation = plan.activation.in(B);
    const double pool = plan.pool.in(B), total = plan.total.in(B);
    output.range(MemoryOutput::weights_bytes, weights * (1 - weights_spread), weights * (1 + weights_spread));
    output.range(MemoryOutput::kv_cache_bytes, cache, cache * (1 + weights_spread));
    output.range(MemoryOutput::activation_bytes, activation * (1 - activation_spread), activation * (1 + activation_spread));
    const double known = weights * weights_spread + activation * activation_spread;
    const double unknown = s.layout.tensor * s.layout.pipeline > 2 ? unexplained.in(B) : 0;
    output.range(MemoryOutput::total_bytes, total - known, total + known + unknown);
    if (is_present(pool))
        output.range(MemoryOutput::kv_pool_bytes, std::max(0.0, pool - known - unknown), pool + known);
}

double mean_bits(Bytes stored, double weights) { return stored / units::bit / weights; }

using Steps = StepList<MemoryStep>;

void derive_weights(const MemorySetup& s, const MemoryPlan& plan, const Steps& add)
{
    const ParameterCount& n = s.count;
    const Weights& w = plan.weights;
    add(MemoryStep::parameters, n.total,
        n.embedding + n.head, n.attention_total, n.dense_mlp_total + n.shared_total, n.experts_total, n.router_total + n.norms);
    if (n.experts_total > 0)
        add(MemoryStep::active_parameters, n.active, n.total, n.experts_total, s.model.experts_active, s.model.experts_total);
    const Bytes whole = model_weights(s.model, n, s.weights).total();
    add(MemoryStep::model_bytes, whole.in(B), n.total, mean_bits(whole, n.total));
    add(MemoryStep::weights_bytes, plan.weights_total.in(B),
        w.attention.in(B), w.mlp.in(B), w.experts.in(B), (w.embedding + w.head).in(B), w.replicated.in(B));
}

void derive_cache(const MemorySetup& s, const MemoryPlan& plan, const Steps& add)
{
    const LanguageModel& m = s.model;
    const CacheShape& shape = plan.shape;
    const double t = s.layout.tensor;
    if (shape.full_layers > 0 && has_latent_attention(m))
        add(MemoryStep::kv_layer_latent, shape.full_layer.in(B), m.kv_lora_rank, m.qk_rope_head_dim, s.key_bits);
    else if (shape.full_layers > 0)
        add(MemoryStep::kv_layer_grouped, shape.full_layer.in(B),
            m.kv_heads, t, m.head_dim, s.key_bits, m.shared_kv > 0 ? 0 : m.v_head_dim, s.value_bits);
    if (shape.sliding_layers > 0)
        add(MemoryStep::kv_layer_window, shape.sliding_layer.in(B),
            m.sliding_kv_heads, t, m.sliding_head_dim, s.key_bits,
             m.sliding_head_dim == m.head_dim ? m.v_head_dim : m.sliding_head_dim, s.value_bits);
    add(MemoryStep::kv_token, shape.token().in(B),
        shape.full_layers, shape.full_layer.in(B), shape.sliding_layers, shape.sliding_layer.in(B), shape.index_layers,
         shape.index_layer.in(B));
    if (shape.linear_layers > 0)
        add(MemoryStep::state_bytes, shape.state().in(B), shape.linear_layers, shape.state_layer.in(B));
    const Bytes sequence = plan.cache / plan.concurrency;
    add(MemoryStep::sequence_bytes, sequence.in(B), s.load.mean_context, shape.state().in(B));
    add(MemoryStep::kv_cache_bytes, plan.cache.in(B), plan.concurrency, sequence.in(B));
}

void derive_working_memory(const MemorySetup& s, const MemoryPlan& plan, const Steps& add)
{
    const LanguageModel& m = s.model;
    const double activation = plan.activation.in(B), tokens = s.serving.batch_tokens;
    const Bytes sampler = memory_constants::sampler_per_logit * s.serving.max_sequences * m.vocab;
    if (s.serving.engine == ServingEngine::llama_cpp)
        add(MemoryStep::activation_llama, activation,
            std::min(tokens, s.load.context), s.load.context, m.vocab,
             std::max(m.intermediate, m.experts_active * m.moe_intermediate) / s.layout.tensor, m.hidden);
    else if (s.serving.engine != ServingEngine::transformers && plan.activation == sampler)
        add(MemoryStep::activation_sampler, activation, s.serving.max_sequences, m.vocab);
    else
        add(MemoryStep::activation_forward, activation, tokens, m.hidden, activation / 2 / tokens - 4 * m.hidden);
    add(MemoryStep::runtime_bytes, plan.runtime.in(B));
    add(MemoryStep::total_bytes, plan.total.in(B),
        plan.weights_total.in(B), plan.cache.in(B), plan.activation.in(B), plan.runtime.in(B));
}

void derive_capacity(const MemorySetup& s, const MemoryPlan& plan, const Steps& add)
{
    const double u = s.serving.utilization, capacity = plan.capacity.in(B), reserve = plan.reserve.in(B);
    const double w = plan.weights_total.in(B), a = plan.activation.in(B), r = plan.runtime.in(B);
    const double usable = plan.usable.in(B), pool = plan.pool.in(B);
    switch (s.serving.engine) {
    case ServingEngine::vllm: add(MemoryStep::usable_vllm, usable, u, capacity, reserve); break;
    case ServingEngine::sglang: add(MemoryStep::usable_sglang, usable, u, capacity, reserve, a); break;
    case ServingEngine::tensorrt_llm: add(MemoryStep::usable_tensorrt, usable, w, a, r, u, capacity, reserve); break;
    case ServingEngine::llama_cpp: add(MemoryStep::usable_llama, usable, u, capacity, reserve); break;
    case ServingEngine::transformers: add(MemoryStep::usable_transformers, usable, u, capacity, reserve); break;
    }
    add(MemoryStep::spare_bytes, (plan.usable - plan.total).in(B), usable, plan.total.in(B));
    add(MemoryStep::kv_pool_bytes, pool, usable, w, a, r);
    if (plan.shape.is_uniform()) // Hybrids count in blocks, and tokens mean something else in each engine.
        add(MemoryStep::kv_pool_tokens, plan.holds.tokens, pool, plan.shape.token().in(B));
    if (plan.holds.blocks > 0)
        add(MemoryStep::max_concurrency_blocks, plan.holds.concurrency, plan.holds.blocks, plan.holds.blocks_per_sequence);
    else
        add(MemoryStep::max_concurrency, plan.holds.concurrency, plan.holds.tokens, s.load.context);
    add(MemoryStep::fitting_sequences, fitting_sequences(s, plan), pool, (plan.cache / plan.concurrency).in(B));
}

}

Problem evaluate_inference_memory(const Request& request, Answer& answer)
{
    if (Problem problem = check_inputs(inference_memory, request.inputs); problem.code != ErrorCode::none)
        return problem;
    MemorySetup s;
    if (Problem problem = memory_setup(request, s); problem.code != ErrorCode::none)
        return problem;
    const MemoryPlan& plan = s.plan;
    const bool device = is_present(s.gpu.memory_bytes);

    blank(answer, request.inputs);
    const Output output{answer};
    output(MemoryOutput::fits, device ? (plan.fits ? 1 : 0) : absent);
    output(MemoryOutput::spare_bytes, plan.usable - plan.total);
    output(MemoryOutput::weights_bytes, plan.weights_total);
    output(MemoryOutput::kv_cache_bytes, plan.cache);
    output(MemoryOutput::activation_bytes, plan.activation);
    output(MemoryOutput::runtime_bytes, plan.runtime);
    output(MemoryOutput::total_bytes, plan.total);
    output(MemoryOutput::usable_bytes, plan.usable);
    output(MemoryOutput::capacity_bytes, plan.capacity);
    output(MemoryOutput::kv_pool_bytes, plan.pool);
    output(MemoryOutput::kv_bytes_per_token, plan.shape.token().in(B));
    output(MemoryOutput::host_bytes, plan.host);
    output(MemoryOutput::max_concurrency, plan.holds.concurrency);
    output(MemoryOutput::fitting_sequences, fitting_sequences(s, plan));
    output(MemoryOutput::max_context, longest_context(s));
    output(MemoryOutput::kv_pool_tokens, plan.holds.tokens);
    output(MemoryOutput::min_gpus, fewest_gpus(s, {.expert = s.asked.expert}, holds));
    output(MemoryOutput::parameters, s.count.total);
    output(MemoryOutput::active_parameters, s.count.active);
    output(MemoryOutput::model_bytes, value_or(s.serving.weights_bytes, model_weights(s.model, s.count, s.weights).total().in(B)));
    output(MemoryOutput::kv_bytes_per_token_replica,
           cache_shape(s.model, s.key_bits, s.value_bits, Layout{}, s.serving.engine).token().in(B));
    output(MemoryOutput::tensor_parallel_used, s.layout.tensor);
    output(MemoryOutput::pipeline_parallel_used, s.layout.pipeline);
    output(MemoryOutput::data_parallel_used, s.replicas);
    output(MemoryOutput::concurrency_used, plan.concurrency * s.replicas);
    add_ranges(s, plan, output);
    add_warnings(request, s, plan, answer);
    if (device && !plan.fits)
        suggest(s, plan, answer);
    return {};
}

Problem derive_inference_memory(const Request& request, Derivation& derivation)
{
    if (Problem problem = check_inputs(inference_memory, request.inputs); problem.code != ErrorCode::none)
        return problem;
    MemorySetup s;
    if (Problem problem = memory_setup(request, s); problem.code != ErrorCode::none)
        return problem;
    const MemoryPlan& plan = s.plan;
    derivation.steps_used = 0;
    const Steps add{derivation};
    derive_weights(s, plan, add);
    derive_cache(s, plan, add);
    derive_working_memory(s, plan, add);
    if (is_present(s.gpu.memory_bytes))
        derive_capacity(s, plan, add);
    return {};
}

}
