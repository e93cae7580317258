#include "web/lab/evaluation/map_sweep.h"

#include "engine/calculators/throughput.h"

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

constexpr double least_context = 256, most_context = 262144, most_concurrency = 1024;
constexpr double share_steps = 64; ///< moving along the map must not change how a request is cut
constexpr int slice = 24;          ///< cells: some 0.1 ms

double& at(Scenario& scenario, engine::MemoryInput field) { return scenario.inputs[static_cast<std::size_t>(field)]; }
double& at(Scenario& scenario, engine::ThroughputInput field) { return scenario.inputs[static_cast<std::size_t>(field)]; }

double prompt_share(const Scenario& serving)
{
    const double input = serving["input_tokens"], output = serving["output_tokens"];
    return std::clamp(std::round(input / (input + output) * share_steps), 1.0, share_steps - 1) / share_steps;
}

double geometric(double least, double most, int i, int count) { return least * std::pow(most / least, i / (count - 1.0)); }

int nearest(double least, double most, double value, int count)
{
    const double place = std::log(std::max(value, least) / least) / std::log(most / least) * (count - 1);
    return std::clamp(static_cast<int>(std::lround(place)), 0, count - 1);
}

}

double MapSweep::context(int column) { return std::round(geometric(least_context, most_context, column, columns)); }
double MapSweep::concurrency(int row) { return std::round(geometric(1, most_concurrency, row, rows)); }
int MapSweep::column_of(double context) { return nearest(least_context, most_context, context, columns); }
int MapSweep::row_of(double concurrency) { return nearest(1, most_concurrency, std::min(concurrency, most_concurrency), rows); }

RequestSplit MapSweep::split(const Scenario& serving, double context)
{
    const double input = std::clamp(std::round(context * prompt_share(serving)), 1.0, context - 1);
    return {input, context - input};
}

bool MapSweep::begin(const Scenario& serving, const Catalog& catalog)
{
    Scenario key = serving;
    at(key, engine::MemoryInput::concurrency) = 1;
    at(key, engine::MemoryInput::context) = at(key, engine::MemoryInput::mean_context) = engine::absent;
    at(key, engine::ThroughputInput::input_tokens) = prompt_share(serving);
    at(key, engine::ThroughputInput::output_tokens) = 1;
    at(key, engine::ThroughputInput::requests_per_s) = engine::absent; // The map is of closed loops.
    if (m_begun && key == m_key)
        return false;
    m_begun = true;
    m_key = std::move(key);
    m_scenario = m_key;
    m_specs = specifications(serving, catalog);
    m_column = m_row = 0;
    return true;
}

bool MapSweep::work()
{
    for (int i = 0; i < slice && !is_complete(); ++i) {
        evaluate_cell();
        const MapCell& made = cell(m_column, m_row);
        if (m_row == 0 && !made.fits) { // Room for weights does not depend on how many wait: the column is like its first cell.
            std::fill_n(m_cells.begin() + static_cast<std::ptrdiff_t>(m_column) * rows, rows, MapCell(made));
            m_row = 0;
            ++m_column;
            break; // Such a request costs the engine a search for what would fit.
        }
        if (++m_row == rows) {
            m_row = 0;
            ++m_column;
        }
    }
    return !is_complete();
}

void MapSweep::evaluate_cell()
{
    const double length = context(m_column), clients = concurrency(m_row);
    const double input = std::clamp(std::round(length * m_key.inputs[static_cast<std::size_t>(engine::ThroughputInput::input_tokens)]), 1.0, length - 1);
    at(m_scenario, engine::ThroughputInput::input_tokens) = input;
    at(m_scenario, engine::ThroughputInput::output_tokens) = length - input;
    at(m_scenario, engine::MemoryInput::concurrency) = clients;
    static engine::Answer answer; // Six kilobytes that need not be made anew.
    MapCell made;
    made.answered = engine::evaluate_throughput({m_scenario.inputs, m_specs}, answer).code == engine::ErrorCode::none;
    if (made.answered) {
        const auto output = [](engine::ThroughputOutput field) {
            return static_cast<float>(answer.outputs[static_cast<std::size_t>(field)]);
        };
        made.fits = output(engine::ThroughputOutput::fits) > 0;
        made.output_rate = output(engine::ThroughputOutput::output_tokens_per_s);
        made.ttft = output(engine::ThroughputOutput::ttft_s);
        made.cost = output(engine::ThroughputOutput::cost_per_million_output_tokens_usd);
        made.in_flight = static_cast<float>(std::min(1.0, answer.outputs[static_cast<std::size_t>(engine::ThroughputOutput::capacity_sequences)] / clients));
    }
    m_cells[static_cast<std::size_t>(m_column * rows + m_row)] = made;
}

}
