// Paragraphs that turn out to be something else by their lines: tables, definition lists.

#include "site/diagnostics/characters.h"
#include "site/render/markdown_writer.h"

#include <algorithm>

namespace site::markdown {

namespace {

enum class Align { none, left, center, right };

std::string_view trimmed(std::string_view text)
{
    while (text.starts_with(' '))
        text.remove_prefix(1);
    while (text.ends_with(' '))
        text.remove_suffix(1);
    return text;
}

std::string_view text_of(const Run& run, const Span& span) { return std::string_view(run.text).substr(span.begin, span.end - span.begin); }

/// `| :-- | --: |` -> the columns' alignments; empty when it is no delimiter row.
std::vector<Align> alignments(const Run& run, const Span& line)
{
    const std::string_view text = text_of(run, line);
    if (text.find_first_not_of("|:- ") != std::string_view::npos || text.find('-') == std::string_view::npos ||
        text.find('|') == std::string_view::npos)
        return {};
    std::vector<Align> out;
    for (const Span& cell : table_cells(run, line)) {
        const std::string_view rule = text_of(run, cell);
        const bool left = rule.starts_with(':'), right = rule.size() > 1 && rule.ends_with(':');
        if (rule.find('-') == std::string_view::npos || rule.find(' ') != std::string_view::npos)
            return {};
        out.push_back(left && right ? Align::center : right ? Align::right : left ? Align::left : Align::none);
    }
    return out;
}

std::string_view class_of(Align align)
{
    switch (align) {
    case Align::left: return " class=\"left\"";
    case Align::center: return " class=\"center\"";
    case Align::right: return " class=\"right\"";
    case Align::none: break;
    }
    return "";
}

Span joined(const std::vector<Span>& lines, std::size_t first, std::size_t last)
{
    return {lines[first].begin, lines[last].end, lines[first].first_mark, lines[last].last_mark};
}

}

std::vector<Span> table_cells(const Run& run, const Span& row)
{
    std::vector<Span> cells;
    std::size_t begin = row.begin, mark = row.first_mark;
    const auto add = [&](std::size_t end) {
        Span cell{begin, end, mark, mark};
        while (mark < row.last_mark && run.marks[mark].at <= end)
            ++mark;
        cell.last_mark = mark;
        while (cell.begin < cell.end && run.text[cell.begin] == ' ')
            ++cell.begin;
        while (cell.end > cell.begin && run.text[cell.end - 1] == ' ')
            --cell.end;
        cells.push_back(cell);
        begin = end + 1;
    };
    for (std::size_t i = row.begin; i < row.end; ++i)
        if (run.text[i] == '|')
            add(i);
    const bool closed = begin > row.begin && trimmed(std::string_view(run.text).substr(begin, row.end - std::min(begin, row.end))).empty();
    if (!closed)
        add(row.end);
    if (cells.size() > 1 && cells.front().begin == cells.front().end && cells.front().first_mark == cells.front().last_mark)
        cells.erase(cells.begin()); // before the first pipe
    return cells;
}

void Writer::write_lines(const Run& run, const std::vector<Span>& lines, std::size_t first, std::size_t last, bool tight)
{
    if (last < first)
        return;
    m_out.html += tight ? "" : "<p>";
    write_span(run, joined(lines, first, last), Linking::on);
    m_out.html += tight ? "\n" : "</p>\n";
}

bool Writer::write_table(const Run& run, const std::vector<Span>& lines, bool tight)
{
    std::size_t rule = 1;
    std::vector<Align> columns;
    for (; rule < lines.size(); ++rule) {
        columns = alignments(run, lines[rule]);
        if (!columns.empty() && table_cells(run, lines[rule - 1]).size() == columns.size())
            break;
    }
    if (rule >= lines.size())
        return false;
    if (rule > 1)
        write_lines(run, lines, 0, rule - 2, tight);
    m_in_table = true;
    std::string& html = m_out.html;
    html += "<div class=\"table\">\n<table>\n<thead>\n<tr>";
    std::size_t column = 0;
    for (const Span& cell : table_cells(run, lines[rule - 1])) {
        html += "<th scope=\"col\"";
        html += class_of(columns[column++]);
        html += '>';
        write_span(run, cell, Linking::off);
        html += "</th>";
    }
    html += "</tr>\n</thead>\n<tbody>\n";
    for (std::size_t row = rule + 1; row < lines.size(); ++row) {
        const std::vector<Span> cells = table_cells(run, lines[row]);
        if (cells.size() > columns.size())
            report(Severity::error, "table-cells", position(run, cells[columns.size()].begin),
                   {std::to_string(cells.size()), std::to_string(columns.size())});
        html += "<tr>";
        for (std::size_t i = 0; i < columns.size(); ++i) {
            html += "<td";
            html += class_of(columns[i]);
            html += '>';
            if (i < cells.size())
                write_span(run, cells[i], Linking::on);
            html += "</td>";
        }
        html += "</tr>\n";
    }
    html += "</tbody>\n</table>\n</div>\n";
    m_in_table = false;
    return true;
}

/// Lines that begin with `: ` explain the line before them.
bool Writer::write_definitions(const Run& run, const std::vector<Span>& lines)
{
    const auto defines = [&](std::size_t i) { return text_of(run, lines[i]).starts_with(": "); };
    const bool goes_on = m_definitions_end != 0 && m_definitions_end == m_out.html.size();
    if (!(lines.size() > 1 && defines(1)) && !(goes_on && defines(0)))
        return false;
    std::string& html = m_out.html;
    if (goes_on)
        html.resize(html.size() - std::string_view("</dl>\n").size());
    else
        html += "<dl>\n";
    for (std::size_t i = 0; i < lines.size();) {
        const bool definition = defines(i);
        std::size_t last = i;
        while (definition && last + 1 < lines.size() && !defines(last + 1) && !(last + 2 < lines.size() && defines(last + 2)))
            ++last;
        Span span = joined(lines, i, last);
        if (definition)
            span.begin += 2;
        html += definition ? "<dd>" : "<dt>";
        write_span(run, span, definition ? Linking::on : Linking::off);
        html += definition ? "</dd>\n" : "</dt>\n";
        i = last + 1;
    }
    html += "</dl>\n";
    m_definitions_end = html.size();
    return true;
}

}
