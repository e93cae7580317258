// The calculator: defaults, problems, derived layouts, suggestions, the derivation that leads to each number.
#include "engine/calculators/inference_memory.h"
#include "engine/calculators/memory_search.h"
#include "tests/engine/models.h"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

using namespace engine;
using Catch::Approx;

namespace {

struct Run {
    Inputs inputs = default_inputs(inference_memory);
    Specifications specs;
    Answer answer;

    explicit Run(const LanguageModel& model = test::llama_70b(), const NumberFormat& weights = test::fp8())
    {
        specs.model = model;
        specs.gpu = test::h100();
        specs.weights = weights;
    }
    double& operator[](MemoryInput field) { return inputs[static_cast<std::size_t>(field)]; }
    Problem evaluate() { return inference_memory.evaluate({inputs, specs}, answer); }
    double operator()(MemoryOutput field) const { return answer.outputs[static_cast<std::size_t>(field)]; }
    bool warns(MemoryWarning code) const
    {
        for (int i = 0; i < answer.warnings_used; ++i)
            if (answer.warnings[static_cast<std::size_t>(i)].code == static_cast<int>(code))
                return true;
        return false;
    }
    double suggestion(MemoryInput field) const // infinity: none
    {
        for (int i = 0; i < answer.suggestions_used; ++i)
            if (answer.suggestions[static_cast<std::size_t>(i)].field == static_cast<int>(field))
                return answer.suggestions[static_cast<std::size_t>(i)].value;
        return maximum;
    }
};

}

TEST_CASE("the default scenario fits")
{
    Run run;
    REQUIRE(run.evaluate().code == ErrorCode::none);
    CHECK(run(MemoryOutput::fits) == 1);
    CHECK(run(MemoryOutput::tensor_parallel_used) == 2);
    CHECK(run(MemoryOutput::parameters) == 70553706496);
    CHECK(run(MemoryOutput::spare_bytes) == Approx(run(MemoryOutput::usable_bytes) - run(MemoryOutput::total_bytes)));
    CHECK(run(MemoryOutput::fitting_sequences) >= run(MemoryOutput::concurrency_used));
    CHECK(run.answer.suggestions_used == 0);
}

TEST_CASE("tables agree with their enumerations, and every id is once")
{
    CHECK(inference_memory.inputs[static_cast<std::size_t>(MemoryInput::weights_bytes_override)].id == "weights_bytes_override");
    CHECK(inference_memory.inputs[static_cast<std::size_t>(MemoryInput::engine)].id == "engine");
    CHECK(inference_memory.outputs[static_cast<std::size_t>(MemoryOutput::concurrency_used)].id == "concurrency_used");
    CHECK(inference_memory.outputs[static_cast<std::size_t>(MemoryOutput::kv_pool_tokens)].id == "kv_pool_tokens");
    CHECK(inference_memory.warnings[static_cast<std::size_t>(MemoryWarning::state_blocks)] == "state_blocks");
    CHECK(inference_memory.steps[static_cast<std::size_t>(MemoryStep::fitting_sequences)].id == "fitting_sequences");
    for (const Calculator& calculator : calculators())
        for (auto fields : {calculator.inputs, calculator.outputs}) {
            std::set<std::string_view> ids;
            for (const Field& field : fields)
                CHECK(ids.insert(field.id).second);
            CHECK(fields.size() <= max_fields);
        }
    CHECK(find_calculator("inference-memory") == &calculators()[0]);
    CHECK(find_calculator("nothing") == nullptr);
    CHECK(field_index(inference_memory.inputs, "nothing") == -1);
}

TEST_CASE("each wrong input is named with its limit")
{
    struct Row {
        MemoryInput field;
        double value;
        ErrorCode code;
        double limit;
    };
    const Row rows[] = {
        {MemoryInput::gpus, 0, ErrorCode::below_least, 1},
        {MemoryInput::gpus, 1.5, ErrorCode::not_whole, absent},
        {MemoryInput::gpus, absent, ErrorCode::missing, absent},
        {MemoryInput::gpus, maximum, ErrorCode::above_most, 100000},
        {MemoryInput::gpus, -maximum, ErrorCode::below_least, 1},
        {MemoryInput::context, 2e8, ErrorCode::above_most, 1e8},
        {MemoryInput::engine, 5, ErrorCode::not_a_choice, absent},
        {MemoryInput::engine, 0.5, ErrorCode::not_a_choice, absent},
        {MemoryInput::memory_utilization, 1.1, ErrorCode::above_most, 1},
        {MemoryInput::tensor_parallel, 4, ErrorCode::inconsistent, 2},  // of two GPUs
        {MemoryInput::pipeline_parallel, 3, ErrorCode::inconsistent, 2},
    };
    for (const Row& row : rows) {
        Run run;
        run[row.field] = row.value;
        const Problem problem = run.evaluate();
        CAPTURE(memory_inputs[static_cast<std::size_t>(row.field)].id, row.value);
        CHECK(problem.code == row.code);
        CHECK(problem.field == static_cast<int>(row.field));
        CHECK((is_present(row.limit) ? problem.limit == row.limit : !is_present(problem.limit)));
    }
    Run none;
    none.specs.model = {};
    CHECK(none.evaluate().code == ErrorCode::missing);
    Run stages(test::llama_8b());
    stages[MemoryInput::gpus] = 64;
    stages[MemoryInput::pipeline_parallel] = 64;
    CHECK(stages.evaluate().limit == 32);
    Run experts(test::deepseek_v3());
    experts[MemoryInput::gpus] = 8;
    experts[MemoryInput::expert_parallel] = 16;
    CHECK(experts.evaluate().limit == 8);
}

TEST_CASE("layouts are derived from the GPUs")
{
    struct Row {
        const char* why;
        double gpus;
        ServingEngine engine;
        double bits;                                // of a weight; 16 and a sequence or two fit on two H100
        double tensor, pipeline, data;              // given
        double tensor_used, pipeline_used, data_used;
    };
    const Row rows[] = {
        {"one", 1, ServingEngine::vllm, 8, absent, absent, absent, 1, 1, 1},
        {"a server", 8, ServingEngine::vllm, 8, absent, absent, absent, 8, 1, 1},
        {"two servers serve it twice", 16, ServingEngine::vllm, 8, absent, absent, absent, 8, 1, 2},
        {"pairs that hold it", 6, ServingEngine::vllm, 8, absent, absent, absent, 2, 1, 3},
        {"pairs that do not", 6, ServingEngine::vllm, 20, absent, absent, absent, 2, 3, 1},
        {"pairs that hold what each gets", 14, ServingEngine::vllm, 16, absent, absent, absent, 2, 1, 7},
        {"half the stages are enough", 32, ServingEngine::vllm, 128, absent, absent, absent, 8, 2, 2},
        {"a given width", 8, ServingEngine::vllm, 8, 2, absent, absent, 2, 1, 4},
        {"given replicas", 8, ServingEngine::vllm, 8, absent, absent, 2, 4, 1, 2},
        {"given stages", 8, ServingEngine::vllm, 8, absent, 2, absent, 4, 2, 1},
        {"one idle", 3, ServingEngine::vllm, 8, 2, absent, absent, 2, 1, 1},
        {"by layer", 4, ServingEngine::llama_cpp, 8, absent, absent, absent, 1, 4, 1},
        {"by layer, width given", 4, ServingEngine::llama_cpp, 8, 2, absent, absent, 2, 2, 1},
        {"likewise", 4, ServingEngine::transformers, 8, 1, absent, absent, 1, 4, 1},
    };
    for (const Row& row : rows) {
        Run run(test::llama_70b(), test::bits(row.bits));
        run[MemoryInput::gpus] = row.gpus;
        run[MemoryInput::engine] = static_cast<double>(row.engine);
        run[MemoryInput::tensor_parallel] = row.tensor;
        run[MemoryInput::pipeline_parallel] = row.pipeline;
        run[MemoryInput::data_parallel] = row.data;
        run[MemoryInput::concurrency] = 4;
        CAPTURE(row.why);
        REQUIRE(run.evaluate().code == ErrorCode::none);
        CHECK(run(MemoryOutput::tensor_parallel_used) == row.tensor_used);
        CHECK(run(MemoryOutput::pipeline_parallel_used) == row.pipeline_used);
        CHECK(run(MemoryOutput::data_parallel_used) == row.data_used);
    }
}

TEST_CASE("every suggestion, taken alone, makes it fit")
{
    Run run(test::llama_70b(), test::bits(16));
    run[MemoryInput::concurrency] = 12;
    REQUIRE(run.evaluate().code == ErrorCode::none);
    REQUIRE(run(MemoryOutput::fits) == 0);
    REQUIRE(run.answer.suggestions_used > 0);
    for (MemoryInput field : {MemoryInput::context, MemoryInput::concurrency, MemoryInput::gpus, MemoryInput::memory_utilization}) {
        const double value = run.suggestion(field);
        CAPTURE(memory_inputs[static_cast<std::size_t>(field)].id, value);
        if (std::isinf(value))
            continue;
        Run changed = run;
        changed[field] = value;
        REQUIRE(changed.evaluate().code == ErrorCode::none);
        CHECK(changed(MemoryOutput::fits) == 1);
    }
    CHECK(run.suggestion(MemoryInput::gpus) == 3); // three stages
    CHECK_FALSE(is_present(run.suggestion(MemoryInput::weights))); // there, without a value
}

TEST_CASE("the longest context fits and one token more does not")
{
    Run run;
    REQUIRE(run.evaluate().code == ErrorCode::none);
    const double longest = run(MemoryOutput::max_context);
    REQUIRE(longest < 131072);
    run[MemoryInput::context] = longest;
    REQUIRE(run.evaluate().code == ErrorCode::none);
    CHECK(run(MemoryOutput::fits) == 1);
    run[MemoryInput::context] = longest + 1;
    REQUIRE(run.evaluate().code == ErrorCode::none);
    CHECK(run(MemoryOutput::fits) == 0);
}

TEST_CASE("a format that narrows experts alone is warned of where there are none")
{
    NumberFormat experts_only = test::mxfp4();
    experts_only.mlp_bits = experts_only.attention_bits = 16;
    Run dense(test::llama_8b(), experts_only), sparse(test::gpt_oss_120b(), experts_only), all(test::llama_8b(), test::fp8());
    for (Run* run : {&dense, &sparse, &all})
        REQUIRE(run->evaluate().code == ErrorCode::none);
    CHECK(dense.warns(MemoryWarning::format_experts_only));
    CHECK_FALSE(sparse.warns(MemoryWarning::format_experts_only));
    CHECK_FALSE(all.warns(MemoryWarning::format_experts_only));
}

TEST_CASE("the model's own limit bounds the longest context and is warned of")
{
    Run run(test::llama_8b());
    run[MemoryInput::concurrency] = 1;
    run[MemoryInput::context] = 200000;
    REQUIRE(run.evaluate().code == ErrorCode::none);
    CHECK(run(MemoryOutput::max_context) == 131072);
    CHECK(run.warns(MemoryWarning::context_above_model));
}

TEST_CASE("max is as many as fit")
{
    Run run;
    run[MemoryInput::concurrency] = maximum;
    REQUIRE(run.evaluate().code == ErrorCode::none);
    CHECK(run(MemoryOutput::fits) == 1);
    CHECK(run(MemoryOutput::concurrency_used) == run(MemoryOutput::fitting_sequences));
    CHECK(std::floor(run(MemoryOutput::max_concurrency)) == run(MemoryOutput::fitting_sequences)); // mean = full context
}

TEST_CASE("replicas share the load")
{
    Run run(test::llama_8b());
    run[MemoryInput::gpus] = 4;
    run[MemoryInput::tensor_parallel] = 1;
    run[MemoryInput::concurrency] = 10;
    REQUIRE(run.evaluate().code == ErrorCode::none);
    CHECK(run(MemoryOutput::data_parallel_used) == 4);
    CHECK(run(MemoryOutput::kv_cache_bytes) == 3 * 8192.0 * 65536); // ceil(10 / 4) sequences, 8-bit cache
}

TEST_CASE("warnings say what is odd")
{
    Run mla(test::deepseek_v3());
    mla[MemoryInput::gpus] = 8;
    REQUIRE(mla.evaluate().code == ErrorCode::none);
    CHECK(mla.warns(MemoryWarning::mla_replicated));
    Run heads(test::llama_8b());
    heads[MemoryInput::gpus] = 16;
    heads[MemoryInput::tensor_parallel] = 16;
    REQUIRE(heads.evaluate().code == ErrorCode::none);
    CHECK(heads.warns(MemoryWarning::kv_replicated));
    heads[MemoryInput::tensor_parallel] = 5;
    REQUIRE(heads.evaluate().code == ErrorCode::none);
    CHECK(heads.warns(MemoryWarning::heads_not_divisible));
    CHECK(heads.warns(MemoryWarning::gpus_unused));
    Run label;
    label.specs.gpu.memory_is_label = 1;
    REQUIRE(label.evaluate().code == ErrorCode::none);
    CHECK(label.warns(MemoryWarning::capacity_is_label));
    label[MemoryInput::engine] = 1;
    REQUIRE(label.evaluate().code == ErrorCode::none);
    CHECK(label.warns(MemoryWarning::extrapolated));
    CHECK_FALSE(is_present(label.answer.low[static_cast<std::size_t>(MemoryOutput::total_bytes)]));
}

TEST_CASE("without a GPU the need is known and the verdict absent")
{
    Run run;
    run.specs.gpu = {};
    REQUIRE(run.evaluate().code == ErrorCode::none);
    CHECK(run(MemoryOutput::total_bytes) > 0);
    for (MemoryOutput field : {MemoryOutput::fits, MemoryOutput::spare_bytes, MemoryOutput::usable_bytes, MemoryOutput::kv_pool_bytes,
                               MemoryOutput::max_context, MemoryOutput::min_gpus, MemoryOutput::max_concurrency})
        CHECK_FALSE(is_present(run(field)));
    CHECK(run.warns(MemoryWarning::no_device));
}

TEST_CASE("a file's size replaces the estimate")
{
    Run run;
    run[MemoryInput::weights_bytes_override] = 50e9;
    REQUIRE(run.evaluate().code == ErrorCode::none);
    CHECK(run(MemoryOutput::model_bytes) == 50e9);
    CHECK(run(MemoryOutput::weights_bytes) == Approx(25e9).epsilon(0.001));
}

TEST_CASE("steps lead to the outputs")
{
    for (const LanguageModel& model : {test::llama_70b(), test::deepseek_v3(), test::gpt_oss_120b(), test::qwen_35b_hybrid()})
        for (double engine = 0; engine < 5; ++engine) {
            Run run(model);
            run[MemoryInput::engine] = engine;
            run[MemoryInput::gpus] = 8;
            REQUIRE(run.evaluate().code == ErrorCode::none);
            Derivation derivation;
            REQUIRE(inference_memory.derive({run.inputs, run.specs}, derivation).code == ErrorCode::none);
            std::set<int> seen;
            for (int i = 0; i < derivation.steps_used; ++i) {
                const Step& step = derivation.steps[static_cast<std::size_t>(i)];
                const StepInfo& info = inference_memory.steps[static_cast<std::size_t>(step.info)];
                CAPTURE(info.id, step.result);
                CHECK(seen.insert(step.info).second);
                CHECK(is_present(step.result));
                // A step that has an output's name has its value.
                if (const int output = field_index(inference_memory.outputs, info.id); output >= 0)
                    CHECK(step.result == Approx(run.answer.outputs[static_cast<std::size_t>(output)]));
                // As many symbols as values.
                const auto spaces = static_cast<int>(std::count(info.symbols.begin(), info.symbols.end(), ' '));
                CHECK(step.values_used == (info.symbols.empty() ? 0 : spaces + 1));
            }
            CHECK(seen.contains(static_cast<int>(MemoryStep::total_bytes)));
            CHECK(seen.contains(static_cast<int>(MemoryStep::usable_vllm)) == (engine == 0));
        }
}

TEST_CASE("ranges hold their value")
{
    Run run;
    REQUIRE(run.evaluate().code == ErrorCode::none);
    for (std::size_t i = 0; i < inference_memory.outputs.size(); ++i) {
        CAPTURE(inference_memory.outputs[i].id);
        if (is_present(run.answer.low[i])) {
            CHECK(run.answer.low[i] <= run.answer.outputs[i]);
            CHECK(run.answer.high[i] >= run.answer.outputs[i]);
        }
    }
}
