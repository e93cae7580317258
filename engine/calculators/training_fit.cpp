#include "engine/calculators/training_fit.h"

#include "engine/calculators/blank_answer.h"

#include <algorithm>
#include <cmath>

namespace engine {

namespace {

constexpr double most_gpus = 65536, largest_tensor = 8;

TrainingSetup resized(TrainingSetup s, double gpus)
{
    s.gpus = gpus;
    s.data = std::max(1.0, std::floor(gpus / (s.tensor * s.pipeline * s.context)));
    s.global_batch = std::max(s.global_batch, s.data * s.micro_batch);
    s.micro_batches = std::max(1.0, s.global_batch / (s.data * s.micro_batch));
    return s;
}

/// Tries changes of one setup.
class Search {
public:
    Search(const TrainingRequest& request, const Accelerator& gpu, Answer& answer)
        : m_request(request), m_gpu(gpu), m_answer(answer)
    {
    }

    [[gnu::noinline]] bool fits(const TrainingSetup& setup) const
    {
        const TrainingMemory memory = training_memory(setup, m_request.model, m_request.count, m_request.shape, m_gpu);
        return memory.total <= memory.usable;
    }

    /// Suggests the first of `values` with which the setup fits.
    template<std::size_t N>
    void first_of(TrainingInput field, double TrainingSetup::*member, const std::array<double, N>& values) const
    {
        for (const double value : values) {
            TrainingSetup changed = m_request.setup;
            if (!(value > changed.*member))
                continue;
            changed.*member = value;
            if (member == &TrainingSetup::recompute)
                changed.recompute_share = value == static_cast<double>(Recompute::full) ? 1 : 0;
            if (fits(changed))
                return suggest(field, value);
        }
    }

    void suggest(TrainingInput field, double value) const
    {
        add_suggestion(m_answer, static_cast<int>(field), value);
    }

private:
    const TrainingRequest& m_request;
    const Accelerator& m_gpu;
    Answer& m_answer;
};

}

double fewest_training_gpus(const TrainingRequest& r, const Accelerator& gpu)
{
    if (!is_present(gpu.memory_bytes))
        return absent;
    Bytes before = Bytes{};
    for (double gpus = r.setup.tensor * r.setup.pipeline * r.setup.context; gpus <= most_gpus; gpus *= 2) {
        if (gpus < r.setup.expert * r.setup.pipeline)
            continue;
        const TrainingMemory memory = training_memory(resized(r.setup, gpus), r.model, r.count, r.shape, gpu);
        if (memory.total <= memory.usable)
            return gpus;
        if (before > Bytes{} && memory.total > .999 * before)
            break; // what is left is not sharded
        before = memory.total;
    }
    return absent;
}

void suggest_training(const TrainingRequest& r, const Accelerator& gpu, const Link& intra, Answer& answer)
{
    const Search search(r, gpu, answer);
    const TrainingSetup& s = r.setup;
    for (double micro = std::floor(s.micro_batch / 2); micro >= 1; micro = std::floor(micro / 2)) {
        TrainingSetup changed = s;
        changed.micro_batch = micro;
        changed.micro_batches = std::max(1.0, s.global_batch / (s.data * micro));
        if (search.fits(changed)) {
            search.suggest(TrainingInput::micro_batch, micro);
            break;
        }
    }
    search.first_of(TrainingInput::chunked_loss, &TrainingSetup::chunked_loss, std::array{1.0});
    search.first_of(TrainingInput::recompute, &TrainingSetup::recompute, std::array{1.0, 2.0});
    if (s.gpus > 1)
        search.first_of(TrainingInput::sharding, &TrainingSetup::sharding, std::array{1.0, 2.0, 3.0});
    if (const double gpus = fewest_training_gpus(r, gpu); gpus > s.gpus)
        search.suggest(TrainingInput::gpus, gpus);
    for (double tensor = s.tensor * 2; tensor <= largest_tensor && tensor * s.pipeline * s.context <= s.gpus; tensor *= 2) {
        TrainingSetup changed = s;
        changed.tensor = tensor;
        changed.sequence_parallel = s.fused_attention;
        changed = resized(changed, s.gpus);
        if (search.fits(changed)) {
            search.suggest(TrainingInput::tensor_parallel, tensor);
            break;
        }
    }
    if (chosen(s.optimizer, Optimizer::adamw) && !is_adapter(s))
        search.first_of(TrainingInput::optimizer, &TrainingSetup::optimizer,
                        std::array{static_cast<double>(Optimizer::adamw_8bit)});
    for (const TrainingMethod method : {TrainingMethod::lora, TrainingMethod::qlora}) {
        if (static_cast<double>(method) <= s.method)
            continue;
        TrainingSetup changed = s;
        changed.method = static_cast<double>(method);
        changed.base_bits = absent;
        changed = completed_setup(changed, r.model, r.count, gpu, intra, SetupPurpose::memory);
        if (search.fits(changed)) {
            search.suggest(TrainingInput::method, changed.method);
            break;
        }
    }
}

}
