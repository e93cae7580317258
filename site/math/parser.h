#pragma once
// Reads one formula from left to right, and writes MathML and plain text as it goes: a formula is a few dozen tokens,
// and a tree of them would only be walked once.

#include "site/math/commands.h"
#include "site/math/mathml.h"

#include <string>
#include <string_view>
#include <vector>

namespace site::math {

/// Elements side by side.
struct Row {
    std::string html, text;
    int elements = 0;

    /// As one element, for where MathML counts its children.
    std::string one_element() const { return elements == 1 ? html : "<mrow>" + html + "</mrow>"; }
};

std::string trimmed(std::string_view text);
void append_escaped(std::string& html, std::string_view text);

class Parser {
public:
    Parser(std::string_view source, Display display) : m_source(source), m_display(display) {}

    Row whole();
    const std::vector<Problem>& problems() const { return m_problems; }

private:
    /// What ends a row.
    enum class Until { end, brace, bracket, right, cell };
    /// What an element is to its neighbours.
    enum class Role { ordinary, binary, function, big_operator, opening };
    struct Element {
        std::string html, text;
        Role role = Role::ordinary;
    };
    struct Delimiter {
        std::string_view prints;
        bool ok = false;
    };

    Row row(Until);
    bool ends(Until) const;
    Element scripted(Until);
    Element atom();
    Element number();
    Element command();
    Element apply(const CommandEntry&, std::size_t begin);
    Element fraction(std::string_view command, bool bar);
    Element root();
    Element delimited(std::size_t begin);
    Element environment(std::size_t begin);
    Element symbol(std::string_view prints) const;
    static Element grown_fence(std::string_view prints);
    Row argument(std::string_view command);
    std::string words(std::string_view command);
    Delimiter delimiter(std::string_view command);

    void skip_space();
    std::size_t last_read() const;
    bool at_end() const { return m_at >= m_source.size(); }
    bool starts(std::string_view text) const { return m_source.substr(m_at).starts_with(text); }
    std::string_view command_name(std::size_t at) const;
    /// Notes the first problem, and reads no further.
    void fail(std::string code, std::vector<std::string> arguments, std::size_t at, std::size_t size);

    std::string_view m_source;
    Display m_display;
    std::size_t m_at = 0;
    int m_depth = 0;
    bool m_after_operator = true;        ///< so a minus here is a sign
    std::vector<Problem> m_problems;
};

}
