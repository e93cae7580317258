#include "site/render/pictures/picture.h"

#include "site/render/html.h"
#include "site/render/number_text.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace site {

namespace {

constexpr std::array<std::string_view, 1> bit_layout_settings{"formats"};
constexpr std::array<std::string_view, 4> roofline_settings{"gpu", "format", "model", "batches"};
constexpr std::array<std::string_view, 3> topology_settings{"kind", "gpu", "gpus"};
constexpr std::array<std::string_view, 1> rack_settings{"gpu"};
constexpr std::array<std::string_view, 3> pipeline_settings{"stages", "micro_batches", "kind"};
constexpr std::array<std::string_view, 1> ring_settings{"gpus"};
constexpr std::array<std::string_view, 2> mig_settings{"gpu", "profiles"};
constexpr std::array<std::string_view, 2> paged_settings{"sequences", "block_tokens"};

constexpr std::array kinds{
    PictureKind{"bit-layout", bit_layout_settings, false, draw_bit_layout},
    PictureKind{"memory-parts", {}, true, draw_memory_parts},
    PictureKind{"mig-slices", mig_settings, false, draw_mig_slices},
    PictureKind{"paged-cache", paged_settings, false, draw_paged_cache},
    PictureKind{"pipeline-schedule", pipeline_settings, false, draw_pipeline_schedule},
    PictureKind{"rack", rack_settings, false, draw_rack},
    PictureKind{"rdma-path", {}, false, draw_rdma_path},
    PictureKind{"ring-all-reduce", ring_settings, false, draw_ring},
    PictureKind{"roofline", roofline_settings, false, draw_roofline},
    PictureKind{"topology", topology_settings, false, draw_topology},
    PictureKind{"zero-stages", {}, true, draw_zero_stages},
};

std::string joined(std::span<const std::string_view> names)
{
    std::string text;
    for (const std::string_view name : names)
        text.append(text.empty() ? "" : ", ").append(name);
    return text;
}

}

std::span<const PictureKind> picture_kinds() { return kinds; }

const FigurePart* PictureInput::setting(std::string_view key) const
{
    for (const auto& [name, value] : m_expression.settings)
        if (name.text == key)
            return &value;
    return nullptr;
}

void PictureInput::refuse(std::string_view key, std::string text)
{
    const FigurePart* at = setting(key);
    problems.push_back(figure_problem("figure-input", at ? *at : m_expression.name, {std::move(text)}));
}

void PictureInput::refuse_with(std::string_view key, std::string_view code, std::initializer_list<std::string_view> arguments)
{
    refuse(key, m_words("picture.error." + std::string(code), arguments));
}

int PictureInput::whole(std::string_view key, int fallback, int least, int most)
{
    const FigurePart* part = setting(key);
    if (!part)
        return fallback;
    int value = 0;
    const char* end = part->text.data() + part->text.size();
    const auto read = std::from_chars(part->text.data(), end, value);
    if (read.ec == std::errc() && read.ptr == end && value >= least && value <= most)
        return value;
    refuse_with(key, "whole", {key, part->text, std::to_string(least), std::to_string(most)});
    return fallback;
}

std::string_view PictureInput::choice(std::string_view key, std::span<const std::string_view> allowed)
{
    const FigurePart* part = setting(key);
    if (!part)
        return allowed.front();
    for (const std::string_view one : allowed)
        if (one == part->text)
            return one;
    refuse_with(key, "choice", {key, part->text, joined(allowed)});
    return allowed.front();
}

std::vector<std::string> PictureInput::list(std::string_view key, std::size_t most)
{
    std::vector<std::string> parts;
    const FigurePart* part = setting(key);
    for (std::string_view rest = part ? std::string_view(part->text) : std::string_view(); !rest.empty();) {
        const std::size_t comma = std::min(rest.find(','), rest.size());
        std::string_view one = rest.substr(0, comma);
        while (one.starts_with(' '))
            one.remove_prefix(1);
        while (one.ends_with(' '))
            one.remove_suffix(1);
        if (!one.empty())
            parts.emplace_back(one);
        rest.remove_prefix(std::min(comma + 1, rest.size()));
    }
    if (parts.empty() || parts.size() > most)
        refuse_with(key, "list", {key, std::to_string(most)});
    parts.resize(std::min(parts.size(), most));
    return parts;
}

const AcceleratorRow* PictureInput::accelerator(std::string_view key)
{
    const FigurePart* part = setting(key);
    const AcceleratorRow* row = part ? m_catalog.accelerators.find(part->text) : nullptr;
    if (!row)
        refuse_with(key, "accelerator", {key, part ? std::string_view(part->text) : std::string_view("–")});
    return row;
}

const ModelRow* PictureInput::model(std::string_view key)
{
    const FigurePart* part = setting(key);
    const ModelRow* row = part ? m_catalog.models.find(part->text) : nullptr;
    if (!row)
        refuse_with(key, "model", {key, part ? std::string_view(part->text) : std::string_view("–")});
    return row;
}

double PictureInput::fact(const Row& row, std::string_view key)
{
    const Fact* fact = row.find(key);
    if (!fact) {
        refuse_with("gpu", "fact", {row.id, key});
        return 1;
    }
    const std::string& source = fact->source.empty() ? row.source : fact->source;
    if (!source.empty() && std::find(sources.begin(), sources.end(), source) == sources.end())
        sources.push_back(source);
    return fact->number();
}

std::string PictureInput::shown(double value, engine::Unit unit, int digits) const
{
    return number_text(value, unit, m_words, digits);
}

Figure picture_figure(const FigureExpression& expression, const Catalog& catalog, const Words& words)
{
    Figure figure;
    figure.block = true;
    std::vector<std::string_view> known;
    for (const PictureKind& kind : kinds)
        known.push_back(kind.id);
    const auto kind = std::find_if(kinds.begin(), kinds.end(), [&](const PictureKind& k) { return k.id == expression.name.text; });
    if (kind == kinds.end()) {
        figure.problems.push_back(figure_problem("figure-picture", expression.name, {expression.name.text, joined(known)}));
        return figure;
    }
    if (!expression.filters.empty())
        figure.problems.push_back(figure_problem("figure-filters", expression.filters.front(), {expression.filters.front().text}));
    std::string caption;
    for (const auto& [key, value] : expression.settings) {
        const bool own = std::find(kind->settings.begin(), kind->settings.end(), key.text) != kind->settings.end();
        if (key.text == "caption")
            caption = value.text;
        else if (!own && !kind->scenario)
            figure.problems.push_back(figure_problem("figure-setting", key, {key.text, joined(kind->settings) + (kind->settings.empty() ? "caption" : ", caption")}));
    }
    PictureInput input(expression, catalog, words);
    const Drawn drawn = kind->draw(input);
    figure.problems.insert(figure.problems.end(), input.problems.begin(), input.problems.end());
    if (!figure.problems.empty())
        return figure;

    const std::string base = "picture." + std::string(kind->id) + (drawn.variant.empty() ? "" : "." + drawn.variant) + ".";
    const std::vector<std::string_view> filling(drawn.figures.begin(), drawn.figures.end());
    const auto filled = [&](std::string_view part) { return fill(words(base + std::string(part)), filling); };
    figure.sources = input.sources;
    figure.html = "<figure class=\"picture picture-" + std::string(kind->id) + "\">" +
                  drawn.drawing.svg(drawn.height, filled("title"), filled("text")) + "<figcaption>" +
                  escaped(caption.empty() ? filled("caption") : caption) + "</figcaption></figure>";
    return figure;
}

}
