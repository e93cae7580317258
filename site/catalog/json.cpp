#include "site/catalog/json.h"

#include "site/diagnostics/characters.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <memory>

namespace site {

namespace {

using Parser = nlohmann::json;

/// Deep enough for any table, shallow enough for the recursion that frees a tree.
constexpr std::size_t deepest = 32;
/// Longest piece of the input that a message repeats, in characters.
constexpr std::size_t longest_quote = 32;

struct Mark {
    Position where{1, 1};
    std::size_t offset = 0;
};

/// Where the reader is, and where the token that it reads began. The parser asks for one character after a number (to see
/// its end), so the starts of texts, structure and literals (numbers, true, null) are kept apart.
struct Progress {
    Mark next;
    Mark text_start, structure_start, literal_start;
    bool in_text = false, escaped = false, in_literal = false;

    void take(char c)
    {
        const Mark here = next;
        ++next.offset;
        if (c == '\n')
            next.where = {here.where.line + 1, 1};
        else if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) // A continuation byte is no character of its own.
            ++next.where.column;

        if (in_text) {
            if (escaped)
                escaped = false;
            else if (c == '\\')
                escaped = true;
            else if (c == '"')
                in_text = false;
            return;
        }
        const bool space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
        const bool structure = c == ',' || c == ':' || c == '{' || c == '}' || c == '[' || c == ']' || c == '"';
        if (c == '"') {
            in_text = true;
            text_start = here;
        } else if (structure) {
            structure_start = here;
        }
        if (!space && !structure && !in_literal)
            literal_start = here;
        in_literal = !space && !structure;
    }
};

/// Reads characters and tells Progress. All copies share one Progress; the parser advances only one of them.
class Reader {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    Reader(const char* at, Progress* progress) : m_at(at), m_progress(progress) {}
    reference operator*() const { return *m_at; }
    Reader& operator++()
    {
        m_progress->take(*m_at++);
        return *this;
    }
    Reader operator++(int)
    {
        Reader before = *this;
        ++*this;
        return before;
    }
    friend bool operator==(const Reader& a, const Reader& b) { return a.m_at == b.m_at; }
    friend bool operator!=(const Reader& a, const Reader& b) { return a.m_at != b.m_at; }

private:
    const char* m_at;
    Progress* m_progress;
};

/// What could stand where the parser stopped, told by what it was doing then. Symbols, so that they need no translation.
std::string_view allowed(std::string_view problem)
{
    const auto doing = [&](std::string_view what) { return problem.find(what) != std::string_view::npos; };
    if (doing("; expected end of input"))
        return {};
    if (doing("while parsing object separator"))
        return ":";
    if (doing("while parsing object key"))
        return R"("...")";
    if (doing("while parsing object"))
        return ", }";
    if (doing("while parsing array"))
        return ", ]";
    return R"({ [ "..." 123 true false null)";
}

/// The token that begins at `offset`, for a message: one line, and not much of it.
std::string token_at(std::string_view text, std::size_t offset)
{
    const std::string_view rest = text.substr(std::min(offset, text.size()));
    std::string_view token = rest.substr(0, std::min<std::size_t>(1, rest.size()));
    if (rest.starts_with('"'))
        token = rest.substr(0, rest.find_first_of("\"\n", 1));
    else if (const std::size_t end = rest.find_first_of(" \t\r\n,:{}[]\""); end > 0)
        token = rest.substr(0, end);
    std::string line;
    for (const char c : first_characters(token, longest_quote))
        line += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    if (rest.starts_with('"') && token.size() < rest.size() && line.size() == token.size())
        line += rest[token.size()] == '"' ? "\"" : "";
    return line;
}

class TreeBuilder {
public:
    TreeBuilder(const std::string& file, std::string_view text, const Progress& progress, Diagnostics& diagnostics)
        : m_file(file), m_text(text), m_progress(progress), m_diagnostics(diagnostics)
    {
    }

    std::optional<Json> result() { return m_failed ? std::nullopt : std::optional(std::move(m_root)); }

    // The interface that nlohmann_json calls; false stops it.
    bool null() { return add(Json::Kind::null, m_progress.literal_start.where) != nullptr; }
    bool boolean(bool value)
    {
        add(Json::Kind::boolean, m_progress.literal_start.where)->boolean = value;
        return true;
    }
    bool number_integer(Parser::number_integer_t value) { return number(static_cast<double>(value)); }
    bool number_unsigned(Parser::number_unsigned_t value) { return number(static_cast<double>(value)); }
    bool number_float(Parser::number_float_t value, const std::string&) { return number(value); }
    bool string(std::string& value)
    {
        add(Json::Kind::text, m_progress.text_start.where)->text = std::move(value);
        return true;
    }
    bool binary(Parser::binary_t&) { return false; } // Never in text.
    bool start_object(std::size_t) { return open(Json::Kind::object); }
    bool start_array(std::size_t) { return open(Json::Kind::list); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }
    bool key(std::string& name)
    {
        Json& object = *m_open.back();
        m_skips_next = false;
        for (std::size_t i = 0; i < object.keys.size(); ++i) {
            if (object.keys[i] != name)
                continue;
            const Position first = object.key_places[i];
            report("json-duplicate-key", m_progress.text_start.where, {name, std::to_string(first.line), std::to_string(first.column)});
            m_skips_next = true;
            return true;
        }
        object.keys.push_back(std::move(name));
        object.key_places.push_back(m_progress.text_start.where);
        return true;
    }
    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& problem)
    {
        m_failed = true;
        constexpr int number_out_of_range = 406;
        const Mark token = token_of(problem.what());
        if (problem.id == number_out_of_range)
            report("json-number", m_progress.literal_start.where, {token_at(m_text, m_progress.literal_start.offset)});
        else if (position > m_text.size()) // Counts the end of the file as a character.
            report("json-ended", m_progress.in_text ? m_progress.text_start.where : m_progress.next.where,
                   {std::string(allowed(problem.what()))});
        else
            report("json-syntax", token.where, {token_at(m_text, token.offset), std::string(allowed(problem.what()))});
        return false;
    }

private:
    void report(std::string code, Position where, std::vector<std::string> arguments)
    {
        m_diagnostics.push_back({.code = std::move(code), .file = m_file, .where = where, .arguments = std::move(arguments)});
    }

    /// Where the token that did not fit begins, by the kind of token that the problem names.
    Mark token_of(std::string_view problem) const
    {
        const auto names = [&](std::string_view what) { return problem.find(what) != std::string_view::npos; };
        if (m_progress.in_text || names("unexpected string") || names("invalid string"))
            return m_progress.text_start;
        if (names("unexpected '"))
            return m_progress.structure_start;
        return m_progress.literal_start;
    }

    /// Puts a value where it belongs. The second value of a repeated key goes to a place that nobody reads.
    Json* add(Json::Kind kind, Position where)
    {
        Json* place = &m_root;
        if (!m_open.empty()) {
            if (m_skips_next) {
                m_skipped.push_back(std::make_unique<Json>());
                place = m_skipped.back().get();
                m_skips_next = false;
            } else {
                place = &m_open.back()->values.emplace_back();
            }
        }
        place->kind = kind;
        place->where = where;
        return place;
    }

    bool number(double value)
    {
        add(Json::Kind::number, m_progress.literal_start.where)->number = value;
        return true;
    }

    bool open(Json::Kind kind)
    {
        if (m_open.size() >= deepest) {
            m_failed = true;
            report("json-depth", m_progress.structure_start.where, {std::to_string(deepest)});
            return false;
        }
        m_open.push_back(add(kind, m_progress.structure_start.where));
        return true;
    }

    bool close()
    {
        m_open.pop_back(); // Its parent's list cannot have grown since, so the pointers below stay good.
        return true;
    }

    const std::string& m_file;
    std::string_view m_text;
    const Progress& m_progress;
    Diagnostics& m_diagnostics;
    Json m_root;
    std::vector<Json*> m_open;
    std::vector<std::unique_ptr<Json>> m_skipped;
    bool m_skips_next = false, m_failed = false;
};

Position place_of(std::string_view text, std::size_t offset)
{
    Progress progress;
    for (const char c : text.substr(0, offset))
        progress.take(c);
    return progress.next.where;
}

}

const Json* Json::find(std::string_view key) const
{
    for (std::size_t i = 0; i < keys.size(); ++i)
        if (keys[i] == key)
            return &values[i];
    return nullptr;
}

std::string_view looks(Json::Kind kind)
{
    switch (kind) {
    case Json::Kind::null: return "null";
    case Json::Kind::boolean: return "true";
    case Json::Kind::number: return "123";
    case Json::Kind::text: return R"("...")";
    case Json::Kind::list: return "[...]";
    case Json::Kind::object: return "{...}";
    }
    return "";
}

std::optional<Json> parse_json(std::string_view text, const std::string& file, Diagnostics& diagnostics)
{
    if (text.substr(0, 3) == "\xEF\xBB\xBF") // A byte order mark is not a character of the file.
        text.remove_prefix(3);
    if (const std::size_t bad = first_invalid_utf8(text); bad != std::string_view::npos) {
        diagnostics.push_back({.code = "json-encoding", .file = file, .where = place_of(text, bad), .arguments = {}});
        return std::nullopt;
    }
    Progress progress;
    TreeBuilder builder(file, text, progress, diagnostics);
    const char* const begin = text.data();
    Parser::sax_parse(Reader(begin, &progress), Reader(begin + text.size(), &progress), &builder);
    return builder.result();
}

}
