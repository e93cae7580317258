#include "engine/calculators/training_memory.h"

#include "engine/calculators/blank_answer.h"
#include "engine/calculators/step_list.h"
#include "engine/calculators/training_fit.h"
#include "engine/units/elementary.h"

#include <algorithm>
#include <cmath>

namespace engine {

using units::B;
using units::token;

namespace {

struct Output {
    Answer& answer;

    void operator()(TrainingMemoryOutput field, double value) const
    {
        answer.outputs[static_cast<std::size_t>(field)] = value;
    }
    void operator()(TrainingMemoryOutput field, Bytes value) const { (*this)(field, value.in(B)); }
};

void warn(Answer& answer, TrainingMemoryWarning code, double first = absent, double second = absent)
{
    add_warning(answer, static_cast<int>(code), first, second);
}

double trainable(const TrainingRequest& r)
{
    return is_adapter(r.setup) ? adapter_parameters(r.setup, r.model) : r.count.total;
}

void add_warnings(const TrainingRequest& r, const TrainingMemory& memory, const Accelerator& gpu, Answer& answer)
{
    const TrainingSetup& s = r.setup;
    const LanguageModel& m = r.model;
    if (!is_present(gpu.memory_bytes))
        warn(answer, TrainingMemoryWarning::no_device);
    else if (gpu.memory_is_label > 0)
        warn(answer, TrainingMemoryWarning::capacity_is_label);
    if (is_present(m.parameters))
        warn(answer, TrainingMemoryWarning::parameters_published);
    if (s.sequence > m.max_context) // false where absent
        warn(answer, TrainingMemoryWarning::sequence_above_model, m.max_context, s.sequence);
    if (!is_multiple(m.heads, s.tensor))
        warn(answer, TrainingMemoryWarning::heads_not_divisible, m.heads, s.tensor);
    if (!is_multiple(m.experts_total, s.expert))
        warn(answer, TrainingMemoryWarning::experts_not_divisible, m.experts_total, s.expert);
    if (const double unused = s.gpus - s.data * s.tensor * s.pipeline * s.context; unused > 0)
        warn(answer, TrainingMemoryWarning::gpus_unused, unused);
    if (r.layout_derived && s.gpus > 1)
        warn(answer, TrainingMemoryWarning::layout_derived, s.tensor, s.pipeline);
    if (!chosen(s.offload, Offload::none) && !is_adapter(s)) {
        TrainingSetup kept = s;
        kept.offload = static_cast<double>(Offload::none);
        const ModelStates whole = model_states(kept, m, r.count), left = memory.states;
        warn(answer, TrainingMemoryWarning::host_holds_states,
             (whole.parameters - left.parameters + whole.gradients - left.gradients + whole.optimizer - left.optimizer)
                 .in(units::GB));
    }
    if (memory.logits > .5 * memory.peak_activations && !(s.chunked_loss > 0))
        warn(answer, TrainingMemoryWarning::logits_dominate);
}

/// Spread of the comparable measured cases, each predicted without its source: full training and adapters.
void add_range(const TrainingRequest& r, const TrainingMemory& memory, Answer& answer)
{
    const TrainingSpread& spread = is_adapter(r.setup) ? training_memory_spread_adapter : training_memory_spread_full;
    const auto range = [&](TrainingMemoryOutput field, double value) {
        answer.low[static_cast<std::size_t>(field)] = value * spread.low;
        answer.high[static_cast<std::size_t>(field)] = value * spread.high;
    };
    range(TrainingMemoryOutput::total_bytes, memory.total.in(B));
    range(TrainingMemoryOutput::activations_bytes, memory.peak_activations.in(B));
}

using Steps = StepList<TrainingMemoryStep>;

void derive_states(const TrainingRequest& r, const TrainingMemory& memory, const Steps& add)
{
    using Step = TrainingMemoryStep;
    const TrainingSetup& s = r.setup;
    const ParameterCount& n = r.count;
    const WeightShare share = weight_share(s, n);
    const ModelStates& states = memory.states;
    add(Step::parameters, n.total,
        n.embedding + n.head, n.attention_total, n.dense_mlp_total + n.shared_total, n.experts_total,
         n.router_total + n.norms);
    add(Step::weights_dense, share.dense, n.total, n.experts_total, s.tensor, s.pipeline);
    if (n.experts_total > 0)
        add(Step::weights_experts, share.expert, n.experts_total, s.expert, s.pipeline, s.expert == 1 ? s.tensor : 1);
    const double working = states.working.in(B);
    if (is_zero3(s))
        add(Step::working, working,
            (working / 2 - r.model.vocab * r.model.hidden / s.tensor) / 2, r.model.vocab, r.model.hidden, s.tensor);
    if (is_adapter(s)) {
        const double trained = adapter_parameters(s, r.model), group = is_zero3(s) ? share.dense_group : 1;
        const double split = s.tensor * s.pipeline * group;
        add(Step::adapter_parameters, trained, s.lora_rank);
        const double frozen = states.parameters.in(B)*split - 2 * trained;
        add(Step::parameters_frozen, memory.parameters,
            n.total, 8 * frozen / n.total, trained, s.tensor, s.pipeline, group, working);
        add(Step::gradients, states.gradients, 2, trained / (s.tensor * s.pipeline), group, 0, 1);
        add(Step::optimizer, states.optimizer,
            states.optimizer.in(B) / trained * split, trained / (s.tensor * s.pipeline), group, 0, 1);
        return;
    }
    const auto shared = [&](Step step, Bytes bytes, bool divided) {
        const double weights = divided ? share.sharded() : share.total();
        add(step, bytes,
            bytes.in(B) / weights, share.dense, divided ? share.dense_group : 1, share.expert,
             divided ? share.expert_group : 1);
    };
    const double stored = states.parameters.in(B) / (is_zero3(s) ? share.sharded() : share.total());
    add(Step::parameters_full, memory.parameters,
        stored, share.dense, is_zero3(s) ? share.dense_group : 1, share.expert, is_zero3(s) ? share.expert_group : 1,
         working);
    shared(Step::gradients, states.gradients, is_zero3(s) || chosen(s.sharding, Sharding::zero2));
    shared(Step::optimizer, states.optimizer, !chosen(s.sharding, Sharding::ddp));
}

void derive_activations(const TrainingRequest& r, const TrainingMemory& memory, const Steps& add)
{
    using Step = TrainingMemoryStep;
    const TrainingSetup& s = r.setup;
    const ActivationMemory& a = memory.activations;
    const double tokens = s.micro_batch * s.sequence / s.context;
    const double layers = std::max(1.0, std::ceil(r.shape.layers / s.pipeline));
    const double of_layer = a.kept.in(B) / layers / a.flight;
    add(Step::layer_activations, of_layer, of_layer / tokens, tokens);
    add(Step::kept_activations, a.kept, of_layer, layers, a.flight);
    add(Step::logits, a.logits, a.logits.in(B) / (tokens * r.model.vocab / s.tensor), tokens, r.model.vocab, s.tensor);
    const double at_loss = memory.gradients_at_loss.in(B), kept = a.kept.in(B), again = a.recomputed.in(B);
    const double unreduced = memory.states.unreduced.in(B), gradients = memory.states.gradients.in(B);
    const double loss = at_loss + kept + a.logits.in(B), recomputing = at_loss + kept + again + unreduced;
    const double end = gradients + kept / layers + again + unreduced;
    add(Step::peak_loss, loss, at_loss, kept, a.logits.in(B));
    if (again > 0)
        add(Step::peak_recompute, recomputing, at_loss, kept, again, unreduced);
    add(Step::peak_end, end, gradients, kept, layers, again, unreduced);
    const double weights = memory.parameters.in(B), optimizer = memory.states.optimizer.in(B);
    const double tensors = (memory.total - memory.runtime).in(B), base = memory.base.in(B);
    add(Step::runtime, memory.runtime,
        base, (memory.runtime.in(B)-base) / tensors, weights, optimizer, tensors - weights - optimizer);
    add(Step::total, memory.total, weights, optimizer, loss, recomputing, end, memory.runtime.in(B));
}

}

Problem evaluate_training_memory(const Request& request, Answer& answer)
{
    if (Problem problem = check_inputs(training_memory_calculator, request.inputs); problem.code != ErrorCode::none)
        return problem;
    TrainingRequest r;
    if (Problem problem = training_request(request, told_setup(request), SetupPurpose::memory, r);
        problem.code != ErrorCode::none)
        return problem;
    const Accelerator& gpu = request.specs.gpu;
    const TrainingMemory memory = training_memory(r.setup, r.model, r.count, r.shape, gpu);
    const bool device = is_present(gpu.memory_bytes);

    blank(answer, request.inputs);
    show_setup(r.setup, answer.inputs);
    const Output output{answer};
    output(TrainingMemoryOutput::fits, device ? (memory.total <= memory.usable ? 1 : 0) : absent);
    output(TrainingMemoryOutput::spare_bytes, memory.usable - memory.total);
    output(TrainingMemoryOutput::total_bytes, memory.total);
    output(TrainingMemoryOutput::usable_bytes, memory.usable);
    output(TrainingMemoryOutput::capacity_bytes, gpu.memory_bytes);
    output(TrainingMemoryOutput::parameters_bytes, memory.parameters);
    output(TrainingMemoryOutput::gradients_bytes, memory.states.gradients);
    output(TrainingMemoryOutput::optimizer_bytes, memory.states.optimizer);
    output(TrainingMemoryOutput::activations_bytes, memory.peak_activations);
    output(TrainingMemoryOutput::logits_bytes, memory.logits);
    output(TrainingMemoryOutput::runtime_bytes, memory.runtime);
    output(TrainingMemoryOutput::working_bytes, memory.states.working);
    output(TrainingMemoryOutput::parameters, r.count.total);
    output(TrainingMemoryOutput::trainable_parameters, trainable(r));
    output(TrainingMemoryOutput::min_gpus, fewest_training_gpus(r, gpu));
    add_range(r, memory, answer);
    check_unused(request, r, {training_inputs, request.inputs, answer, static_cast<int>(TrainingMemoryWarning::no_effect)});
    add_warnings(r, memory, gpu, answer);
    if (device && memory.total > memory.usable)
        suggest_training(r, gpu, request.specs.intra_fabric, answer);
    return {};
}

Problem derive_training_memory(const Request& request, Derivation& derivation)
{
    if (Problem problem = check_inputs(training_memory_calculator, request.inputs); problem.code != ErrorCode::none)
        return problem;
    TrainingRequest r;
    if (Problem problem = training_request(request, told_setup(request), SetupPurpose::memory, r);
        problem.code != ErrorCode::none)
        return problem;
    const TrainingMemory memory = training_memory(r.setup, r.model, r.count, r.shape, request.specs.gpu);
    derivation.steps_used = 0;
    const Steps add{derivation};
    derive_states(r, memory, add);
    derive_activations(r, memory, add);
    if (const double capacity = request.specs.gpu.memory_bytes; is_present(capacity)) {
        const double usable = memory.usable.in(B);
        add(TrainingMemoryStep::usable, usable, capacity, capacity - usable);
        add(TrainingMemoryStep::spare, usable - memory.total.in(B), usable, memory.total.in(B));
    }
    return {};
}

}
