#include "site/render/figure_expression.h"

#include "site/diagnostics/characters.h"

#include <algorithm>

namespace site {

namespace {

class Reader {
public:
    explicit Reader(std::string_view text) : m_text(text) {}

    void skip_spaces()
    {
        while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\n' || m_text[m_at] == '\t'))
            ++m_at;
    }
    bool done() const { return m_at >= m_text.size(); }
    bool take(char c)
    {
        if (done() || m_text[m_at] != c)
            return false;
        ++m_at;
        return true;
    }
    /// Characters up to one of `ends`; may be empty.
    FigurePart until(std::string_view ends)
    {
        const std::size_t begin = m_at;
        while (!done() && ends.find(m_text[m_at]) == ends.npos)
            ++m_at;
        return part(begin, m_at);
    }
    /// The text between two quotes, straight or, as Chinese input methods set them, curly.
    std::optional<FigurePart> quoted()
    {
        static constexpr std::string_view quotes[] = {"\"", "“", "”"};
        const auto take_quote = [&] {
            for (const std::string_view quote : quotes)
                if (m_text.substr(m_at).starts_with(quote)) {
                    m_at += quote.size();
                    return true;
                }
            return false;
        };
        if (!take_quote())
            return std::nullopt;
        const std::size_t begin = m_at;
        while (!done()) {
            const std::size_t end = m_at;
            if (take_quote())
                return part(begin, end);
            m_at += character_at(m_text, m_at).size;
        }
        m_at = begin;
        return std::nullopt;
    }
    int column() const { return static_cast<int>(character_count(m_text.substr(0, m_at))) + 1; }

private:
    FigurePart part(std::size_t begin, std::size_t end) const
    {
        const std::string_view text = m_text.substr(begin, end - begin);
        return {std::string(text), static_cast<int>(character_count(m_text.substr(0, begin))) + 1,
                static_cast<int>(character_count(text))};
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

}

Diagnostic figure_problem(std::string code, const FigurePart& at, std::vector<std::string> arguments)
{
    return {Severity::error, std::move(code), "", {1, at.column}, std::move(arguments), std::max(at.length, 1)};
}

std::optional<FigureExpression> parse_figure(std::string_view text, std::vector<Diagnostic>& problems)
{
    Reader in(text);
    const auto fail = [&](std::string expected) -> std::optional<FigureExpression> {
        problems.push_back({Severity::error, "figure-syntax", "", {1, in.column()}, {std::move(expected)}, 1});
        return std::nullopt;
    };
    FigureExpression made;
    in.skip_spaces();
    made.kind = in.until(" \t\n\"|=“");
    if (made.kind.text.empty())
        return fail("fact \"...\", calc \"...\"");
    in.skip_spaces();
    std::optional<FigurePart> name = in.quoted();
    if (!name)
        return fail(made.kind.text + " \"...\"");
    made.name = *name;
    for (in.skip_spaces(); !in.done(); in.skip_spaces()) {
        if (in.take('|')) {
            in.skip_spaces();
            FigurePart filter = in.until("|");
            while (!filter.text.empty() && (filter.text.back() == ' ' || filter.text.back() == '\n')) {
                filter.text.pop_back();
                --filter.length;
            }
            if (filter.text.empty())
                return fail("| weights_bytes, | GB");
            made.filters.push_back(std::move(filter));
            continue;
        }
        if (!made.filters.empty())
            return fail("|");
        FigurePart key = in.until(" \t\n|=\"“");
        std::optional<FigurePart> value = in.take('=') ? in.quoted() : std::nullopt;
        if (key.text.empty() || !value)
            return fail((key.text.empty() ? "context" : key.text) + "=\"...\"");
        made.settings.emplace_back(std::move(key), std::move(*value));
    }
    return made;
}

}
