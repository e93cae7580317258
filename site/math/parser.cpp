#include "site/math/parser.h"

#include "site/diagnostics/characters.h"

#include <algorithm>

namespace site::math {

namespace {

constexpr int deepest = 64; ///< groups in groups: more is no formula, and would eat the stack

std::string element(std::string_view tag, std::string_view content)
{
    std::string out = "<";
    out.append(tag).append(">");
    append_escaped(out, content);
    return out.append("</").append(tag.substr(0, tag.find(' '))).append(">");
}

std::string wrapped(std::string_view tag, std::string_view html)
{
    std::string out = "<";
    return out.append(tag).append(">").append(html).append("</").append(tag.substr(0, tag.find(' '))).append(">");
}

/// Signs that stand between two things.
bool is_relation(char32_t c) { return std::u32string_view(U"+*/=<>×÷·≈≤≥≠±→←∈∝").find(c) != std::u32string_view::npos; }

std::string in_brackets(const std::string& text, bool needed) { return needed ? "(" + text + ")" : text; }

}

std::string trimmed(std::string_view text)
{
    const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
    const std::size_t end = text.find_last_not_of(' ');
    return std::string(text.substr(begin, end == std::string_view::npos ? 0 : end + 1 - begin));
}

void append_escaped(std::string& html, std::string_view text)
{
    for (const char c : text)
        switch (c) {
        case '&': html += "&amp;"; break;
        case '<': html += "&lt;"; break;
        case '>': html += "&gt;"; break;
        default: html += c;
        }
}

void Parser::fail(std::string code, std::vector<std::string> arguments, std::size_t at, std::size_t size)
{
    if (m_problems.empty())
        m_problems.push_back({std::move(code), std::move(arguments), at, std::max<std::size_t>(size, 1)});
    m_at = m_source.size();
}

void Parser::skip_space()
{
    while (!at_end() && (m_source[m_at] == ' ' || m_source[m_at] == '\t' || m_source[m_at] == '\n'))
        ++m_at;
}

/// The last character read that is no space: where something is missing.
std::size_t Parser::last_read() const
{
    std::size_t at = m_at;
    while (at > 0 && std::string_view(" \t\n").find(m_source[at - 1]) != std::string_view::npos)
        --at;
    return at > 0 ? at - 1 : 0;
}

/// After the backslash at `at`: letters, or one sign.
std::string_view Parser::command_name(std::size_t at) const
{
    std::size_t end = at + 1;
    while (end < m_source.size() && is_ascii_letter(static_cast<unsigned char>(m_source[end])))
        ++end;
    if (end == at + 1 && end < m_source.size())
        end += character_at(m_source, end).size;
    return m_source.substr(at + 1, end - at - 1);
}

Row Parser::whole()
{
    Row all = row(Until::end);
    if (at_end())
        return all;
    const bool command = m_source[m_at] == '\\';
    const std::string token(command ? "\\" + std::string(command_name(m_at)) : std::string(m_source.substr(m_at, 1)));
    if (token == "&" || token == "\\\\")
        fail("math-cell", {token, environments()}, m_at, token.size());
    else
        fail("math-unpaired", {token, token == "}" ? "{" : token == "\\end" ? "\\begin" : "\\left"}, m_at, token.size());
    return all;
}

bool Parser::ends(Until until) const
{
    if (at_end() || m_source[m_at] == '}' || m_source[m_at] == '&')
        return true;
    if (until == Until::bracket && m_source[m_at] == ']')
        return true;
    if (m_source[m_at] != '\\')
        return false;
    const std::string_view name = command_name(m_at);
    return name == "right" || name == "middle" || name == "end" || name == "\\";
}

Row Parser::row(Until until)
{
    Row out;
    if (++m_depth > deepest)
        fail("math-nesting", {std::to_string(deepest)}, m_at, 1);
    m_after_operator = true;
    for (skip_space(); !ends(until); skip_space()) {
        const bool first = m_after_operator;
        const Element next = scripted(until);
        out.html += next.html;
        ++out.elements;
        if (next.role == Role::binary) {
            const bool sign = first && (next.text == "−" || next.text == "+");
            out.text += sign ? next.text : (out.text.ends_with(' ') ? "" : " ") + next.text + " ";
        } else {
            const bool word = !out.text.empty() && next.role != Role::ordinary && next.role != Role::opening && !out.text.ends_with(' ') && !out.text.ends_with('(');
            out.text += (word ? " " : "") + next.text;
        }
        m_after_operator = next.role == Role::binary || next.role == Role::opening;
        if (next.role == Role::function || next.role == Role::big_operator) {
            skip_space();
            const bool bracket = !at_end() && (m_source[m_at] == '(' || m_source[m_at] == '[' || starts("\\left"));
            if (next.role == Role::function) {
                out.html += bracket ? "<mo>\u2061</mo>" : "<mo>\u2061</mo><mspace width=\"0.167em\"/>";
                ++out.elements;
            }
            out.text += bracket ? "" : " ";
        }
    }
    --m_depth;
    out.text = trimmed(out.text);
    return out;
}

/// An atom with what stands at its shoulder and foot.
Parser::Element Parser::scripted(Until until)
{
    Element base;
    if (m_source[m_at] == '^' || m_source[m_at] == '_') {
        if (m_at > 0 || m_depth > 1)
            fail("math-script", {std::string(m_source.substr(m_at, 1))}, m_at, 1);
        else
            base.html = "<mrow></mrow>";
    } else {
        base = atom();
    }
    std::string below, above, below_text, above_text;
    for (skip_space(); !ends(until); skip_space()) {
        const char c = m_source[m_at];
        if (c == '\'') {
            std::string primes;
            for (; !at_end() && m_source[m_at] == '\''; ++m_at)
                primes += "′";
            above = element("mo", primes);
            above_text = primes;
            continue;
        }
        if (c != '^' && c != '_')
            break;
        std::string& html = c == '^' ? above : below;
        if (!html.empty()) {
            fail("math-script", {std::string(1, c)}, m_at, 1);
            break;
        }
        ++m_at;
        const Row script = argument(std::string_view(&m_source[m_at - 1], 1));
        html = script.one_element();
        (c == '^' ? above_text : below_text) = std::string(1, c) + in_brackets(script.text, script.text.find(' ') != std::string::npos);
    }
    if (below.empty() && above.empty())
        return base;
    const bool limits = base.role == Role::big_operator && base.text != "∫";
    const std::string_view tag = below.empty() ? (limits ? "mover" : "msup") : above.empty() ? (limits ? "munder" : "msub") : (limits ? "munderover" : "msubsup");
    base.html = wrapped(tag, base.html + below + above);
    base.text += below_text + above_text;
    return base;
}

Parser::Element Parser::number()
{
    const std::size_t begin = m_at;
    const auto digit = [&](std::size_t i) { return i < m_source.size() && is_ascii_digit(static_cast<unsigned char>(m_source[i])); };
    while (digit(m_at))
        ++m_at;
    // 8,192: groups of three, each after a comma.
    const bool groups = m_at - begin <= 3;
    while (groups && m_at < m_source.size() && m_source[m_at] == ',' && digit(m_at + 1) && digit(m_at + 2) && digit(m_at + 3) && !digit(m_at + 4))
        m_at += 4;
    if (m_at + 1 < m_source.size() && m_source[m_at] == '.' && digit(m_at + 1)) {
        ++m_at;
        while (digit(m_at))
            ++m_at;
    }
    const std::string_view digits = m_source.substr(begin, m_at - begin);
    return {element("mn", digits), std::string(digits), Role::ordinary};
}

Parser::Element Parser::symbol(std::string_view prints) const
{
    const bool sign = m_after_operator && (prints == "−" || prints == "+" || prints == "±");
    return {element(sign ? "mo form=\"prefix\"" : "mo", prints), std::string(prints), Role::binary};
}

Parser::Element Parser::atom()
{
    const std::size_t begin = m_at;
    const Character c = character_at(m_source, m_at);
    if (is_ascii_digit(c.code))
        return number();
    if (c.code == '\\')
        return command();
    if (c.code == '{') {
        ++m_at;
        const Row group = row(Until::brace);
        if (at_end() || m_source[m_at] != '}') {
            fail("math-unpaired", {"{", "}"}, begin, 1);
            return {};
        }
        ++m_at;
        return {group.one_element(), group.text, Role::ordinary};
    }
    if (is_han(c.code) || is_han_punctuation(c.code)) {
        std::string text;
        while (!at_end() && (is_han(character_at(m_source, m_at).code) || is_han_punctuation(character_at(m_source, m_at).code))) {
            const unsigned size = character_at(m_source, m_at).size;
            text.append(m_source, m_at, size);
            m_at += size;
        }
        return {element("mtext", text), text, Role::ordinary};
    }
    m_at += c.size;
    const std::string_view text = m_source.substr(begin, c.size);
    switch (c.code) {
    case '-':
    case U'−': return symbol("−");
    case '(':
    case '[': return {element("mo stretchy=\"false\"", text), std::string(text), Role::opening};
    case ')':
    case ']':
    case '|': return {element("mo stretchy=\"false\"", text), std::string(text), Role::ordinary};
    case ',':
    case ';': return {element("mo", text), std::string(text) + " ", Role::opening};
    case '~': return {"<mspace width=\"0.25em\"/>", " ", Role::ordinary};
    case '%': return {element("mi", text), "%", Role::ordinary};
    case '#':
    case '$': fail("math-character", {std::string(text)}, begin, c.size); return {};
    case '.':
    case ':':
    case '!':
    case '?': return {element("mo", text), std::string(text), Role::ordinary};
    default: break;
    }
    if (is_relation(c.code))
        return symbol(text);
    return {element("mi", text), std::string(text), Role::ordinary};
}

Row Parser::argument(std::string_view command)
{
    skip_space();
    const bool missing = at_end() || m_source[m_at] == '}' || m_source[m_at] == '&' || m_source[m_at] == '^' || m_source[m_at] == '_';
    if (missing) {
        fail("math-argument", {std::string(command)}, last_read(), 1);
        return {};
    }
    m_after_operator = true;
    Element one;
    if (is_ascii_digit(static_cast<unsigned char>(m_source[m_at]))) { // \frac12 is a half
        one = {element("mn", m_source.substr(m_at, 1)), std::string(m_source.substr(m_at, 1)), Role::ordinary};
        ++m_at;
    } else {
        one = atom();
    }
    return {one.html, one.text, 1};
}

/// The text between braces as it stands.
std::string Parser::words(std::string_view command)
{
    skip_space();
    if (at_end() || m_source[m_at] != '{') {
        fail("math-argument", {std::string(command)}, last_read(), 1);
        return {};
    }
    const std::size_t begin = m_at;
    std::string out;
    for (++m_at; !at_end() && m_source[m_at] != '}';) {
        if (m_source[m_at] == '{') {
            fail("math-unpaired", {"{", "}"}, begin, 1);
            return {};
        }
        if (m_source[m_at] == '\\' && m_at + 1 < m_source.size())
            ++m_at;
        const unsigned size = character_at(m_source, m_at).size;
        out.append(m_source, m_at, size);
        m_at += size;
    }
    if (at_end()) {
        fail("math-unpaired", {"{", "}"}, begin, 1);
        return {};
    }
    ++m_at;
    return out;
}

}
