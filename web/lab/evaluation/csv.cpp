#include "web/lab/evaluation/csv.h"

#include <initializer_list>

namespace lab {

namespace {

std::string cell(double value) { return exact_number(value); }
std::string cell(std::string_view text)
{
    if (text.find_first_of("\",\r\n") == text.npos)
        return std::string(text);
    std::string quoted = "\"";
    for (const char c : text)
        quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + "\"";
}

void add_row(std::string& text, std::initializer_list<std::string> cells)
{
    bool is_first = true;
    for (const std::string& one : cells) {
        text += (is_first ? "" : ",") + one;
        is_first = false;
    }
    text += "\r\n";
}

std::string map_csv(const State& state, const MapSweep& map)
{
    std::string text = "input_tokens,output_tokens,concurrency,fits,running_share,output_tokens_per_s,ttft_s,cost_per_million_output_tokens_usd\r\n";
    for (int column = 0; column < MapSweep::columns; ++column) {
        const RequestSplit split = MapSweep::split(state.serving, MapSweep::context(column));
        for (int row = 0; row < MapSweep::rows; ++row) {
            const MapCell& made = map.cell(column, row);
            const auto number = [&](float value) { return made.answered && made.fits ? cell(static_cast<double>(value)) : std::string(); };
            add_row(text, {cell(split.input), cell(split.output), cell(MapSweep::concurrency(row)), made.fits ? "1" : "0", number(made.in_flight),
                           number(made.output_rate), number(made.ttft), number(made.cost)});
        }
    }
    return text;
}

std::string roofline_csv(const Roofline& roofline)
{
    std::string text = "what,flop_per_byte,flop_per_second,bytes_per_second\r\n"; // Of a roof: its ridge.
    for (const Roof& roof : roofline.roofs)
        add_row(text, {cell(roof.device->id), cell(roof.ridge()), cell(roof.peak), cell(roof.bandwidth)});
    add_row(text, {"decode", cell(roofline.decode.intensity), cell(roofline.decode.rate), ""});
    add_row(text, {"prefill", cell(roofline.prefill.intensity), cell(roofline.prefill.rate), ""});
    return text;
}

std::string curves_csv(const std::vector<Curve>& curves)
{
    std::string text = "gpu,concurrency,stream_tokens_per_s,output_tokens_per_s_per_gpu\r\n";
    for (const Curve& curve : curves)
        for (const CurvePoint& point : curve.points)
            add_row(text, {cell(curve.device->id), cell(point.concurrency), cell(point.stream), cell(point.per_gpu)});
    return text;
}

std::string traffic_csv(const Traffic& traffic)
{
    std::string text = "step,from,to,bytes\r\n";
    const auto name = [](int rank) { return rank == the_switch ? std::string("switch") : std::to_string(rank); };
    for (int step = 1; step <= traffic.steps; ++step)
        for (const Flow& flow : traffic.flows(step))
            add_row(text, {std::to_string(step), name(flow.from), name(flow.to), cell(flow.bytes)});
    return text;
}

std::string layouts_csv(const Layouts& layouts)
{
    std::string text = "tensor_parallel,pipeline_parallel,data_parallel,expert_parallel,fits,total_bytes,usable_bytes,time_s,tokens_per_s\r\n";
    for (const LayoutOption& option : layouts.options)
        add_row(text, {cell(option.tensor), cell(option.pipeline), cell(option.data), cell(option.expert), option.fits ? "1" : "0",
                       cell(option.total_bytes), cell(option.usable_bytes), cell(option.time), cell(option.rate)});
    return text;
}

std::string measured_csv(const State& state, const MeasuredSweep& sweep, const Catalog& catalog)
{
    std::string text = "case,gpu,output,predicted,measured,relative_error,source\r\n";
    const OutputPlace place = place_of_output(state.measured_output);
    for (std::size_t i = 0; i < catalog.measured.size(); ++i)
        if (const MeasuredFigure& figure = catalog.measured[i]; place.measures(figure))
            add_row(text, {cell(figure.name), cell(figure.device), state.measured_output, cell(sweep.predicted(i)), cell(figure.measured),
                           cell(sweep.predicted(i) / figure.measured - 1), cell(figure.source)});
    return text;
}

}

std::string csv(const State& state, const Results& results, const Catalog& catalog)
{
    switch (state.panel) {
    case Panel::map: return map_csv(state, results.map);
    case Panel::roofline: return roofline_csv(results.roofline);
    case Panel::curves: return curves_csv(results.curves);
    case Panel::topology: return traffic_csv(results.traffic);
    case Panel::parallelism: return layouts_csv(results.layouts);
    default: return measured_csv(state, results.measured, catalog);
    }
}

}
