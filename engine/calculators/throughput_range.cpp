#include "engine/calculators/throughput_range.h"

#include "engine/models/serving_errors.h"

namespace engine {

namespace {

constexpr QuantityErrors none{};

bool is_local_comparable(const ThroughputSetup& x)
{
    return x.memory.serving.engine == ServingEngine::llama_cpp && x.local.concurrency <= 1 && x.memory.layout.tensor <= 1 &&
           x.memory.model.experts_total <= 0 && x.memory.model.linear_layers <= 0 && !is_present(x.rate);
}

bool is_served_comparable(const ThroughputSetup& x)
{
    const LanguageModel& m = x.memory.model;
    const NumberFormat& f = x.memory.weights;
    const auto arithmetic = static_cast<Arithmetic>(static_cast<int>(f.arithmetic));
    const bool known_format = f.gguf <= 0 && (arithmetic == Arithmetic::fp8 || arithmetic == Arithmetic::fp4 ||
                                              (arithmetic == Arithmetic::bf16 && value_or(f.bits_per_weight, 16) >= 16));
    return known_format && m.linear_layers <= 0 && m.index_layers <= 0 && x.memory.layout.pipeline <= 1 &&
           x.memory.layout.expert <= x.memory.layout.tensor && x.memory.layout.tensor <= x.wiring.gpus_per_domain &&
           x.load.draft_tokens <= 0 && x.load.lengths.prefix_hit <= 0;
}

const QuantityErrors& errors_of(const ThroughputSetup& x)
{
    if (x.is_local)
        return is_local_comparable(x) ? serving_errors::local : none;
    if (!is_served_comparable(x))
        return none;
    const auto architecture = static_cast<Architecture>(static_cast<int>(x.memory.gpu.architecture));
    if (architecture != Architecture::hopper && architecture != Architecture::blackwell)
        return none;
    if (x.load.is_saturated)
        return serving_errors::saturated;
    const auto& of_engine = serving_errors::served[static_cast<std::size_t>(x.memory.serving.engine)];
    return of_engine[architecture == Architecture::blackwell ? 1 : 0];
}

}

ErrorRange tpot_range(const ThroughputSetup& x) { return errors_of(x).tpot; }
ErrorRange ttft_range(const ThroughputSetup& x) { return errors_of(x).ttft; }

ErrorRange request_range(const ThroughputSetup& x) { return errors_of(x).request; }

}
