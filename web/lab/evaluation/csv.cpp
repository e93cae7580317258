#include "web/lab/evaluation/csv.h"

namespace lab {

namespace {

std::string map_csv(const State& state, const MapSweep& map)
{
    std::string text = "input_tokens,output_tokens,concurrency,fits,running_share,output_tokens_per_s,ttft_s,cost_per_million_output_tokens_usd\r\n";
    for (int column = 0; column < MapSweep::columns; ++column) {
        const RequestSplit split = MapSweep::split(state.serving, MapSweep::context(column));
        for (int row = 0; row < MapSweep::rows; ++row) {
            const MapCell& cell = map.cell(column, row);
            const auto number = [&](float value) { return cell.answered && cell.fits ? exact_number(static_cast<double>(value)) : std::string(); };
            text += exact_number(split.input) + "," + exact_number(split.output) + "," + exact_number(MapSweep::concurrency(row)) + "," +
                    (cell.fits ? "1," : "0,") + number(cell.in_flight) + "," + number(cell.output_rate) + "," + number(cell.ttft) + "," +
                    number(cell.cost) + "\r\n";
        }
    }
    return text;
}

}

std::string csv(const State& state, const Results& results, const Catalog&, const Words&)
{
    return map_csv(state, results.map);
}

}
