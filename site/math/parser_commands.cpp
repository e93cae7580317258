// What each kind of command does with what follows it.

#include "site/diagnostics/characters.h"
#include "site/math/parser.h"

#include <algorithm>

namespace site::math {

namespace {

std::string mo(std::string_view attributes, std::string_view text)
{
    std::string out = "<mo";
    out.append(attributes).append(">");
    append_escaped(out, text);
    return out += "</mo>";
}

std::string identifier(std::string_view text, bool upright)
{
    const bool one = character_at(text, 0).size == text.size(); // longer ones are upright by themselves
    std::string out = upright && one ? "<mi mathvariant=\"normal\">" : "<mi>";
    append_escaped(out, text);
    return out += "</mi>";
}

std::string bracketed(const Row& row) { return row.text.find(' ') == std::string::npos ? row.text : "(" + row.text + ")"; }

/// Several letters below a line are one thing: a / (bc).
std::string denominator(const Row& row)
{
    const bool plain = std::all_of(row.text.begin(), row.text.end(), [](char c) { return is_ascii_digit(static_cast<unsigned char>(c)) || c == '.' || c == ','; });
    const bool one = row.text.find_first_of(" ") == std::string::npos && (plain || character_count(row.text) == 1 || row.text.find('_') == 1);
    return one ? row.text : "(" + row.text + ")";
}

}

Parser::Element Parser::command()
{
    const std::size_t begin = m_at;
    const std::string_view name = command_name(m_at);
    m_at += 1 + name.size();
    if (const CommandEntry* entry = name.empty() ? nullptr : find_command(name))
        return apply(*entry, begin);
    fail("math-command", {"\\" + std::string(name), nearest_command(name), std::string(common_commands())}, begin, name.size() + 1);
    return {};
}

Parser::Element Parser::apply(const CommandEntry& entry, std::size_t begin)
{
    const std::string written(m_source.substr(begin, m_at - begin));
    switch (entry.kind) {
    case Command::letter: {
        const char32_t c = character_at(entry.prints, 0).code;
        return {identifier(entry.prints, c >= U'Α' && c <= U'Ω'), std::string(entry.prints), Role::ordinary};
    }
    case Command::symbol: return symbol(entry.prints);
    case Command::fence: return {mo(" stretchy=\"false\"", entry.prints), std::string(entry.prints), Role::ordinary};
    case Command::big_operator: {
        const bool word = is_ascii_letter(static_cast<unsigned char>(entry.prints[0]));
        return {mo(word ? " movablelimits=\"true\" lspace=\"0\" rspace=\"0.167em\"" : "", entry.prints), std::string(entry.prints), Role::big_operator};
    }
    case Command::function: return {identifier(entry.prints, true), std::string(entry.prints), Role::function};
    case Command::fraction: return fraction(written, true);
    case Command::binomial: return fraction(written, false);
    case Command::root: return root();
    case Command::text: {
        std::string text = words(written);
        std::string shown = text;
        if (shown.starts_with(' ')) // MathML drops spaces at the ends
            shown.replace(0, 1, "\u00A0");
        if (shown.ends_with(' '))
            shown.replace(shown.size() - 1, 1, "\u00A0");
        std::string html = "<mtext>";
        append_escaped(html, shown);
        return {html += "</mtext>", std::move(text), Role::ordinary};
    }
    case Command::name: {
        const std::string text = words(written);
        return {text.empty() ? std::string() : identifier(text, true), text, written == "\\operatorname" ? Role::function : Role::ordinary};
    }
    case Command::alphabet: {
        const std::string text = words(written);
        return {text.empty() ? std::string() : identifier(styled(text, entry.prints), true), text, Role::ordinary};
    }
    case Command::accent: {
        const Row over = argument(written);
        const bool wide = entry.prints == "‾";
        return {"<mover accent=\"true\">" + over.one_element() + mo(wide ? " stretchy=\"true\"" : " stretchy=\"false\"", entry.prints) + "</mover>",
                over.text, Role::ordinary};
    }
    case Command::underbrace:
    case Command::overbrace: {
        const Row content = argument(written);
        const std::string_view tag = entry.kind == Command::underbrace ? "munder" : "mover";
        const std::string open = "<" + std::string(tag) + ">", close = "</" + std::string(tag) + ">";
        std::string html = open + content.one_element() + mo(" stretchy=\"true\"", entry.prints) + close;
        std::string text = content.text;
        skip_space();
        if (starts(entry.kind == Command::underbrace ? "_" : "^")) { // its note
            ++m_at;
            const Row note = argument(written);
            html = open + html + note.one_element() + close;
            text += " (" + note.text + ")";
        }
        return {std::move(html), std::move(text), Role::ordinary};
    }
    case Command::space: return {"<mspace width=\"" + std::string(entry.prints) + "\"/>", entry.prints.starts_with('-') ? "" : " ", Role::ordinary};
    case Command::modulo: {
        const Row by = argument(written);
        return {"<mspace width=\"1em\"/><mo stretchy=\"false\">(</mo><mi>mod</mi><mspace width=\"0.333em\"/>" + by.html + "<mo stretchy=\"false\">)</mo>",
                " (mod " + by.text + ")", Role::ordinary};
    }
    case Command::left: return delimited(begin);
    case Command::begin: return environment(begin);
    case Command::right:
    case Command::middle:
    case Command::end: break; // a row ends before them
    }
    return {};
}

Parser::Element Parser::fraction(std::string_view command, bool bar)
{
    const std::string name(command);
    const Row over = argument(name);
    const Row under = argument(name);
    std::string html = (bar ? "<mfrac>" : "<mfrac linethickness=\"0\">") + over.one_element() + under.one_element() + "</mfrac>";
    if (bar)
        return {std::move(html), bracketed(over) + " / " + denominator(under), Role::ordinary};
    return {"<mrow><mo>(</mo>" + html + "<mo>)</mo></mrow>", "C(" + over.text + ", " + under.text + ")", Role::ordinary};
}

Parser::Element Parser::root()
{
    skip_space();
    Row degree;
    const bool has_degree = starts("[");
    if (has_degree) {
        const std::size_t begin = m_at++;
        degree = row(Until::bracket);
        if (at_end() || m_source[m_at] != ']') {
            fail("math-unpaired", {"[", "]"}, begin, 1);
            return {};
        }
        ++m_at;
    }
    const Row of = argument("\\sqrt");
    const std::string text = denominator(of);
    if (has_degree)
        return {"<mroot>" + of.one_element() + degree.one_element() + "</mroot>", "root_" + degree.text + " " + text, Role::ordinary};
    return {"<msqrt>" + of.html + "</msqrt>", "√" + text, Role::ordinary};
}

/// The bracket after \left, \middle or \right: one sign, a fence command, or `.` for none.
Parser::Delimiter Parser::delimiter(std::string_view command)
{
    skip_space();
    const std::size_t begin = m_at;
    if (!at_end() && m_source[m_at] == '\\') {
        const std::string_view name = command_name(m_at);
        const CommandEntry* entry = find_command(name);
        if (entry && entry->kind == Command::fence) {
            m_at += 1 + name.size();
            return {entry->prints, true};
        }
    } else if (!at_end() && std::string_view("()[]|/.").find(m_source[m_at]) != std::string_view::npos) {
        ++m_at;
        const std::string_view sign = m_source.substr(begin, 1);
        return {sign == "." ? std::string_view() : sign, true};
    }
    fail("math-delimiter", {std::string(command)}, at_end() ? last_read() : begin, 1);
    return {};
}

Parser::Element Parser::grown_fence(std::string_view prints)
{
    return {prints.empty() ? std::string() : mo(" fence=\"true\" stretchy=\"true\"", prints), std::string(prints), Role::ordinary};
}

Parser::Element Parser::delimited(std::size_t begin)
{
    const Delimiter open = delimiter("\\left");
    if (!open.ok)
        return {};
    Element out = grown_fence(open.prints);
    out.html.insert(0, "<mrow>");
    for (;;) {
        const Row inner = row(Until::right);
        out.html += inner.html;
        out.text += inner.text;
        const std::string_view name = !at_end() && m_source[m_at] == '\\' ? command_name(m_at) : std::string_view();
        if (name != "right" && name != "middle") {
            fail("math-unpaired", {"\\left", "\\right"}, begin, 5);
            return {};
        }
        m_at += 1 + name.size();
        const Delimiter close = delimiter("\\" + std::string(name));
        if (!close.ok)
            return {};
        const Element fence = grown_fence(close.prints);
        out.html += fence.html;
        out.text += fence.text;
        if (name == "right")
            break;
    }
    out.html += "</mrow>";
    return out;
}

Parser::Element Parser::environment(std::size_t begin)
{
    const std::string name = words("\\begin");
    const Environment* kind = find_environment(name);
    if (!kind) {
        fail("math-environment", {name, environments()}, begin, m_at - begin);
        return {};
    }
    std::string table = "<mtable";
    if (!kind->css_class.empty()) // MathML Core left the alignment of columns to CSS
        table.append(" class=\"").append(kind->css_class).append("\"");
    table += "><mtr>";
    std::string text;
    bool row_open = true;
    for (;;) {
        const Row cell = row(Until::cell);
        if (!row_open) {
            table += "<mtr>";
            row_open = true;
        }
        table += "<mtd>" + cell.html + "</mtd>";
        text += cell.text;
        if (starts("&")) {
            ++m_at;
            text += " ";
            continue;
        }
        const std::string_view next = !at_end() && m_source[m_at] == '\\' ? command_name(m_at) : std::string_view();
        if (next == "\\") {
            m_at += 2;
            table += "</mtr>";
            row_open = false;
            text += "; ";
            skip_space();
            if (!starts("\\end"))
                continue;
        }
        if (starts("\\end")) {
            const std::size_t end = m_at;
            m_at += 4;
            if (const std::string closing = words("\\end"); closing != name)
                fail("math-unpaired", {"\\begin{" + name + "}", "\\end{" + name + "}"}, m_problems.empty() ? end : begin, 4);
            break;
        }
        fail("math-unpaired", {"\\begin{" + name + "}", "\\end{" + name + "}"}, begin, name.size() + 8);
        break;
    }
    table += row_open ? "</mtr></mtable>" : "</mtable>";
    const Element open = grown_fence(kind->open), close = grown_fence(kind->close);
    return {"<mrow>" + open.html + table + close.html + "</mrow>", open.text + text + close.text, Role::ordinary};
}

}
