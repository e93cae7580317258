#include "site/render/calculator/presets.h"

#include "site/render/html.h"

#include <array>

namespace site {

namespace {

constexpr std::array<Preset, 17> all{{
    {"inference-memory", "chat100", "model=llama-3.1-8b&gpu=l40s&gpus=1&context=8192&mean_context=2048&concurrency=100"},
    {"inference-memory", "rag32k", "gpus=4&context=32768&concurrency=8"},
    {"inference-memory", "two4090", "gpu=rtx-4090&gpus=2&weights=awq-int4-g128&context=8192&concurrency=1"},
    {"throughput", "chat100", "model=llama-3.1-8b&gpus=1&input_tokens=512&output_tokens=256&concurrency=100"},
    {"throughput", "rag32k", "gpus=4&input_tokens=32768&output_tokens=512&concurrency=8"},
    {"throughput", "two4090", "gpu=rtx-4090&gpus=2&weights=awq-int4-g128&concurrency=1"},
    {"plan", "chat100", "model=llama-3.1-8b&input_tokens=512&output_tokens=256&concurrency=100&max_ttft_s=1&max_tpot_s=0.05"},
    {"plan", "rag32k", "input_tokens=32768&output_tokens=512&concurrency=8&gpus_allowed=h100-sxm,h200-sxm,b200"},
    {"plan", "moe", "model=deepseek-v3&concurrency=256&gpus_allowed=h200-sxm,b200,mi355x"},
    {"training-memory", "qlora8b", "model=llama-3.1-8b&gpu=rtx-4090&gpus=1&method=qlora&weights=nf4-dq&sequence=2048&micro_batch=1&recompute=full&recompute=full"},
    {"training-memory", "lora70b", "model=llama-3.3-70b&gpus=8&method=lora&sharding=zero3&sequence=4096&micro_batch=1&recompute=full"},
    {"training-memory", "full8b", "model=llama-3.1-8b&gpus=8&method=full&sharding=zero3&sequence=4096&micro_batch=1"},
    {"training-time", "full8b", "model=llama-3.1-8b&gpus=8&tokens=1e9&sharding=zero3"},
    {"training-time", "pretrain70b", "model=llama-3.1-70b&gpus=2048&tokens=15e12&tensor_parallel=8&pipeline_parallel=4"},
    {"collective", "eight_servers", "nodes=8"},
    {"billing", "against_hourly", "monthly_usd=2190&hourly_usd=4&hours=400"},
    {"billing", "half_used", "monthly_usd=2190&hourly_usd=4&tokens_per_s=2500&utilization=0.5"},
}};

constexpr std::array<Preset, 6> asked{{
    {"plan", "two4090", "gpus_allowed=rtx-4090&max_gpus=2&concurrency=1"},
    {"plan", "chat100", "model=qwen3-32b&input_tokens=512&output_tokens=256&concurrency=100"},
    {"throughput", "million", "model=deepseek-v3&gpus=16&concurrency=256&gpu_hour_usd=2.1"},
    {"inference-memory", "context128k", "context=131072&concurrency=1"},
    {"training-memory", "qlora8b", "model=llama-3.1-8b&gpu=rtx-4090&gpus=1&method=qlora&weights=nf4-dq&sequence=2048&micro_batch=1&recompute=full"},
    {"training-time", "days", "model=llama-3.1-8b&gpus=64&tokens=1e11"},
}};

}

std::span<const Preset> presets() { return all; }
std::span<const Preset> questions() { return asked; }

std::string questions_html(const Edition& edition)
{
    std::string items;
    for (const Preset& question : asked)
        items.append("<li><a href=\"").append(escaped(edition.url("calculators/" + std::string(question.calculator) + "/")))
            .append("?").append(escaped(question.query)).append("\">").append(escaped(edition("question." + std::string(question.id)))).append("</a></li>");
    return items;
}

std::string presets_html(const Edition& edition, std::string_view calculator)
{
    std::string items;
    for (const Preset& preset : all)
        if (preset.calculator == calculator)
            items.append("<li><a href=\"?").append(escaped(preset.query)).append("\">")
                .append(escaped(edition("preset." + std::string(preset.id)))).append("</a></li>");
    return items;
}

}
