#include "engine/calculators/training_time.h"

#include "engine/calculators/blank_answer.h"
#include "engine/calculators/step_list.h"
#include "engine/units/elementary.h"

#include <algorithm>
#include <cmath>

namespace engine {

using namespace units;

namespace {

double input_of(const Request& request, TrainingTimeInput field) { return request.inputs[static_cast<std::size_t>(field)]; }

/// The own fields that are members of the setup as they are.
struct SetupMember {
    TrainingTimeInput field;
    double TrainingSetup::*member;
};
constexpr SetupMember own_members[] = {
    {TrainingTimeInput::tokens, &TrainingSetup::tokens},
    {TrainingTimeInput::gpus_per_node, &TrainingSetup::gpus_per_node},
    {TrainingTimeInput::nics_per_node, &TrainingSetup::nics_per_node},
    {TrainingTimeInput::async_tensor_parallel, &TrainingSetup::async_tensor},
    {TrainingTimeInput::async_expert_parallel, &TrainingSetup::async_experts},
    {TrainingTimeInput::single_copy_dispatch, &TrainingSetup::single_copy},
    {TrainingTimeInput::attention_kernels, &TrainingSetup::attention_kernels},
};

/// A request worked out.
struct Estimate {
    TrainingRequest r;
    TrainingTime time;
    double step = 0, tokens_per_s = 0, per_gpu = 0; ///< with mfu_override where it is given
    double tokens = 0, goodput = 0, days = 0, gpu_hours = 0;
    double power = absent, energy = absent, cost = absent;
    double peak = 0;
};

constexpr double tokens_a_parameter = 20; ///< Chinchilla

[[gnu::noinline]] Problem estimate(const Request& request, Estimate& e)
{
    if (Problem problem = check_inputs(training_time_calculator, request.inputs); problem.code != ErrorCode::none)
        return problem;
    TrainingSetup told = told_setup(request);
    for (const SetupMember& own : own_members)
        told.*own.member = input_of(request, own.field);
    if (Problem problem = training_request(request, told, SetupPurpose::time, e.r); problem.code != ErrorCode::none)
        return problem;
    const Accelerator& gpu = request.specs.gpu;
    if (!(value_or(gpu.bf16, value_or(gpu.fp16, value_or(gpu.fp8, 0))) > 0) || !(gpu.memory_bandwidth > 0))
        return {.code = ErrorCode::missing, .field = static_cast<int>(TrainingInput::gpu)};
    if (e.r.setup.gpus > 1 && e.r.setup.gpus_per_node > 1 && !(request.specs.intra_fabric.one_direction > 0))
        return {.code = ErrorCode::missing, .field = static_cast<int>(TrainingTimeInput::intra_fabric)};

    TrainingRequest& r = e.r;
    r.setup = with_recompute(r.setup, r.model, r.count, r.shape, gpu);
    const TrainingSetup& s = r.setup;
    e.time = training_time(s, r.model, r.count, r.shape, gpu, request.specs.intra_fabric, request.specs.inter_fabric);
    e.peak = e.time.rates.peak.in(FLOP / units::s);
    const double step_tokens = s.global_batch * s.sequence;
    const double mfu = input_of(request, TrainingTimeInput::mfu_override);
    e.step = is_present(mfu) ? step_tokens * e.time.model_flop / (mfu * e.peak * s.gpus) : e.time.step.in(units::s);
    e.tokens_per_s = step_tokens / e.step;
    e.per_gpu = e.tokens_per_s / s.gpus;
    e.tokens = value_or(s.tokens, tokens_a_parameter * r.count.total);
    e.goodput = input_of(request, TrainingTimeInput::goodput);
    e.days = e.tokens / (e.tokens_per_s * e.goodput) / 86400;
    e.gpu_hours = e.days * 24 * s.gpus;
    e.power = value_or(input_of(request, TrainingTimeInput::power_w), gpu.tdp);
    e.energy = e.gpu_hours * e.power * input_of(request, TrainingTimeInput::power_usage_effectiveness) / 1000;
    e.cost = e.gpu_hours * input_of(request, TrainingTimeInput::gpu_hour_usd);
    return {};
}

void warn(Answer& answer, TrainingTimeWarning code, double first = absent, double second = absent)
{
    add_warning(answer, static_cast<int>(code), first, second);
}

/// Architectures of which whole training runs are among the measured cases.
bool is_comparable(const Accelerator& gpu)
{
    const auto a = static_cast<Architecture>(static_cast<int>(gpu.architecture));
    return a == Architecture::ampere || a == Architecture::hopper || a == Architecture::blackwell;
}

const TrainingSpread& spread_of(const Estimate& e)
{
    if (is_adapter(e.r.setup))
        return training_time_spread_adapter;
    if (e.r.shape.moe_layers > 0)
        return training_time_spread_experts;
    return e.r.layout_derived ? training_time_spread_derived : training_time_spread_dense;
}

/// The spread of the comparable measured cases, each predicted by constants that its source had no part in.
void add_ranges(const Estimate& e, const Request& request, Answer& answer)
{
    if (!is_comparable(request.specs.gpu))
        return warn(answer, TrainingTimeWarning::extrapolated);
    if (is_present(input_of(request, TrainingTimeInput::mfu_override)))
        return;
    const TrainingSpread& time = spread_of(e);
    const auto range = [&answer](TrainingTimeOutput field, double low, double high) {
        const auto i = static_cast<std::size_t>(field);
        answer.low[i] = answer.outputs[i] * low;
        answer.high[i] = answer.outputs[i] * high;
    };
    using Out = TrainingTimeOutput;
    for (const Out field : {Out::step_s, Out::gpu_hours, Out::days, Out::cost_usd, Out::energy_kwh})
        range(field, time.low, time.high);
    for (const Out field : {Out::tokens_per_s, Out::tokens_per_s_per_gpu, Out::tflops_per_gpu, Out::hardware_tflops_per_gpu,
                            Out::mfu, Out::hfu})
        range(field, 1 / time.high, 1 / time.low);
}

void add_warnings(const Estimate& e, const Request& request, const TrainingMemory& memory, Answer& answer)
{
    using W = TrainingTimeWarning;
    constexpr double percent = 100;
    const TrainingSetup& s = e.r.setup;
    const LanguageModel& m = e.r.model;
    if (is_present(m.parameters))
        warn(answer, W::parameters_published);
    if (s.sequence > m.max_context)
        warn(answer, W::sequence_above_model, m.max_context, s.sequence);
    if (!is_multiple(m.heads, s.tensor))
        warn(answer, W::heads_not_divisible, m.heads, s.tensor);
    if (!is_multiple(m.experts_total, s.expert))
        warn(answer, W::experts_not_divisible, m.experts_total, s.expert);
    if (const double unused = s.gpus - s.data * s.tensor * s.pipeline * s.context; unused > 0)
        warn(answer, W::gpus_unused, unused);
    if (e.r.layout_derived && s.gpus > 1)
        warn(answer, W::layout_derived, s.tensor, s.pipeline);
    if (memory.total > memory.usable)
        warn(answer, W::memory_exceeded, memory.total.in(GB), memory.usable.in(GB));
    const double recompute = input_of(request, static_cast<TrainingTimeInput>(TrainingInput::recompute));
    if (!is_present(recompute) && s.recompute_share > 0)
        warn(answer, W::recompute_derived, percent * s.recompute_share);
    if (s.global_batch < s.data * s.micro_batch)
        warn(answer, W::batch_below_groups, s.global_batch, s.data * s.micro_batch);
    const bool host_tree = request.specs.intra_fabric.topology == static_cast<double>(Topology::host_tree);
    if (s.tensor > 1 && host_tree)
        warn(answer, W::tensor_over_host, percent * (e.time.tensor / e.time.step));
    if (s.tensor > s.gpus_per_node)
        warn(answer, W::tensor_across_nodes, s.tensor, s.gpus_per_node);
    constexpr double notable_bubble = .15;
    if (e.time.bubble > notable_bubble * e.time.step)
        warn(answer, W::large_bubble, percent * (e.time.bubble / e.time.step));
    const bool low = chosen(s.precision, Precision::fp8_mixed) || chosen(s.precision, Precision::nvfp4_mixed);
    if (low && !e.time.rates.casts())
        warn(answer, W::no_fast_matmul);
    if (s.nics_per_node < s.gpus_per_node && !is_present(input_of(request, TrainingTimeInput::nics_per_node)))
        warn(answer, W::one_nic);
    if (!chosen(s.offload, Offload::none))
        warn(answer, W::offload_unmeasured);
}

struct Steps : StepList<TrainingTimeStep> {
    using StepList::operator();
    /// A part of the step, left out where it takes no time.
    template<class... Values>
    void operator()(TrainingTimeStep step, Seconds result, Values... values) const
    {
        if (result > Seconds{})
            (*this)(step, result.in(units::s), values...);
    }
};

void derive_step(const Estimate& e, const Steps& add)
{
    using Step = TrainingTimeStep;
    const TrainingSetup& s = e.r.setup;
    const TrainingTime& t = e.time;
    const TrainingTimeConstants& c = training_time_constants;
    const double rate = t.rates.narrow.in(FLOP / units::s), memory = t.rates.memory.in(B / units::s);
    const double m = s.micro_batches, layers = std::ceil(e.r.model.layers / s.pipeline);
    add(Step::data_parallel, s.data, s.gpus, s.tensor, s.pipeline, s.context);
    add(Step::micro_batches, m, s.global_batch, s.data, s.micro_batch);
    add(Step::matmul_rate, rate, c.matmul, rate / c.matmul);
    add(Step::matmul, t.layers.matmul, rate, memory);
    add(Step::attention, t.layers.attention, m * s.micro_batch * s.sequence / s.context, s.sequence);
    add(Step::elementwise, t.layers.elementwise, c.elementwise, memory);
    add(Step::cast, t.layers.cast, c.cast, memory);
    add(Step::routing, t.layers.routing, c.routing, memory);
    add(Step::launch, t.layers.launch, c.launch_us * 1e-6, layers * m);
    add(Step::head, t.head, m, e.r.model.vocab, e.r.model.hidden, s.tensor);
    add(Step::tensor_messages, t.tensor, m, layers, s.tensor);
    add(Step::context_messages, t.context, m, layers, s.context);
    add(Step::expert_messages, t.expert, m, layers, s.expert);
    add(Step::pipeline_messages, t.pipeline, s.virtual_stages, m);
    const Seconds work = t.layers.total() + t.head;
    const Seconds messages = t.tensor + t.context + t.expert + t.pipeline;
    add(Step::bubble, t.bubble, s.pipeline, s.virtual_stages, m, (work + messages).in(units::s));
    add(Step::data_messages, t.data, c.hidden, c.overlap);
    add(Step::optimizer_pass, t.optimizer, t.optimizer.in(units::s)*memory / 34, memory);
    add(Step::step, e.step,
        work.in(units::s), messages.in(units::s), t.bubble.in(units::s), t.data.in(units::s), t.optimizer.in(units::s));
}

void derive_job(const Estimate& e, const Request& request, const Steps& add)
{
    using Step = TrainingTimeStep;
    const TrainingSetup& s = e.r.setup;
    const double flop = e.time.model_flop, hardware = e.time.hardware_flop, rate = e.per_gpu * flop;
    add(Step::tokens_per_s, e.tokens_per_s, s.global_batch, s.sequence, e.step);
    add(Step::model_flop, flop, e.r.count.active, e.r.model.vocab, e.r.model.hidden);
    add(Step::hardware_flop, hardware, flop, s.recompute_share);
    add(Step::tflops, rate, e.tokens_per_s, flop, s.gpus);
    add(Step::mfu, rate / e.peak, rate, e.peak);
    add(Step::hfu, e.per_gpu * hardware / e.peak, rate / e.peak, hardware, flop);
    add(Step::days, e.days, e.tokens, e.tokens_per_s, e.goodput);
    add(Step::gpu_hours, e.gpu_hours, e.days, s.gpus);
    if (is_present(e.cost))
        add(Step::cost, e.cost, e.gpu_hours, input_of(request, TrainingTimeInput::gpu_hour_usd));
    if (is_present(e.energy))
        add(Step::energy, e.energy, e.gpu_hours, e.power, input_of(request, TrainingTimeInput::power_usage_effectiveness));
}

}

Problem evaluate_training_time(const Request& request, Answer& answer)
{
    Estimate e;
    if (Problem problem = estimate(request, e); problem.code != ErrorCode::none)
        return problem;
    const TrainingRequest& r = e.r;
    TrainingMemory memory = training_memory(r.setup, r.model, r.count, r.shape, request.specs.gpu);
    const double told = request.inputs[static_cast<std::size_t>(TrainingInput::recompute)];
    if (!is_present(told) && r.setup.recompute_share > 0 && r.setup.recompute_share < 1)
        memory.total = filled_memory(request.specs.gpu); // as many layers are recomputed as that takes

    blank(answer, request.inputs);
    show_setup(r.setup, answer.inputs);
    for (const SetupMember& own : own_members)
        answer.inputs[static_cast<std::size_t>(own.field)] = r.setup.*own.member;
    answer.inputs[static_cast<std::size_t>(TrainingTimeInput::tokens)] = e.tokens;
    answer.inputs[static_cast<std::size_t>(TrainingTimeInput::power_w)] = e.power;
    const auto output = [&answer](TrainingTimeOutput field, double value) {
        answer.outputs[static_cast<std::size_t>(field)] = value;
    };
    using Out = TrainingTimeOutput;
    output(Out::step_s, e.step);
    output(Out::tokens_per_s, e.tokens_per_s);
    output(Out::tokens_per_s_per_gpu, e.per_gpu);
    output(Out::tflops_per_gpu, e.per_gpu * e.time.model_flop / 1e12);
    output(Out::hardware_tflops_per_gpu, e.per_gpu * e.time.hardware_flop / 1e12);
    output(Out::mfu, e.per_gpu * e.time.model_flop / e.peak);
    output(Out::hfu, e.per_gpu * e.time.hardware_flop / e.peak);
    output(Out::bubble_fraction, e.time.bubble / e.time.step);
    output(Out::exposed_communication_fraction, e.time.exposed() / e.time.step);
    output(Out::recompute_fraction, r.setup.recompute_share);
    output(Out::gpu_hours, e.gpu_hours);
    output(Out::days, e.days);
    output(Out::cost_usd, e.cost);
    output(Out::energy_kwh, e.energy);
    output(Out::total_bytes, memory.total.in(B));
    output(Out::fits, is_present(request.specs.gpu.memory_bytes) ? (memory.total <= memory.usable ? 1 : 0) : absent);
    add_ranges(e, request, answer);
    check_unused(request, r, {training_time_inputs, request.inputs, answer, static_cast<int>(TrainingTimeWarning::no_effect)});
    add_warnings(e, request, memory, answer);
    return {};
}

Problem derive_training_time(const Request& request, Derivation& derivation)
{
    Estimate e;
    if (Problem problem = estimate(request, e); problem.code != ErrorCode::none)
        return problem;
    derivation.steps_used = 0;
    const Steps add{derivation};
    derive_step(e, add);
    derive_job(e, request, add);
    return {};
}

}
