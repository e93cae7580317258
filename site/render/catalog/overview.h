#pragma once
// A page that lists every row of a table of the catalog: one HTML table in groups, readable as it is; web/js/overview.js
// sorts and filters it. Columns of one `group` share a heading in the first of two rows.
//
//     Overview overview(website, edition, {.section = "links", ...}, {{.id = "one", .label = "单向", .group = "每张卡 GB/s"}});
//     overview.begin_group("服务器内");
//     overview.begin_row(row, escaped(row.name));
//     overview.number(row, "one_direction", 1e9, 0);    // the fact, its doubt, its source
//     std::string html = overview.page();

#include "site/render/citations.h"
#include "site/render/website.h"

#include <string>
#include <string_view>
#include <vector>

namespace site {

struct OverviewPage {
    std::string section;                 ///< "gpus": the address is /<lang>/gpus/
    std::string title, short_text, hint; ///< plain text; the hint says what the figures are
    std::string group_label;             ///< what the groups are: 厂商
};

struct OverviewColumn {
    std::string id, label, group;        ///< `group`: the heading it shares with its neighbours, or empty
    bool numeric = true;
};

class Overview {
public:
    /// The name comes first and the sources last by themselves.
    Overview(const Website&, const Edition&, OverviewPage, std::string name_label, std::vector<OverviewColumn>);

    void begin_group(std::string_view name);
    /// The filter finds it by its id and aliases too.
    void begin_row(const Row&, std::string name_html);
    /// The next column: a figure of the catalog in multiples of `unit`; a dash where it is absent.
    void number(const Row&, std::string_view key, double unit, int decimals);
    /// The same, of which the unit is another way to say the column before: it adds no source of its own.
    void computed(double value, int decimals);
    /// A text of the catalog, in the words `value.<key>.<text>` where the language has them.
    void text(const Row&, std::string_view key);
    /// The next column, as HTML.
    void cell(std::string_view html);
    /// Every figure of this row that names no source itself comes from here.
    void source(std::string_view id);

    std::string page();

private:
    void end_row();
    void cite(std::string_view source);
    std::string head() const;
    const OverviewColumn& column() const { return m_columns[m_at]; }

    const Website& m_website;
    const Edition& m_edition;
    OverviewPage m_page;
    std::string m_name_label;
    std::vector<OverviewColumn> m_columns;
    Citations m_citations;
    std::string m_rows, m_row;
    std::vector<std::string> m_groups;
    std::size_t m_at = 0, m_count = 0;
    std::vector<std::pair<std::string, std::string>> m_cited; ///< of this row: source, and the columns it is of
};

}
