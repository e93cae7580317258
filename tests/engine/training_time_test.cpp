// training-time: arithmetic of the job, the pipeline's formulas, what slows a step down and what cannot.
#include "tests/engine/training_runs.h"

#include "engine/models/pipeline.h"

#include <catch2/catch_approx.hpp>

using namespace engine;
using Catch::Approx;
using test::index;
using test::TrainingRun;

namespace {

TrainingRun time(const LanguageModel& model, TrainingRun::Settings settings)
{
    return TrainingRun(training_time_calculator, model, settings);
}

}

TEST_CASE("bubble and in-flight micro-batches are those of the papers")
{
    CHECK(bubble_of_work(4, 1, 8) == 3.0 / 8);  // (p - 1) / m
    CHECK(bubble_of_work(4, 2, 8) == 3.0 / 16); // (p - 1) / (v m)
    CHECK(bubble_of_work(1, 1, 8) == 0);
    CHECK(micro_batches_in_flight(8, 1, 64) == 8);
    CHECK(micro_batches_in_flight(8, 1, 4) == 4);
    CHECK(micro_batches_in_flight(8, 2, 64) == 8 * (1 + 7.0 / 16));

    // Of the whole step: b / (1 + b) of what the pipeline runs, a little less of the step.
    TrainingRun run = time(test::llama_70b(), {{"gpus", 64},
                                               {"tensor_parallel", 8},
                                               {"pipeline_parallel", 4},
                                               {"global_batch", 16},
                                               {"micro_batch", 1},
                                               {"virtual_stages", 1},
                                               {"recompute", 0}});
    const double b = 3.0 / 8; // 16 sequences on 2 groups: m = 8
    CHECK(run("bubble_fraction") == Approx(b / (1 + b)).epsilon(.05));
}

TEST_CASE("tokens, hours, days, cost and energy follow from the step")
{
    TrainingRun run = time(test::llama_8b(), {{"gpus", 64},
                                              {"global_batch", 512},
                                              {"sequence", 8192},
                                              {"tokens", 1e12},
                                              {"goodput", .8},
                                              {"gpu_hour_usd", 2.5},
                                              {"power_usage_effectiveness", 1.25}});
    const double step = run("step_s");
    CHECK(run("tokens_per_s") == Approx(512 * 8192 / step));
    CHECK(run("tokens_per_s_per_gpu") == Approx(run("tokens_per_s") / 64));
    CHECK(run("days") == Approx(1e12 / run("tokens_per_s") / .8 / 86400));
    CHECK(run("gpu_hours") == Approx(run("days") * 24 * 64));
    CHECK(run("cost_usd") == Approx(run("gpu_hours") * 2.5));
    CHECK(run("energy_kwh") == Approx(run("gpu_hours") * .7 * 1.25)); // 700 W
    CHECK(run("mfu") == Approx(run("tflops_per_gpu") / 989.5));
    CHECK(run.derive().steps_used > 10);
}

TEST_CASE("a given MFU gives the step by arithmetic")
{
    // 6 x (8.03e9 - 0.525e9) + attention 6 x 32 x 4096 x 2 x 2048 (mean of 4096 keys) FLOP a token.
    TrainingRun run = time(test::llama_8b(), {{"gpus", 8}, {"sequence", 4096}, {"global_batch", 128}, {"mfu_override", .4}});
    const double flop = 6 * (8030261248.0 - 128256.0 * 4096) + 6.0 * 32 * 4096 * 2 * 2048;
    CHECK(run("tokens_per_s_per_gpu") == Approx(.4 * 989.5e12 / flop).epsilon(1e-4)); // norms are counted with the matrices
    CHECK(run("mfu") == Approx(.4));
}

TEST_CASE("HFU is never below MFU and equals it without recomputation")
{
    for (const LanguageModel& model : {test::llama_8b(), test::llama_70b(), test::deepseek_v3(), test::gpt_oss_120b()})
        for (const double precision : {0.0, 1.0, 2.0})
            for (const double recompute : {0.0, 1.0, 2.0, absent}) {
                TrainingRun run = time(model, {{"gpus", 256}, {"precision", precision}, {"recompute", recompute}});
                CHECK(run("hfu") >= run("mfu"));
                CHECK(run("mfu") < .8);
                if (recompute == 0)
                    CHECK(run("hfu") == Approx(run("mfu")));
                if (recompute == 2)
                    CHECK(run("hfu") == Approx(run("mfu") * 4 / 3)); // one more forward: 8 N for 6 N
            }
}

TEST_CASE("tensor parallelism over PCIe slows a step down")
{
    const TrainingRun::Settings one{{"gpus", 8},          {"tensor_parallel", 1}, {"sharding", 1},
                                    {"global_batch", 64}, {"micro_batch", 1},     {"recompute", 0}};
    const TrainingRun::Settings eight{{"gpus", 8},          {"tensor_parallel", 8}, {"sharding", 1},
                                      {"global_batch", 64}, {"micro_batch", 1},     {"recompute", 0}};
    TrainingRun nvlink = time(test::llama_8b(), eight), pcie = time(test::llama_8b(), eight),
                apart = time(test::llama_8b(), one);
    pcie.specs.intra_fabric = apart.specs.intra_fabric = test::pcie4();
    CHECK(pcie("step_s") > 2 * nvlink("step_s"));
    CHECK(pcie("step_s") > apart("step_s"));
    CHECK(pcie.warns("tensor_over_host"));
    CHECK(!nvlink.warns("tensor_over_host"));
}

TEST_CASE("slower hardware is never faster")
{
    struct Row {
        const char* what;
        double Accelerator::*member;
    };
    for (const LanguageModel& model : {test::llama_70b(), test::gpt_oss_120b()})
        for (const Row& row : {Row{"bf16", &Accelerator::sustained_bf16}, Row{"memory", &Accelerator::memory_bandwidth},
                               Row{"fp32", &Accelerator::fp32}}) {
            INFO(row.what);
            TrainingRun run = time(
                model, {{"gpus", 64}, {"recompute", 0}, {"tensor_parallel", 8}, {"micro_batch", 1}, {"global_batch", 64}});
            const double before = run("step_s");
            run.specs.gpu.*row.member /= 2;
            CHECK(run("step_s") > before);
        }
    TrainingRun run =
        time(test::llama_70b(), {{"gpus", 64}, {"recompute", 0}, {"tensor_parallel", 8}, {"global_batch", 64}});
    const double before = run("step_s");
    run.specs.intra_fabric.one_direction /= 2;
    CHECK(run("step_s") > before);
}

TEST_CASE("recomputation costs time, overlap and a compiler save it")
{
    const TrainingRun::Settings base{{"gpus", 64},     {"tensor_parallel", 8},       {"pipeline_parallel", 1},
                                     {"sharding", 1},  {"global_batch", 256},        {"micro_batch", 1},
                                     {"recompute", 0}, {"async_tensor_parallel", 0}, {"compiled", 0}};
    TrainingRun run = time(test::llama_70b(), base);
    const double before = run("step_s");
    CHECK(time(test::llama_70b(), base).set("recompute", 2)("step_s") > 1.2 * before);
    CHECK(time(test::llama_70b(), base).set("async_tensor_parallel", 1)("step_s") < before);
    CHECK(time(test::llama_70b(), base).set("compiled", 1)("step_s") < before);
    CHECK(time(test::llama_70b(), base).set("precision", index(Precision::fp8_mixed))("step_s") < before);
}

TEST_CASE("parts of a step lie between nothing and all of it, from 1 GPU to 16,384")
{
    for (const LanguageModel& model : {test::llama_8b(), test::llama_70b(), test::deepseek_v3(), test::gpt_oss_120b()})
        for (double gpus = 1; gpus <= 16384; gpus *= 4) {
            TrainingRun run = time(model, {{"gpus", gpus}});
            CHECK(run("step_s") > 0);
            CHECK(run("bubble_fraction") >= 0);
            CHECK(run("exposed_communication_fraction") >= 0);
            CHECK(run("bubble_fraction") + run("exposed_communication_fraction") < 1);
            if (gpus == 1)
                CHECK(run("exposed_communication_fraction") == 0);
            const auto [low, high] = run.range("step_s");
            CHECK(low < run("step_s"));
            CHECK(high > run("step_s"));
        }
}

TEST_CASE("ranges are absent where nothing comparable was measured")
{
    TrainingRun run = time(test::llama_8b(), {{"gpus", 8}});
    run.specs.gpu.architecture = index(Architecture::cdna3);
    CHECK(run("step_s") > 0);
    CHECK(!is_present(run.range("step_s").first));
    CHECK(run.warns("extrapolated"));
}

TEST_CASE("what stands in for software is shown as inputs that were used")
{
    TrainingRun fp16 = time(test::llama_70b(), {{"gpus", 64}, {"precision", index(Precision::fp16_mixed)}, {"sharding", 3}});
    CHECK(fp16("step_s") > 0);
    CHECK(fp16.used("fused_attention") == 0);
    CHECK(fp16.used("recompute") == index(Recompute::full));
    CHECK(fp16.used("attention_kernels") == index(AttentionKernels::flash2));
    CHECK(fp16.used("nics_per_node") == 1);
    CHECK(fp16.warns("one_nic"));
    TrainingRun told = time(test::llama_70b(), {{"gpus", 64},
                                                {"precision", index(Precision::fp16_mixed)},
                                                {"sharding", 3},
                                                {"fused_attention", 1},
                                                {"nics_per_node", 8},
                                                {"recompute", 0}});
    CHECK(told("step_s") < fp16("step_s"));
}

TEST_CASE("more than one GPU without a known fabric is a problem")
{
    TrainingRun run = time(test::llama_8b(), {{"gpus", 8}});
    run.specs.intra_fabric = Link{};
    CHECK(run.evaluate().code == ErrorCode::missing);
    CHECK(run.set("gpus", 1)("step_s") > 0);
}

TEST_CASE("every step of training_time has a value for each of its symbols")
{
    for (const LanguageModel& model : {test::llama_8b(), test::llama_70b(), test::deepseek_v3(), test::gpt_oss_120b()})
        for (const double sharding : {1.0, 3.0})
            for (const double method : {0.0, 2.0}) {
                TrainingRun run(training_time_calculator, model,
                                {{"gpus", 512},
                                 {"tensor_parallel", 2},
                                 {"pipeline_parallel", 4},
                                 {"context_parallel", 2},
                                 {"expert_parallel", 8},
                                 {"recompute", 2},
                                 {"method", method},
                                 {"sharding", sharding}});
                const Derivation derivation = run.derive();
                for (int i = 0; i < derivation.steps_used; ++i) {
                    const Step& step = derivation.steps[static_cast<std::size_t>(i)];
                    const StepInfo& info = training_time_calculator.steps[static_cast<std::size_t>(step.info)];
                    INFO(info.id);
                    CHECK(step.values_used == test::words(info.symbols));
                    CHECK(is_present(step.result));
                }
            }
}
