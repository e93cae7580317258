#include "site/render/catalog/fit_table.h"

#include "engine/calculators/calculator.h"
#include "site/render/parallel.h"

namespace site {

namespace {

const engine::Calculator& memory_calculator() { return *engine::find_calculator("inference-memory"); }

void set(engine::Inputs& inputs, std::string_view field, double value)
{
    inputs[static_cast<std::size_t>(engine::field_index(memory_calculator().inputs, field))] = value;
}

double output(const engine::Answer& answer, std::string_view field)
{
    return answer.outputs[static_cast<std::size_t>(engine::field_index(memory_calculator().outputs, field))];
}

bool is_apple(const AcceleratorRow& gpu) { return gpu.architecture == "apple"; }

double engine_index(std::string_view id)
{
    const auto& calculator = memory_calculator();
    const auto& field = calculator.inputs[static_cast<std::size_t>(engine::field_index(calculator.inputs, "engine"))];
    for (std::size_t i = 0; i < field.choices.size(); ++i)
        if (field.choices[i] == id)
            return static_cast<double>(i);
    return 0;
}

/// The formats to try, widest first.
std::vector<const FormatRow*> candidates(const Catalog& catalog, const AcceleratorRow& gpu, const ModelRow& model)
{
    std::vector<std::string_view> ids;
    if (is_apple(gpu))
        ids = {"gguf-bf16", "gguf-q8_0", "gguf-q4_k_m"};
    else
        ids = {model.native_format.empty() ? std::string_view("bf16") : std::string_view(model.native_format), "fp8",
               "awq-int4-g128"};
    std::vector<const FormatRow*> result;
    for (const std::string_view id : ids) {
        const FormatRow* row = catalog.formats.find(id);
        // A narrower native format (MXFP4) leaves nothing to gain; FP8 with and without blocks is one for a reader.
        if (row && (result.empty() || row->spec.bits_per_weight < result.back()->spec.bits_per_weight - 0.5))
            result.push_back(row);
    }
    return result;
}

std::array<Fit, fit_counts.size()> cell(const Catalog& catalog, const AcceleratorRow& gpu, const ModelRow& model)
{
    std::array<Fit, fit_counts.size()> result{};
    if (!engine::is_present(gpu.spec.memory_bytes))
        return result;
    const auto formats = candidates(catalog, gpu, model);
    engine::Inputs inputs = engine::default_inputs(memory_calculator());
    set(inputs, "context", fit_context);
    set(inputs, "concurrency", 1);
    set(inputs, "engine", engine_index(is_apple(gpu) ? "llama.cpp" : "vllm"));
    engine::Specifications specs;
    specs.model = model.spec;
    specs.gpu = gpu.spec;
    std::size_t widest = formats.size(); // More devices never need a narrower format than fewer.
    for (std::size_t count = 0; count < fit_counts.size() && !(is_apple(gpu) && count > 0); ++count) {
        set(inputs, "gpus", fit_counts[count]);
        for (std::size_t i = 0; i < std::min(widest + 1, formats.size()); ++i) {
            specs.weights = formats[i]->spec;
            engine::Answer answer;
            const engine::Problem problem = memory_calculator().evaluate({inputs, specs}, answer);
            if (problem.code == engine::ErrorCode::none && output(answer, "fits") == 1) {
                result[count] = {formats[i], static_cast<int>(i) + 1};
                widest = i;
                break;
            }
        }
    }
    return result;
}

engine::Answer whole_model(const Catalog& catalog, const ModelRow& model, std::string_view format)
{
    engine::Inputs inputs = engine::default_inputs(memory_calculator());
    set(inputs, "gpus", 1);
    set(inputs, "tensor_parallel", 1);
    set(inputs, "context", fit_context);
    set(inputs, "concurrency", 1);
    engine::Specifications specs;
    specs.model = model.spec;
    if (const auto weights = catalog.format(format))
        specs.weights = *weights;
    if (const auto cache = catalog.format("bf16"))
        specs.kv_cache = *cache;
    engine::Answer answer;
    answer.outputs.fill(engine::absent);
    memory_calculator().evaluate({inputs, specs}, answer);
    return answer;
}

}

FitTable::FitTable(const Catalog& catalog, int jobs) : m_catalog(catalog)
{
    const auto& gpus = catalog.accelerators.rows();
    const auto& models = catalog.models.rows();
    m_cells.resize(gpus.size() * models.size());
    for_each_parallel(gpus.size(), jobs, [&](std::size_t g) {
        for (std::size_t m = 0; m < models.size(); ++m)
            m_cells[g * models.size() + m] = cell(catalog, gpus[g], models[m]);
    });
}

Fit FitTable::at(const AcceleratorRow& gpu, const ModelRow& model, std::size_t count) const
{
    const auto g = static_cast<std::size_t>(&gpu - m_catalog.accelerators.rows().data());
    const auto m = static_cast<std::size_t>(&model - m_catalog.models.rows().data());
    return m_cells[g * m_catalog.models.rows().size() + m][count];
}

std::string FitTable::query(const AcceleratorRow& gpu, const ModelRow& model, int gpus, const FormatRow& format)
{
    return "?model=" + model.id + "&weights=" + format.id + "&gpu=" + gpu.id + "&gpus=" + std::to_string(gpus) +
           "&concurrency=1" + (is_apple(gpu) ? "&engine=llama.cpp" : "");
}

std::string short_format_name(std::string_view id)
{
    if (id == "awq-int4-g128" || id == "gptq-int4-g128" || id == "int4-g128")
        return "INT4";
    if (id.starts_with("fp8"))
        return "FP8";
    if (id.starts_with("mxfp4"))
        return "MXFP4";
    if (id.starts_with("gguf-"))
        id.remove_prefix(5);
    std::string name(id);
    for (char& c : name)
        c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return name;
}

ModelFigures model_figures(const Catalog& catalog, const ModelRow& model)
{
    const engine::Answer answer = whole_model(catalog, model, "bf16");
    return {.parameters = output(answer, "parameters"),
            .active = output(answer, "active_parameters"),
            .kv_per_token = output(answer, "kv_bytes_per_token_replica"),
            .kv_context = output(answer, "kv_cache_bytes")};
}

double model_bytes(const Catalog& catalog, const ModelRow& model, std::string_view format)
{
    return output(whole_model(catalog, model, format), "model_bytes");
}

}
