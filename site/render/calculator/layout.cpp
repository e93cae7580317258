#include "site/render/calculator/layout.h"

#include <array>

namespace site {

namespace {

using Names = std::string_view;

constexpr LayoutPart inference_parts[] = {{"weights", "weights_bytes"},
                                          {"kv", "kv_cache_bytes"},
                                          {"activations", "activation_bytes"},
                                          {"runtime", "runtime_bytes"}};
constexpr Names inference_figures[] = {"fitting_sequences", "max_context", "min_gpus", "kv_bytes_per_token_replica"};
constexpr LayoutGroup inference_groups[] = {{"calculator.group.per_gpu", ""}, {"calculator.group.replica", "host_bytes"}};

constexpr LayoutPart training_parts[] = {{"weights", "parameters_bytes"},
                                         {"gradients", "gradients_bytes"},
                                         {"optimizer", "optimizer_bytes"},
                                         {"activations", "activations_bytes"},
                                         {"runtime", "runtime_bytes"}};
constexpr Names training_figures[] = {"min_gpus", "parameters", "trainable_parameters", "logits_bytes"};
constexpr LayoutGroup training_groups[] = {{"calculator.group.per_gpu", ""}, {"calculator.group.model", "parameters"}};

constexpr Names model_on_gpu[] = {"model", "gpu"};
constexpr Names throughput_headline[] = {"stream_tokens_per_s", "output_tokens_per_s", "ttft_s"};
constexpr Names throughput_figures[] = {"tpot_s", "bound", "cost_per_million_output_tokens_usd", "running_sequences"};
constexpr LayoutGroup throughput_groups[] = {{"calculator.group.times", ""},
                                             {"calculator.group.rates", "stream_tokens_per_s"},
                                             {"calculator.group.cost", "cost_per_million_output_tokens_usd"},
                                             {"calculator.group.load", "running_sequences"}};

constexpr Names time_headline[] = {"days", "gpu_hours", "mfu"};
constexpr Names time_figures[] = {"tokens_per_s", "step_s", "tflops_per_gpu", "cost_usd"};
constexpr LayoutGroup time_groups[] = {{"calculator.group.step", ""},
                                       {"calculator.group.job", "gpu_hours"},
                                       {"calculator.group.per_gpu", "total_bytes"}};

constexpr Names collective_about[] = {"collective", "gpu"};
constexpr Names collective_headline[] = {"time_s", "busbw_bytes_per_s", "algorithm"};
constexpr Names collective_figures[] = {"algbw_bytes_per_s", "bound", "latency_s", "wire_one_direction_bytes_per_s"};
constexpr LayoutGroup collective_groups[] = {{"calculator.group.call", ""}, {"calculator.group.limits", "latency_s"}};

constexpr Names billing_headline[] = {"gpu_hour_usd", "total_usd", "cheaper"};
constexpr Names billing_figures[] = {"break_even_hours", "break_even_utilization", "useful_gpu_hour_usd",
                                     "cost_per_million_tokens_usd"};
constexpr LayoutGroup billing_groups[] = {{"calculator.group.bill", ""}};

constexpr Names plan_headline[] = {"ttft_s", "stream_tokens_per_s", "output_tokens_per_s", "cost_per_million_output_tokens_usd"};

constexpr std::array<CalculatorLayout, 7> layouts{{
    {"inference-memory", inference_parts, "gpus", model_on_gpu, {}, inference_figures, inference_groups},
    {"throughput", {}, "gpus", model_on_gpu, throughput_headline, throughput_figures, throughput_groups},
    {"plan", {}, "gpus", model_on_gpu, plan_headline, {}, {}}, // its answer is a list: plan_page.h
    {"training-memory", training_parts, "gpus", model_on_gpu, {}, training_figures, training_groups},
    {"training-time", {}, "gpus", model_on_gpu, time_headline, time_figures, time_groups},
    {"collective", {}, "ranks", collective_about, collective_headline, collective_figures, collective_groups},
    {"billing", {}, "", {}, billing_headline, billing_figures, billing_groups},
}};

}

std::span<const CalculatorLayout> calculator_layouts() { return layouts; }

const CalculatorLayout* find_layout(std::string_view calculator)
{
    for (const CalculatorLayout& layout : layouts)
        if (layout.calculator == calculator)
            return &layout;
    return nullptr;
}

std::string_view bar_words(const CalculatorLayout& layout)
{
    return layout.calculator == "training-memory" ? "bar.text.training" : "bar.text";
}

}
