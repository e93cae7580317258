#include "site/render/catalog/catalog_page.h"

#include "site/render/catalog/overview.h"
#include "site/render/html.h"

#include <array>

namespace site {

namespace {

/// The glossary's page of this row, if there is one: `nvfp4` of nvfp4, `nvlink` of nvlink4.
std::string name_html(const Website& website, const Edition& edition, const Row& row)
{
    std::string id = row.id;
    const Page* page = website.library.find(edition.language, id);
    while (!page && !id.empty() && id.back() >= '0' && id.back() <= '9') {
        id.pop_back();
        page = website.library.find(edition.language, id);
    }
    return page ? link_html(page->url, row.name) : escaped(row.name);
}

std::string yes_or_no(const Row& row, std::string_view key, const Edition& edition, bool usual)
{
    const Fact* fact = row.find(key);
    return std::string(edition((fact ? fact->number() != 0 : usual) ? "overview.yes" : "overview.no"));
}

}

std::string format_index_page(const Website& website, const Edition& edition)
{
    const auto& rows = website.catalog->formats.rows();
    const auto word = [&](std::string_view key) { return std::string(edition(key)); };
    constexpr std::array<std::string_view, 5> tensors{"expert_bits", "mlp_bits", "attention_bits", "embedding_bits", "head_bits"};
    std::vector<OverviewColumn> columns{{"bits", word("overview.bits"), ""}, {"gb", word("overview.billion"), ""}};
    for (const std::string_view tensor : tensors)
        columns.push_back({std::string(tensor), word("overview." + std::string(tensor)), word("overview.bits_of")});
    columns.push_back({"arithmetic", word("fact.arithmetic"), "", false});
    Overview overview(website, edition,
                      {.section = "formats", .title = word("format.index_title"), .short_text = edition("format.index_short", {std::to_string(rows.size())}),
                       .hint = word("format.index_hint"), .group_label = word("fact.kind")},
                      word("gpu.format"), std::move(columns));
    for (const std::string_view kind : {"float", "block-scaled", "integer", "grouped", "normal-float", "gguf", "exl2"}) {
        overview.begin_group(edition("value.kind." + std::string(kind)));
        for (const FormatRow& row : rows) {
            if (row.kind != kind)
                continue;
            overview.begin_row(row, name_html(website, edition, row));
            overview.source(row.source);
            overview.number(row, "bits_per_weight", 1, 3);
            overview.computed(row.spec.bits_per_weight / 8, 3);
            for (const std::string_view tensor : tensors)
                overview.number(row, tensor, 1, 3);
            overview.text(row, "arithmetic");
        }
    }
    return overview.page();
}

std::string link_index_page(const Website& website, const Edition& edition)
{
    const auto& rows = website.catalog->links.rows();
    const auto word = [&](std::string_view key) { return std::string(edition(key)); };
    std::vector<OverviewColumn> columns;
    for (const std::string direction : {"one_direction", "both_directions"})
        columns.push_back({direction, word("overview." + direction), word("overview.link_device")});
    for (const std::string direction : {"one_direction", "both_directions"})
        columns.push_back({"per_link_" + direction, word("overview." + direction), word("overview.per_link")});
    columns.push_back({"topology", word("fact.topology"), "", false});
    columns.push_back({"domain", word("overview.domain"), ""});
    columns.push_back({"peer_to_peer", word("overview.peer_to_peer"), "", false});
    columns.push_back({"in_switch_reduction", word("overview.in_switch"), "", false});
    Overview overview(website, edition,
                      {.section = "links", .title = word("link.index_title"), .short_text = edition("link.index_short", {std::to_string(rows.size())}),
                       .hint = word("link.index_hint"), .group_label = word("fact.scope")},
                      word("overview.link_name"), std::move(columns));
    for (const std::string_view scope : {"intra", "inter"}) {
        overview.begin_group(edition("value.scope." + std::string(scope)));
        for (const LinkRow& row : rows) {
            if (row.scope != scope)
                continue;
            overview.begin_row(row, name_html(website, edition, row));
            overview.source(row.source);
            for (const std::string_view key : {"one_direction", "both_directions", "per_link_one_direction", "per_link_both_directions"})
                overview.number(row, key, 1e9, 1);
            overview.text(row, "topology");
            overview.number(row, "domain", 1, 0);
            overview.cell(yes_or_no(row, "peer_to_peer", edition, true));
            overview.cell(yes_or_no(row, "in_switch_reduction", edition, false));
        }
    }
    return overview.page();
}

}
