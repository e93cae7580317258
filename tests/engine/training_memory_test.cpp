// training-memory: states by hand, what sharding and recomputation save, what never grows, suggestions that hold.
#include "tests/engine/training_runs.h"

#include <catch2/catch_approx.hpp>

using namespace engine;
using Catch::Approx;
using test::index;
using test::TrainingRun;

namespace {

constexpr double llama_8b_parameters = 8030261248.0;

TrainingRun memory(const LanguageModel& model, TrainingRun::Settings settings)
{
    return TrainingRun(training_memory_calculator, model, settings);
}

}

TEST_CASE("bytes of a weight follow from precision, optimizer and sharding")
{
    struct Row {
        const char* why;
        TrainingRun::Settings settings;
        double parameters, gradients, optimizer; ///< bytes a weight of the model
    };
    const double zero1 = index(Sharding::zero1), zero3 = index(Sharding::zero3), ddp = index(Sharding::ddp);
    const Row rows[] = {
        {"mixed, one GPU: 2 + 4 + (8 + 4)", {{"gpus", 1}, {"sharding", ddp}}, 2, 4, 12},
        {"ZeRO-1 over 8: the optimizer's 12 by 8", {{"gpus", 8}, {"sharding", zero1}}, 2, 4, 12 / 8.0},
        {"ZeRO-2 over 8: gradients too", {{"gpus", 8}, {"sharding", index(Sharding::zero2)}}, 2, 4 / 8.0, 12 / 8.0},
        {"ZeRO-3 over 64: fp32 weights, gradients, two moments, all by 64",
         {{"gpus", 64}, {"sharding", zero3}},
         4 / 64.0,
         4 / 64.0,
         8 / 64.0},
        {"pure bf16: 2 + 2 + two bf16 moments",
         {{"gpus", 1}, {"sharding", ddp}, {"precision", index(Precision::bf16)}},
         2,
         2,
         4},
        {"fp32: 4 + 4 + 8", {{"gpus", 1}, {"sharding", ddp}, {"precision", index(Precision::fp32)}}, 4, 4, 8},
        {"8-bit AdamW: 2 + the fp32 copy",
         {{"gpus", 1}, {"sharding", ddp}, {"optimizer", index(Optimizer::adamw_8bit)}},
         2,
         4,
         6},
        {"tensor parallel 8: all by 8",
         {{"gpus", 8}, {"tensor_parallel", 8}, {"sharding", zero1}},
         2 / 8.0,
         4 / 8.0,
         12 / 8.0},
        {"offloaded optimizer: none of it here",
         {{"gpus", 1}, {"sharding", ddp}, {"offload", index(Offload::optimizer)}},
         2,
         4,
         0},
        {"gradients in 2 bytes, as told", {{"gpus", 1}, {"sharding", ddp}, {"gradient_bytes", 2}}, 2, 2, 12},
    };
    for (const Row& row : rows) {
        INFO(row.why);
        TrainingRun run = memory(test::llama_8b(), row.settings);
        const double working = run("working_bytes");
        CHECK(run("parameters_bytes") - working == Approx(row.parameters * llama_8b_parameters));
        CHECK(run("gradients_bytes") == Approx(row.gradients * llama_8b_parameters));
        CHECK(run("optimizer_bytes") == Approx(row.optimizer * llama_8b_parameters).margin(1));
    }
}

TEST_CASE("adapters count r (in + out) for each matrix")
{
    // One layer: q 8192, k and v 5120 each, o 8192, gate, up and down 18432 each: 81,920 x 16 x 32.
    TrainingRun run = memory(test::llama_8b(), {{"gpus", 1}, {"method", index(TrainingMethod::lora)}, {"lora_rank", 16}});
    CHECK(run("trainable_parameters") == 41943040);
    run.set("lora_targets", index(LoraTargets::attention)); // q and v: 13,312 x 16 x 32
    CHECK(run("trainable_parameters") == 6815744);
    run.set("method", index(TrainingMethod::full));
    CHECK(run("trainable_parameters") == llama_8b_parameters);
}

TEST_CASE("a 4-bit base is smaller than a 16-bit one and needs a matrix in 16 bits")
{
    TrainingRun lora = memory(test::llama_8b(),
                              {{"gpus", 1}, {"recompute", 2}, {"sequence", 2048}, {"method", index(TrainingMethod::lora)}});
    TrainingRun qlora = memory(
        test::llama_8b(), {{"gpus", 1}, {"recompute", 2}, {"sequence", 2048}, {"method", index(TrainingMethod::qlora)}});
    CHECK(qlora("total_bytes") < .65 * lora("total_bytes"));
    CHECK(lora("working_bytes") == 0);
    CHECK(qlora("working_bytes") == 2.0 * 4096 * 14336);
    CHECK(qlora("logits_bytes") == Approx(lora("logits_bytes")));
}

TEST_CASE("more GPUs never need more memory each with ZeRO-3")
{
    for (const LanguageModel& model : {test::llama_8b(), test::llama_70b(), test::deepseek_v3(), test::gpt_oss_120b()})
        for (const double method : {0.0, 1.0}) {
            double before = maximum;
            for (double gpus = 1; gpus <= 16384; gpus *= 2) {
                TrainingRun run = memory(model, {{"gpus", gpus}, {"sharding", index(Sharding::zero3)}, {"method", method}});
                const double total = run("total_bytes");
                CHECK(total <= before);
                before = total;
            }
        }
}

TEST_CASE("each of these alone never needs more memory")
{
    const TrainingRun::Settings base{
        {"gpus", 8}, {"sharding", index(Sharding::zero1)}, {"micro_batch", 4}, {"sequence", 8192}};
    struct Row {
        const char* field;
        double value;
    };
    for (const Row& row : {Row{"recompute", 1}, Row{"recompute", 2}, Row{"chunked_loss", 1}, Row{"sharding", 2},
                           Row{"micro_batch", 2}, Row{"sequence", 4096}, Row{"tensor_parallel", 2}, Row{"compiled", 1},
                           Row{"optimizer", index(Optimizer::adamw_8bit)}, Row{"context_parallel", 2}}) {
        INFO(row.field);
        TrainingRun run = memory(test::llama_8b(), base);
        const double before = run("total_bytes");
        CHECK(run.set(row.field, row.value)("total_bytes") <= before);
    }
}

TEST_CASE("activations grow with the micro-batch in proportion")
{
    TrainingRun one = memory(test::llama_8b(), {{"gpus", 8}, {"sharding", index(Sharding::zero3)}, {"micro_batch", 1}});
    TrainingRun four = memory(test::llama_8b(), {{"gpus", 8}, {"sharding", index(Sharding::zero3)}, {"micro_batch", 4}});
    const double step = (four("total_bytes") - one("total_bytes")) / 3;
    CHECK(one("activations_bytes") == Approx(step).epsilon(.12));
}

TEST_CASE("experts are cut by expert parallelism, the rest is not")
{
    TrainingRun one = memory(test::deepseek_v3(), {{"gpus", 256}, {"expert_parallel", 1}, {"sharding", 1}});
    TrainingRun many = memory(test::deepseek_v3(), {{"gpus", 256}, {"expert_parallel", 64}, {"sharding", 1}});
    const double experts = 58.0 * 256 * 3 * 7168 * 2048; // MoE layers x E x three matrices
    CHECK(one("parameters_bytes") - many("parameters_bytes") == Approx(2 * experts * (1 - 1 / 64.0)));
}

TEST_CASE("what is suggested fits, and nothing is suggested for what fits")
{
    TrainingRun run = memory(test::llama_8b(), {{"gpus", 4}, {"sharding", 0}, {"micro_batch", 4}});
    REQUIRE(run("fits") == 0);
    REQUIRE(run.answer.suggestions_used > 0);
    const Answer answer = run.answer;
    for (int i = 0; i < answer.suggestions_used; ++i) {
        const Suggestion& s = answer.suggestions[static_cast<std::size_t>(i)];
        const std::string_view field = training_inputs[static_cast<std::size_t>(s.field)].id;
        INFO(field);
        TrainingRun changed = memory(test::llama_8b(), {{"gpus", 4}, {"sharding", 0}, {"micro_batch", 4}});
        CHECK(changed.set(field, s.value)("fits") == 1);
    }
    TrainingRun small = memory(test::llama_8b(), {{"gpus", 64}});
    CHECK(small("fits") == 1);
    CHECK(small.answer.suggestions_used == 0);
}

TEST_CASE("min_gpus is the fewest with which it fits")
{
    TrainingRun run = memory(test::llama_8b(), {{"gpus", 64}, {"sharding", index(Sharding::zero3)}});
    const double fewest = run("min_gpus");
    CHECK(run.set("gpus", fewest)("fits") == 1);
    CHECK(run.set("gpus", fewest / 2)("fits") == 0);
}

TEST_CASE("parts add up to the total")
{
    for (const double recompute : {0.0, 1.0, 2.0})
        for (const double sharding : {1.0, 3.0}) {
            TrainingRun run = memory(test::llama_70b(), {{"gpus", 64},
                                                         {"tensor_parallel", 8},
                                                         {"pipeline_parallel", 2},
                                                         {"recompute", recompute},
                                                         {"sharding", sharding}});
            const double sum = run("parameters_bytes") + run("gradients_bytes") + run("optimizer_bytes") +
                               run("activations_bytes") + run("runtime_bytes");
            CHECK(run("total_bytes") == Approx(sum));
            CHECK(run("logits_bytes") <= run("activations_bytes"));
            const Derivation steps = run.derive();
            CHECK(steps.steps_used > 8);
        }
}

TEST_CASE("a layout beyond the GPUs is a problem, not an answer")
{
    TrainingRun run = memory(test::llama_8b(), {{"gpus", 8}, {"tensor_parallel", 8}, {"pipeline_parallel", 2}});
    const Problem problem = run.evaluate();
    CHECK(problem.code == ErrorCode::inconsistent);
    CHECK(training_inputs[static_cast<std::size_t>(problem.field)].id == "tensor_parallel");
    CHECK(memory(test::llama_8b(), {{"gpus", 64}, {"pipeline_parallel", 33}}).evaluate().code == ErrorCode::above_most);
    CHECK(memory(test::deepseek_v3(), {{"gpus", 64}, {"expert_parallel", 128}}).evaluate().code == ErrorCode::above_most);
    CHECK(memory(LanguageModel{}, {}).evaluate().code == ErrorCode::missing);
}

TEST_CASE("without a device there is a need but no verdict")
{
    TrainingRun run = memory(test::llama_8b(), {{"gpus", 8}});
    run.specs.gpu = Accelerator{};
    CHECK(run("total_bytes") > 0);
    CHECK(!is_present(run("fits")));
    CHECK(run.warns("no_device"));
}

TEST_CASE("every step of training_memory has a value for each of its symbols")
{
    for (const LanguageModel& model : {test::llama_8b(), test::llama_70b(), test::deepseek_v3(), test::gpt_oss_120b()})
        for (const double sharding : {1.0, 3.0})
            for (const double method : {0.0, 2.0}) {
                TrainingRun run(training_memory_calculator, model,
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
                    const StepInfo& info = training_memory_calculator.steps[static_cast<std::size_t>(step.info)];
                    INFO(info.id);
                    CHECK(step.values_used == test::words(info.symbols));
                    CHECK(is_present(step.result));
                }
            }
}
