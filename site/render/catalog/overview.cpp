#include "site/render/catalog/overview.h"

#include "site/render/html.h"
#include "site/render/shell.h"
#include "site/render/shown_value.h"

#include <algorithm>
#include <array>

namespace site {

namespace {

constexpr std::array<std::string_view, 4> sections{"gpus", "models", "formats", "links"};

std::string siblings(const Edition& edition, std::string_view current)
{
    std::string html;
    for (const std::string_view section : sections)
        html += edition.templates.render("items/nav", {{"url", edition.url(std::string(section) + "/")},
                                                       {"text", escaped(edition("nav." + std::string(section)))},
                                                       {"current", section == current ? "page" : ""}});
    return html;
}

std::string head_cell(const OverviewColumn& column, bool two_rows)
{
    std::string html = "<th scope=\"col\" data-column=\"" + escaped(column.id) + "\"";
    html.append(column.numeric ? " class=\"num\"" : "").append(two_rows ? " rowspan=\"2\"" : "");
    return html.append("><span class=\"sort\">").append(escaped(column.label)).append("</span></th>"); // As large as the button it becomes.
}

}

Overview::Overview(const Website& website, const Edition& edition, OverviewPage page, std::string name_label, std::vector<OverviewColumn> columns)
    : m_website(website), m_edition(edition), m_page(std::move(page)), m_name_label(std::move(name_label)), m_columns(std::move(columns)),
      m_citations(website, edition)
{
}

void Overview::begin_group(std::string_view name)
{
    end_row();
    m_rows.append(m_groups.empty() ? "" : "</tbody>").append("<tbody data-group=\"").append(escaped(name))
        .append("\"><tr class=\"group\"><th colspan=\"").append(std::to_string(m_columns.size() + 2)).append("\" scope=\"rowgroup\">")
        .append(escaped(name)).append("</th></tr>");
    m_groups.emplace_back(name);
}

void Overview::begin_row(const Row& row, std::string name_html)
{
    end_row();
    std::string search = row.id;
    for (const RowAlias& alias : row.aliases)
        search.append(" ").append(alias.text);
    m_row = "<tr id=\"" + escaped(row.id) + "\" data-search=\"" + escaped(search) + "\"><th scope=\"row\">" + std::move(name_html) + "</th>";
    ++m_count;
}

void Overview::number(const Row& row, std::string_view key, double unit, int decimals)
{
    const Fact* fact = row.find(key);
    if (!fact)
        return cell("–");
    cite(fact->source);
    std::string html = fixed_number(fact->number() / unit, decimals);
    if (fact->unverified || row.unverified)
        html.append("<abbr class=\"doubt\" title=\"").append(escaped(m_edition("fact.unverified"))).append("\">?</abbr>");
    cell(html);
}

void Overview::computed(double value, int decimals) { cell(fixed_number(value, decimals)); }

void Overview::text(const Row& row, std::string_view key)
{
    const Fact* fact = row.find(key);
    if (!fact)
        return cell("–");
    cite(fact->source);
    const std::string value(row.text(key));
    const std::string words = "value." + std::string(key) + "." + value;
    cell(escaped(m_edition.words->has(words) ? m_edition(words) : std::string_view(value)));
}

void Overview::cell(std::string_view html)
{
    m_row.append(column().numeric ? "<td class=\"num\">" : "<td>").append(html).append("</td>");
    ++m_at;
}

void Overview::source(std::string_view id)
{
    if (std::none_of(m_cited.begin(), m_cited.end(), [&](const auto& cited) { return cited.first == id; }))
        m_cited.emplace_back(id, "");
}

void Overview::cite(std::string_view source)
{
    if (source.empty())
        return;
    const std::string label = (column().group.empty() ? "" : column().group + " ") + column().label;
    for (auto& [id, columns] : m_cited)
        if (id == source) {
            columns.append(columns.empty() ? "" : m_edition("overview.separator")).append(label);
            return;
        }
    m_cited.emplace_back(source, label);
}

void Overview::end_row()
{
    if (m_row.empty())
        return;
    std::string marks;
    for (const auto& [source, columns] : m_cited)
        marks += m_citations.mark(source, columns);
    m_rows.append(m_row).append("<td class=\"cite\">").append(marks).append("</td></tr>");
    m_row.clear();
    m_cited.clear();
    m_at = 0;
}

std::string Overview::head() const
{
    const bool grouped = std::any_of(m_columns.begin(), m_columns.end(), [](const OverviewColumn& column) { return !column.group.empty(); });
    std::string first = "<tr>" + head_cell({.id = "name", .label = m_name_label, .group = {}, .numeric = false}, grouped), second;
    for (std::size_t i = 0; i < m_columns.size();) {
        if (m_columns[i].group.empty()) {
            first += head_cell(m_columns[i++], grouped);
            continue;
        }
        std::size_t end = i;
        for (; end < m_columns.size() && m_columns[end].group == m_columns[i].group; ++end)
            second += head_cell(m_columns[end], false);
        first.append("<th scope=\"colgroup\" colspan=\"").append(std::to_string(end - i)).append("\">").append(escaped(m_columns[i].group)).append("</th>");
        i = end;
    }
    first.append("<th scope=\"col\"").append(grouped ? " rowspan=\"2\"" : "").append(">").append(escaped(m_edition("table.source"))).append("</th></tr>");
    return grouped ? first + "<tr>" + second + "</tr>" : first;
}

std::string Overview::page()
{
    end_row();
    std::string options;
    for (const std::string& name : m_groups)
        options.append("<option>").append(escaped(name)).append("</option>");
    const std::vector<Crumb> trail{{m_page.title, ""}};
    const std::string tail = m_page.section + "/";
    std::string main = m_edition.templates.render(
        "overview", {{"crumbs", crumbs(m_website, m_edition, trail)},
                     {"title", escaped(m_page.title)},
                     {"short", escaped(m_page.short_text)},
                     {"hint", escaped(m_page.hint)},
                     {"siblings", siblings(m_edition, m_page.section)},
                     {"group_label", escaped(m_page.group_label)},
                     {"groups", std::move(options)},
                     {"count", std::to_string(m_count)},
                     {"head", head()},
                     {"rows", m_rows + (m_groups.empty() ? "" : "</tbody>")},
                     {"sources", m_citations.items()}});
    std::vector<std::string> languages;
    for (const Edition& other : m_website.editions)
        languages.push_back(other.language);
    return shell(m_website, m_edition,
                 {.kind = "catalog-index",
                  .title = m_page.title,
                  .description = m_page.short_text,
                  .url = m_edition.url(tail),
                  .section = m_page.section,
                  .languages = std::move(languages),
                  .url_tail = tail,
                  .json_ld = {breadcrumb_json(m_website, m_edition, trail, m_edition.url(tail))},
                  .styles = {},
                  .modules = {"overview.js"}},
                 std::move(main));
}

}
