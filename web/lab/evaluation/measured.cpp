#include "web/lab/evaluation/measured.h"

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

constexpr int slice = 16;

const engine::Calculator& calculator_of(const MeasuredFigure& figure) { return engine::calculators()[static_cast<std::size_t>(figure.calculator)]; }

double quantile(const std::vector<double>& sorted, double share)
{
    const double place = share * static_cast<double>(sorted.size() - 1);
    const auto low = static_cast<std::size_t>(place);
    const auto high = std::min(low + 1, sorted.size() - 1);
    return sorted[low] + (place - static_cast<double>(low)) * (sorted[high] - sorted[low]);
}

}

void MeasuredSweep::begin(const Catalog& catalog)
{
    if (m_catalog == &catalog)
        return;
    m_catalog = &catalog;
    m_predicted.clear();
    m_predicted.reserve(catalog.measured.size());
}

bool MeasuredSweep::work()
{
    if (!m_catalog)
        return false;
    for (int i = 0; i < slice && !is_complete(); ++i) {
        const MeasuredFigure& figure = m_catalog->measured[m_predicted.size()];
        engine::Answer answer;
        const bool is_answered = calculator_of(figure).evaluate({figure.inputs, figure.specs}, answer).code == engine::ErrorCode::none;
        m_predicted.push_back(is_answered ? answer.outputs[static_cast<std::size_t>(figure.output)] : engine::absent);
    }
    return !is_complete();
}

MeasuredSummary MeasuredSweep::summary(OutputPlace output, std::string_view device) const
{
    std::vector<double> errors;
    for (std::size_t i = 0; i < m_predicted.size(); ++i) {
        const MeasuredFigure& figure = m_catalog->measured[i];
        if (!output.measures(figure) || (!device.empty() && device != figure.device))
            continue;
        if (const double error = std::fabs(m_predicted[i] / figure.measured - 1); engine::is_present(error))
            errors.push_back(error);
    }
    if (errors.empty())
        return {};
    std::sort(errors.begin(), errors.end());
    return {static_cast<int>(errors.size()), quantile(errors, .5), quantile(errors, .9)};
}

OutputPlace place_of_output(std::string_view key)
{
    const std::size_t dot = std::min(key.find('.'), key.size() - 1);
    const auto all = engine::calculators();
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].id == key.substr(0, dot))
            return {static_cast<int>(i), engine::field_index(all[i].outputs, key.substr(dot + 1))};
    return {};
}

const engine::Field* OutputPlace::field() const
{
    if (calculator < 0 || output < 0)
        return nullptr;
    const std::span<const engine::Field> outputs = engine::calculators()[static_cast<std::size_t>(calculator)].outputs;
    return &outputs[static_cast<std::size_t>(output)];
}

std::string output_key(const MeasuredFigure& figure)
{
    const engine::Calculator& calculator = calculator_of(figure);
    const std::span<const engine::Field> outputs = calculator.outputs;
    return std::string(calculator.id) + "." + std::string(outputs[static_cast<std::size_t>(figure.output)].id);
}

std::vector<std::string> measured_outputs(const Catalog& catalog)
{
    std::vector<std::string> keys;
    OutputPlace last;
    for (const MeasuredFigure& figure : catalog.measured) {
        if (last.measures(figure))
            continue;
        last = {figure.calculator, figure.output};
        if (std::string key = output_key(figure); std::find(keys.begin(), keys.end(), key) == keys.end())
            keys.push_back(std::move(key));
    }
    return keys;
}

}
