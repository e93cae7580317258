#include "site/render/compare/compared.h"

#include "site/render/compare/ratio.h"
#include "site/render/html.h"
#include "site/render/shown_value.h"

#include <algorithm>
#include <array>
#include <vector>

namespace site {

namespace {

using engine::Unit;

/// More of these is better.
constexpr std::array<std::string_view, 3> strengths_keys{"memory_bytes", "memory_bandwidth", "link.one_direction"};

std::string format_name(std::string_view id)
{
    std::string name(id);
    for (char& c : name)
        c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return name;
}

/// The number formats that either publishes, in the order of the data.
std::vector<std::string> formats_of(const AcceleratorRow& a, const AcceleratorRow& b)
{
    std::vector<std::string> formats;
    for (const AcceleratorRow* gpu : {&a, &b})
        for (const Fact& fact : gpu->facts) {
            if (!fact.key.starts_with("tflops."))
                continue;
            std::string format = fact.key.substr(7, fact.key.rfind('.') - 7);
            if (std::find(formats.begin(), formats.end(), format) == formats.end())
                formats.push_back(std::move(format));
        }
    return formats;
}

double dense(const AcceleratorRow& gpu, const std::string& format) { return gpu.number("tflops." + format + ".dense"); }

std::string value_cell(const Row& row, std::string_view key, const Edition& edition, Citations& citations, std::string_view more = {})
{
    const Fact* fact = row.find(key);
    if (!fact)
        return "<td class=\"num\">–</td>";
    const auto* words = std::get_if<std::string>(&fact->value);
    std::string html = words ? "<td class=\"num words\">" + catalog_text(*citations.website().catalog, edition, *words)
                             : "<td class=\"num\">" + fact_html(*fact, edition);
    if (fact->unverified || row.unverified)
        html.append("<abbr class=\"doubt\" title=\"").append(escaped(edition("fact.unverified"))).append("\">?</abbr>");
    if (const std::string mark = citations.mark(fact->source); !mark.empty())
        html.append(" <span class=\"cite\">").append(mark).append("</span>");
    if (!more.empty())
        html.append("<br><small>").append(escaped(more)).append("</small>");
    return html.append("</td>");
}

std::string gib(const AcceleratorRow& gpu, const Edition& edition)
{
    if (!engine::is_present(gpu.spec.memory_bytes))
        return {};
    std::string text = shown_gib(gpu.spec.memory_bytes, edition);
    if (gpu.memory_basis == "label")
        text.append(edition("compare.from_label"));
    return text;
}

std::string fabric(const Compared& compared, const AcceleratorRow& gpu)
{
    if (!gpu.link)
        return {};
    const LinkRow* link = compared.catalog().links.find(gpu.link->fabric);
    return link ? link->name : gpu.link->fabric;
}

void add(std::string& list, const Edition& edition, const std::string& text)
{
    list.append(list.empty() ? "" : edition("compare.separator")).append(text);
}

}

Strengths strengths(const Compared& compared)
{
    const Edition& edition = compared.edition;
    Strengths result;
    const auto count = [&](const std::string& label, double a, double b, bool a_has, bool b_has) {
        const double ratio = ratio_of(a, b);
        if (engine::is_present(ratio) && std::max(ratio, 1 / ratio) < least_difference)
            add(result.equal, edition, label);
        else if (engine::is_present(ratio))
            add(ratio > 1 ? result.b : result.a, edition, label + " " + times(ratio, edition));
        else if (a_has != b_has)
            add(a_has ? result.a : result.b, edition, edition("compare.only_it", {label}));
    };
    for (const std::string_view key : strengths_keys) // What is not published is no weakness.
        count(std::string(edition("compare.spec." + std::string(key))), compared.a.number(key), compared.b.number(key), true, true);
    for (const std::string& format : formats_of(compared.a, compared.b)) {
        if (format == "fp16" && formats_of(compared.a, compared.b).size() > 3)
            continue; // As BF16 wherever both are published.
        const double a = dense(compared.a, format), b = dense(compared.b, format);
        const bool narrow = format == "fp8" || format == "fp6" || format == "fp4";
        count(edition("compare.rate", {format_name(format)}), a, b, !narrow || a > 0, !narrow || b > 0);
    }
    return result;
}

std::string compared_summary(const Compared& compared)
{
    const auto value = [&](double number, Unit unit) {
        return engine::is_present(number) ? shown(number, unit, compared.edition) : std::string(compared.edition("gpu.not_published"));
    };
    return compared.edition("compare.summary", {compared.name_a, compared.name_b, value(compared.a.spec.memory_bytes, Unit::bytes),
                                                value(compared.b.spec.memory_bytes, Unit::bytes),
                                                value(compared.a.spec.memory_bandwidth, Unit::bytes_per_second),
                                                value(compared.b.spec.memory_bandwidth, Unit::bytes_per_second)});
}

std::string spec_rows(Compared& compared)
{
    const Edition& edition = compared.edition;
    constexpr std::array<std::string_view, 5> measured{"memory_bytes", "memory_bandwidth", "link.one_direction", "link.both_directions", "tdp"};
    RatioAxis axis;
    for (const std::string_view key : measured)
        axis.include(ratio_of(compared.a.number(key), compared.b.number(key)));
    std::string html;
    for (const std::string_view key : {"memory_bytes", "memory_label_gb", "memory_type", "memory_bandwidth", "link.one_direction",
                                       "link.both_directions", "tdp", "mig_instances", "form_factor", "pcie", "released"}) {
        if (!compared.a.find(key) && !compared.b.find(key))
            continue;
        const bool memory = std::string_view(key) == "memory_bytes", link = std::string_view(key) == "link.one_direction";
        const auto more = [&](const AcceleratorRow& gpu) {
            return memory ? gib(gpu, edition) : link ? fabric(compared, gpu) : std::string();
        };
        html.append("<tr><th scope=\"row\">").append(escaped(edition("gpu.spec." + std::string(key)))).append("</th>")
            .append(value_cell(compared.a, key, edition, compared.citations, more(compared.a)))
            .append(value_cell(compared.b, key, edition, compared.citations, more(compared.b)));
        const bool has_bar = std::find(measured.begin(), measured.end(), key) != measured.end();
        html.append(has_bar ? ratio_cell(ratio_of(compared.a.number(key), compared.b.number(key)), axis, compared.name_a, compared.name_b, edition)
                            : "<td></td>").append("</tr>");
    }
    return html;
}

std::string rate_rows(Compared& compared)
{
    const Edition& edition = compared.edition;
    const std::vector<std::string> formats = formats_of(compared.a, compared.b);
    RatioAxis axis;
    for (const std::string& format : formats)
        axis.include(ratio_of(dense(compared.a, format), dense(compared.b, format)));
    std::string html;
    for (const std::string& format : formats) {
        const auto cell = [&](const AcceleratorRow& gpu, std::string_view kind) {
            return value_cell(gpu, "tflops." + format + "." + std::string(kind), edition, compared.citations);
        };
        html.append("<tr><th scope=\"row\">").append(escaped(format_name(format))).append("</th>")
            .append(cell(compared.a, "dense")).append(cell(compared.b, "dense"))
            .append(ratio_cell(ratio_of(dense(compared.a, format), dense(compared.b, format)), axis, compared.name_a, compared.name_b, edition))
            .append(cell(compared.a, "sparse")).append(cell(compared.b, "sparse")).append("</tr>");
    }
    return html;
}

std::string fact_rows(const Row& a, const Row& b, const Edition& edition, Citations& citations)
{
    std::vector<std::string_view> keys;
    for (const Row* row : {&a, &b})
        for (const Fact& fact : row->facts)
            if (edition.words->has("fact." + fact.key) && std::find(keys.begin(), keys.end(), fact.key) == keys.end())
                keys.push_back(fact.key);
    const auto ratio = [&](std::string_view key) {
        const Fact *x = a.find(key), *y = b.find(key);
        const bool countable = x && y && x->unit != Unit::none && x->unit == y->unit;
        return countable ? ratio_of(x->number(), y->number()) : engine::absent;
    };
    RatioAxis axis;
    for (const std::string_view key : keys)
        axis.include(ratio(key));
    std::string html;
    for (const std::string_view key : keys)
        html.append("<tr><th scope=\"row\">").append(escaped(edition("fact." + std::string(key)))).append("</th>")
            .append(value_cell(a, key, edition, citations)).append(value_cell(b, key, edition, citations))
            .append(ratio_cell(ratio(key), axis, a.name, b.name, edition)).append("</tr>");
    return html;
}

}
