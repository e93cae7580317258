#include "site/highlight/highlight.h"

#include "site/diagnostics/characters.h"
#include "site/highlight/languages.h"

#include <algorithm>

namespace site::highlight {

namespace {

using Style = Language::Style;

bool is_word(char c) { return is_ascii_word(static_cast<unsigned char>(c)) || static_cast<unsigned char>(c) >= 0x80; }
bool is_digit(char c) { return is_ascii_digit(static_cast<unsigned char>(c)); }

/// One pass over the code: at each place the first of the rules that fits takes some bytes.
class Lexer {
public:
    Lexer(std::string& html, std::string_view code, const Language& language) : m_html(html), m_code(code), m_language(language) {}

    void run()
    {
        const bool prompts = m_language.style == Style::console || (m_language.style == Style::shell && m_code.starts_with("$ "));
        bool goes_on = false; // a line after a backslash
        while (m_at < m_code.size()) {
            m_line_begin = m_at;
            m_line_end = std::min(m_code.find('\n', m_at), m_code.size());
            m_command = !goes_on;
            const bool prompt = prompts && !goes_on && take_prompt();
            if (m_language.style == Style::console && !prompt && !goes_on) {
                take(m_line_end - m_at, "hl-output");
            } else {
                line();
                goes_on = shell_like() && m_code.substr(0, m_line_end).ends_with('\\');
            }
            if (m_at < m_code.size())
                take(1, {});
            if (!m_here_document.empty())
                here_document();
        }
    }

private:
    bool starts(std::string_view text) const { return !text.empty() && m_code.substr(m_at).starts_with(text); }
    char before() const { return m_at > m_line_begin ? m_code[m_at - 1] : '\n'; }
    bool shell_like() const { return m_language.style == Style::shell || m_language.style == Style::console || m_language.style == Style::instructions; }

    void take(std::size_t size, std::string_view css_class)
    {
        if (size == 0)
            return;
        if (!css_class.empty())
            m_html.append("<span class=\"").append(css_class).append("\">");
        for (const char c : m_code.substr(m_at, size))
            switch (c) {
            case '&': m_html += "&amp;"; break;
            case '<': m_html += "&lt;"; break;
            case '>': m_html += "&gt;"; break;
            case '"': m_html += "&quot;"; break;
            default: m_html += c;
            }
        if (!css_class.empty())
            m_html += "</span>";
        m_at += size;
    }

    /// `$ `, `# `, `>>> ` or `user@host:~$ `.
    bool take_prompt()
    {
        const std::string_view text = m_code.substr(m_at, m_line_end - m_at);
        for (const std::string_view prompt : {"$ ", "# ", ">>> "})
            if (text.starts_with(prompt)) {
                take(prompt.size(), "hl-prompt");
                return true;
            } else if (m_language.style == Style::shell) {
                return false; // there # begins a comment
            }
        const std::size_t end = std::min(text.find("$ "), text.find("# "));
        const std::size_t at = text.find('@');
        if (end == std::string_view::npos || at > end || text.substr(0, end).find(' ') != std::string_view::npos)
            return false;
        take(end + 2, "hl-prompt");
        return true;
    }

    /// The lines up to the word that `<<` named.
    void here_document()
    {
        std::size_t end = m_at;
        while (end < m_code.size()) {
            const std::size_t line_end = std::min(m_code.find('\n', end), m_code.size());
            const std::string_view text = m_code.substr(end, line_end - end);
            if (text.substr(std::min(text.find_first_not_of('\t'), text.size())) == m_here_document)
                break;
            end = std::min(line_end + 1, m_code.size());
        }
        take(end - m_at, "hl-string");
        take(m_code.substr(m_at).starts_with(m_here_document) ? m_here_document.size() : 0, {});
        m_here_document = {};
    }

    /// From here to the end of the line, or further where a string or comment goes on.
    void line()
    {
        while (m_at < m_line_end) {
            if (!comment() && !string() && !variable() && !option() && !number() && !word())
                sign();
            if (m_at > m_line_end) { // a string or comment of several lines
                m_line_begin = m_code.rfind('\n', m_at - 1) + 1;
                m_line_end = std::min(m_code.find('\n', m_at), m_code.size());
            }
        }
    }

    bool comment()
    {
        const bool begins = starts(m_language.line_comment) || (starts(m_language.other_comment) && blank_before());
        // In a shell a # inside a word is none, in YAML neither.
        const bool apart = m_language.line_comment != "#" || before() == ' ' || before() == '\t' || before() == '\n' || before() == ';';
        if (begins && apart) {
            take(m_line_end - m_at, "hl-comment");
            return true;
        }
        if (m_language.block_comments && starts("/*")) {
            const std::size_t end = m_code.find("*/", m_at + 2);
            take(end == std::string_view::npos ? m_code.size() - m_at : end + 2 - m_at, "hl-comment");
            return true;
        }
        return false;
    }

    bool blank_before() const { return m_code.substr(m_line_begin, m_at - m_line_begin).find_first_not_of(" \t") == std::string_view::npos; }

    bool string()
    {
        const char quote = m_code[m_at];
        if (m_language.quotes.find(quote) == std::string_view::npos)
            return false;
        if (is_word(before()) && quote == '\'')
            return false; // it's
        const std::string_view triple = m_code.substr(m_at, 3);
        std::size_t end;
        if (m_language.triple_quotes && triple == std::string(3, quote)) {
            end = m_code.find(triple, m_at + 3);
            end = end == std::string_view::npos ? m_code.size() : end + 3;
        } else {
            const bool many_lines = shell_like();
            end = m_at + 1;
            while (end < m_code.size() && m_code[end] != quote && (many_lines || m_code[end] != '\n'))
                end += m_code[end] == '\\' && (quote == '"' || !shell_like()) && end + 1 < m_code.size() ? 2 : 1;
            if (end < m_code.size() && m_code[end] == quote)
                ++end;
            end = std::min(end, m_code.size());
        }
        const std::size_t after = m_code.find_first_not_of(" \t", end);
        const bool key = m_language.style == Style::pairs && after != std::string_view::npos && m_code[after] == m_language.separator;
        take(end - m_at, key ? "hl-key" : "hl-string");
        m_command = false;
        return true;
    }

    bool variable()
    {
        if (m_code[m_at] != '$' || !shell_like() || m_at + 1 >= m_code.size())
            return false;
        std::size_t end = m_at + 1;
        if (m_code[end] == '{')
            end = std::min(m_code.find('}', end), m_line_end - 1) + 1;
        else
            while (end < m_line_end && is_ascii_word(static_cast<unsigned char>(m_code[end])))
                ++end;
        if (end == m_at + 1)
            return false;
        take(end - m_at, "hl-variable");
        m_command = false;
        return true;
    }

    bool option()
    {
        const bool apart = before() == ' ' || before() == '\t' || before() == '\n' || before() == '[';
        if (!shell_like() || m_code[m_at] != '-' || !apart)
            return false;
        std::size_t end = m_at + 1;
        while (end < m_line_end && (is_word(m_code[end]) || m_code[end] == '-' || m_code[end] == '.'))
            ++end;
        if (end == m_at + 1 || !(is_word(m_code[m_at + 1]) || m_code[m_at + 1] == '-') || is_digit(m_code[m_at + 1]))
            return false;
        take(end - m_at, "hl-option");
        return true;
    }

    /// A number that is a whole word; in a shell one that is a whole argument.
    bool number()
    {
        if (!is_digit(m_code[m_at]) || is_word(before()) || m_language.style == Style::plain)
            return false;
        if (m_language.style != Style::code && (before() == '.' || before() == '-'))
            return false;
        std::size_t end = m_at;
        while (end < m_line_end && (is_word(m_code[end]) || m_code[end] == '.' || (m_code[end] == '\'' && m_language.block_comments)))
            ++end;
        const char next = end < m_line_end ? m_code[end] : '\n';
        const std::string_view digits = m_code.substr(m_at, end - m_at);
        const bool plain = digits.find_first_not_of("0123456789.") == std::string_view::npos && std::count(digits.begin(), digits.end(), '.') <= 1 && digits.back() != '.';
        const bool argument = (next == ' ' || next == '\n' || next == ')' || next == ';' || next == ',') && (before() == ' ' || before() == '=' || before() == '\n');
        const bool is_number = shell_like() ? plain && argument : m_language.style == Style::pairs ? plain && next != '-' && next != '/' : true;
        take(end - m_at, is_number ? "hl-number" : "");
        m_command = false;
        return true;
    }

    bool word()
    {
        if (!is_word(m_code[m_at]) && !(shell_like() && m_command && (m_code[m_at] == '.' || m_code[m_at] == '/' || m_code[m_at] == '~')))
            return false;
        std::size_t end = m_at;
        const bool dashes = shell_like() || m_language.style == Style::pairs;
        while (end < m_line_end && (is_word(m_code[end]) || (dashes && (m_code[end] == '-' || m_code[end] == '.' || m_code[end] == '/' || m_code[end] == '~'))))
            ++end;
        const std::string_view text = m_code.substr(m_at, end - m_at);
        if (m_language.style == Style::pairs) {
            pair(text);
        } else if (m_language.style == Style::instructions && m_command && blank_before()) {
            take(text.size(), is_keyword(m_language, text) ? "hl-keyword" : "");
            m_command = text == "RUN" || text == "CMD";
        } else if (shell_like()) {
            command(text, end);
        } else {
            take(text.size(), is_keyword(m_language, text) ? "hl-keyword" : "");
        }
        return true;
    }

    void command(std::string_view text, std::size_t end)
    {
        if (!m_command) {
            take(text.size(), text == "in" && m_for ? "hl-keyword" : "");
            return;
        }
        if (end < m_line_end && m_code[end] == '=') { // NAME=value before a command
            take(text.size(), "hl-variable");
            take(1, {});
            while (m_at < m_line_end && m_code[m_at] != ' ' && m_code[m_at] != '"' && m_code[m_at] != '\'' && m_code[m_at] != '$')
                take(1, {});
            return;
        }
        const bool keyword = m_language.style != Style::instructions && is_keyword(m_language, text);
        m_for = text == "for";
        take(text.size(), keyword ? "hl-keyword" : "hl-command");
        m_command = text == "sudo" || text == "time" || text == "env" || (keyword && !m_for && text != "case" && text != "set" && text != "local");
    }

    /// A key of YAML, TOML or INI, `[section]` is taken by sign(); else a value.
    void pair(std::string_view text)
    {
        std::size_t end = m_at + text.size();
        const std::size_t key_begin = m_code.find_first_not_of(" \t-", m_line_begin);
        if (key_begin == m_at && m_language.separator != 0) {
            std::size_t after = end;
            while (after < m_line_end && m_code[after] == ' ')
                ++after;
            const bool value = m_language.separator != ':' || after + 1 >= m_line_end || m_code[after + 1] == ' ';
            if (after < m_line_end && m_code[after] == m_language.separator && value) {
                take(text.size(), "hl-key");
                return;
            }
        }
        const char next = end < m_line_end ? m_code[end] : '\n';
        const bool whole = next == '\n' || next == ',' || next == ' ' || next == ']' || next == '}';
        take(text.size(), whole && is_keyword(m_language, text) ? "hl-keyword" : "");
    }

    void sign()
    {
        const char c = m_code[m_at];
        if (c == '[' && blank_before() && m_language.separator == '=') {
            const std::size_t end = m_code.find(']', m_at);
            if (end != std::string_view::npos && end < m_line_end) {
                take(end + 1 - m_at, "hl-keyword");
                return;
            }
        }
        if (c == '#' && m_language.block_comments && blank_before()) { // #include
            std::size_t end = m_at + 1;
            while (end < m_line_end && is_word(m_code[end]))
                ++end;
            take(end - m_at, "hl-keyword");
            return;
        }
        if (shell_like() && starts("<<") && !starts("<<<")) {
            const std::size_t begin = std::min(m_code.find_first_not_of("<-'\"", m_at), m_line_end);
            std::size_t end = begin;
            while (end < m_line_end && is_word(m_code[end]))
                ++end;
            m_here_document = m_code.substr(begin, end - begin);
            take(end - m_at, {});
            return;
        }
        if (shell_like() && (c == '|' || c == ';' || c == '&' || c == '(' || c == '`'))
            m_command = true;
        take(c == '\\' && m_at + 1 < m_line_end ? 1 + character_at(m_code, m_at + 1).size : 1, {});
    }

    std::string& m_html;
    std::string_view m_code;
    const Language& m_language;
    std::size_t m_at = 0, m_line_begin = 0, m_line_end = 0;
    bool m_command = true;               ///< the next word is a command
    std::string_view m_here_document;    ///< the word that ends it
    bool m_for = false;                  ///< so `in` is a keyword
};

}

void append_highlighted(std::string& html, std::string_view code, const Language* language)
{
    static constexpr Language none{.name = "text"};
    Lexer(html, code, language ? *language : none).run();
}

}
