#include "site/render/catalog/spec_table.h"

#include "site/render/html.h"
#include "site/render/shown_value.h"

namespace site {

std::string spec_row(const Row& row, std::string_view key, std::string_view label, const Edition& edition,
                     Citations& citations, std::string meaning)
{
    const Fact* fact = row.find(key);
    if (!fact)
        return {};
    if (!fact->note.empty())
        meaning.append(meaning.empty() ? "" : " ").append("<small>").append(catalog_text(*citations.website().catalog, edition, fact->note)).append("</small>");
    const auto* text = std::get_if<std::string>(&fact->value);
    return edition.templates.render("items/spec", {{"label", escaped(label)},
                                                   {"value", text ? catalog_text(*citations.website().catalog, edition, *text) : fact_html(*fact, edition)},
                                                   {"unverified", fact->unverified || row.unverified ? "true" : ""},
                                                   {"note", std::move(meaning)},
                                                   {"source", citations.mark(fact->source)}});
}

std::string computed_row(std::string_view label, double value, engine::Unit unit, const Edition& edition,
                         std::string_view meaning, int digits)
{
    if (!engine::is_present(value))
        return {};
    return edition.templates.render("items/spec", {{"label", escaped(label)},
                                                   {"value", escaped(shown(value, unit, edition, digits))},
                                                   {"unverified", ""},
                                                   {"note", escaped(meaning)},
                                                   {"source", ""}});
}

std::string fit_cells(const Edition& edition, const FitTable& fits, const AcceleratorRow& gpu, const ModelRow& model)
{
    std::string html;
    for (std::size_t i = 0; i < fit_counts.size(); ++i) {
        const Fit fit = fits.at(gpu, model, i);
        const std::string url = fit.format ? edition.url("calculators/inference-memory/") +
                                                 FitTable::query(gpu, model, fit_counts[i], *fit.format)
                                           : std::string();
        html += edition.templates.render("items/fit_cell",
                                         {{"format", fit.format ? short_format_name(fit.format->id) : ""},
                                          {"level", std::to_string(fit.level)},
                                          {"url", escaped(url)},
                                          {"no", escaped(edition("gpu.fits_none"))}});
    }
    return html;
}

std::string notes_html(const Website& website, const Edition& edition, const Row& row)
{
    std::string html;
    for (const std::string& note : row.notes)
        html.append(html.empty() ? "" : " ").append(catalog_text(*website.catalog, edition, note));
    return html;
}

std::string aliases_html(const Row& row, const Edition& edition)
{
    std::string text;
    for (const RowAlias& alias : row.aliases)
        if (alias.text != row.name)
            text.append(text.empty() ? "" : edition("term.alias_separator")).append(alias.text);
    return escaped(text);
}

}
