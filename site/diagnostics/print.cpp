#include "site/diagnostics/print.h"

#include "site/diagnostics/characters.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>

namespace site {

namespace {

/// `text` with {n} replaced; nothing when it names an argument that is missing or empty.
std::string filled(std::string_view text, const std::vector<std::string>& arguments, bool needs_all)
{
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '{' && i + 2 < text.size() && is_ascii_digit(static_cast<unsigned char>(text[i + 1])) && text[i + 2] == '}') {
            const auto n = static_cast<std::size_t>(text[i + 1] - '0');
            const bool given = n < arguments.size() && !arguments[n].empty();
            if (!given && needs_all)
                return {};
            if (given)
                out += arguments[n];
            i += 2;
        } else {
            out += text[i];
        }
    }
    return out;
}

void append_json(std::string& out, std::string_view text)
{
    static constexpr std::string_view digits = "0123456789abcdef";
    out += '"';
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (c == '\n') {
            out += "\\n";
        } else if (byte < 0x20) {
            out += "\\u00";
            out += digits[byte >> 4];
            out += digits[byte & 15];
        } else {
            out += c;
        }
    }
    out += '"';
}

std::string_view severity_id(const Diagnostic& d) { return d.severity == Severity::error ? "error" : "warning"; }

std::string place_of(const Diagnostic& d)
{
    std::string out = d.file;
    if (d.where.line > 0) {
        out += ':' + std::to_string(d.where.line);
        if (d.where.column > 0)
            out += ':' + std::to_string(d.where.column);
    }
    return out;
}

/// Reads each file once and remembers where its lines begin: a thousand warnings in one file stay cheap.
class Sources {
public:
    explicit Sources(const SourceReader& reader) : m_reader(reader) {}

    std::string_view line(const std::string& file, int number)
    {
        if (!m_reader || number < 1)
            return {};
        auto found = m_files.find(file);
        if (found == m_files.end()) {
            File entry{m_reader(file), {0}};
            for (std::size_t i = 0; i < entry.text.size(); ++i)
                if (entry.text[i] == '\n')
                    entry.starts.push_back(i + 1);
            found = m_files.emplace(file, std::move(entry)).first;
        }
        const File& f = found->second;
        if (static_cast<std::size_t>(number) > f.starts.size())
            return {};
        return line_of(std::string_view(f.text).substr(f.starts[static_cast<std::size_t>(number) - 1]), 1);
    }

private:
    struct File {
        std::string text;
        std::vector<std::size_t> starts;
    };
    const SourceReader& m_reader;
    std::map<std::string, File> m_files;
};

/// The part of a long line around the caret, so that a paragraph on one line does not fill the screen.
struct Excerpt {
    std::string text;            ///< tabs are one space: a caret cannot follow a tab stop
    std::size_t caret_cells = 0; ///< cells before the caret
    std::size_t mark_cells = 1;
};

Excerpt excerpt(std::string_view line, int column, int length)
{
    constexpr std::size_t before = 30, after = 40; // characters
    const auto start = static_cast<std::size_t>(std::max(column, 1) - 1);
    const auto marked = static_cast<std::size_t>(std::max(length, 1));
    std::string_view rest = line;
    Excerpt out;
    if (start > before + 2) {
        rest.remove_prefix(first_characters(rest, start - before).size());
        out.text = "…";
        out.caret_cells = 1;
    }
    const std::size_t lead_characters = start > before + 2 ? before : start;
    const std::string_view lead = first_characters(rest, lead_characters);
    rest.remove_prefix(lead.size());
    const std::string_view mark = first_characters(rest, std::min(marked, std::size_t{60}));
    rest.remove_prefix(mark.size());
    const std::string_view tail = first_characters(rest, after);
    out.text += lead;
    out.text += mark;
    out.text += tail;
    if (tail.size() < rest.size())
        out.text += "…";
    std::replace_if(out.text.begin(), out.text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
    out.caret_cells += display_width(lead);
    out.mark_cells = std::max<std::size_t>(display_width(mark), 1);
    return out;
}

std::string word(const PrintOptions& options, std::string_view key, std::string_view otherwise)
{
    std::string text = options.wording ? options.wording(key) : std::string();
    return text.empty() ? std::string(otherwise) : text;
}

std::string print_text(const Diagnostics& diagnostics, const PrintOptions& options)
{
    const bool chinese = options.language == "zh";
    const auto paint = [&](std::string_view code, std::string_view text) {
        return options.color ? "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m" : std::string(text);
    };
    const std::string error = word(options, "diagnostics.error", chinese ? "错误" : "error");
    const std::string warning = word(options, "diagnostics.warning", chinese ? "警告" : "warning");
    const std::string colon = chinese ? "：" : ": ";
    const std::string hint_label = word(options, "diagnostics.hint", chinese ? "提示" : "hint");
    const std::string help_label = word(options, "diagnostics.help", chinese ? "说明" : "help");
    Sources sources(options.source);
    std::string out;
    std::size_t errors = 0, warnings = 0;
    std::set<std::string_view> files, explained;
    for (const Diagnostic& d : diagnostics) {
        const bool is_error = d.severity == Severity::error;
        ++(is_error ? errors : warnings);
        files.insert(d.file);
        out += paint("1", place_of(d)) + ": " + paint(is_error ? "1;31" : "1;33", is_error ? error : warning) + colon;
        out += message_of(d, options.wording) + " [" + d.code + "]\n";
        const std::string_view line = sources.line(d.file, d.where.line);
        const std::string number = std::to_string(d.where.line);
        if (!line.empty() && d.where.column > 0) {
            const Excerpt e = excerpt(line, d.where.column, d.length);
            out += "  " + number + " | " + e.text + '\n';
            out += "  " + std::string(number.size(), ' ') + " | " + std::string(e.caret_cells, ' ');
            out += paint(is_error ? "31" : "33", std::string(e.mark_cells, '^')) + '\n';
        }
        const std::string margin = "  " + std::string(number.size(), ' ') + "   ";
        if (const std::string hint = hint_of(d, options.wording); !hint.empty()) {
            std::string indented;
            for (const char c : hint) {
                indented += c;
                if (c == '\n')
                    indented += margin;
            }
            out += margin + paint("36", hint_label) + colon + indented + '\n';
        }
        if (!options.help.empty() && explained.insert(d.code).second)
            out += margin + paint("36", help_label) + colon + options.help + d.code + "/\n";
    }
    if (!diagnostics.empty()) {
        std::string count = word(options, "diagnostics.count",
                                 chinese ? "{0} 个错误，{1} 个警告，涉及 {2} 个文件" : "{0} errors, {1} warnings in {2} files");
        out += filled(count, {std::to_string(errors), std::to_string(warnings), std::to_string(files.size())}, false) + '\n';
    }
    return out;
}

std::string print_json(const Diagnostics& diagnostics, const PrintOptions& options)
{
    std::string out = "{\"diagnostics\": [";
    const char* separator = "\n";
    std::size_t errors = 0;
    for (const Diagnostic& d : diagnostics) {
        errors += d.severity == Severity::error;
        out += separator;
        out += "{\"severity\": ";
        append_json(out, severity_id(d));
        out += ", \"code\": ";
        append_json(out, d.code);
        out += ", \"file\": ";
        append_json(out, d.file);
        out += ", \"line\": " + std::to_string(d.where.line) + ", \"column\": " + std::to_string(d.where.column) +
               ", \"length\": " + std::to_string(d.length) + ", \"message\": ";
        append_json(out, message_of(d, options.wording));
        out += ", \"hint\": ";
        append_json(out, hint_of(d, options.wording));
        out += ", \"arguments\": [";
        for (std::size_t i = 0; i < d.arguments.size(); ++i) {
            out += i ? ", " : "";
            append_json(out, d.arguments[i]);
        }
        out += ']';
        if (!options.help.empty()) {
            out += ", \"help\": ";
            append_json(out, options.help + d.code + "/");
        }
        if (d.fix) {
            out += ", \"fix\": {\"line\": " + std::to_string(d.fix->where.line) + ", \"column\": " + std::to_string(d.fix->where.column) +
                   ", \"length\": " + std::to_string(d.fix->length) + ", \"replacement\": ";
            append_json(out, d.fix->replacement);
            out += '}';
        }
        out += '}';
        separator = ",\n";
    }
    return out + "\n], \"errors\": " + std::to_string(errors) +
           ", \"warnings\": " + std::to_string(diagnostics.size() - errors) + options.json_members + "}\n";
}

/// GitHub's workflow commands: `%`, line breaks and, in properties, `:` and `,` are escaped.
std::string github_escaped(std::string_view text, bool property)
{
    std::string out;
    for (const char c : text)
        if (c == '%')
            out += "%25";
        else if (c == '\n')
            out += "%0A";
        else if (c == '\r')
            out += "%0D";
        else if (property && c == ':')
            out += "%3A";
        else if (property && c == ',')
            out += "%2C";
        else
            out += c;
    return out;
}

std::string print_github(const Diagnostics& diagnostics, const PrintOptions& options)
{
    std::string out;
    for (const Diagnostic& d : diagnostics) {
        out += "::" + std::string(severity_id(d)) + " file=" + github_escaped(d.file, true);
        if (d.where.line > 0)
            out += ",line=" + std::to_string(d.where.line);
        if (d.where.column > 0)
            out += ",col=" + std::to_string(d.where.column) + ",endColumn=" + std::to_string(d.where.column + d.length);
        out += ",title=" + github_escaped(d.code, true) + "::" + github_escaped(message_of(d, options.wording), false);
        if (const std::string hint = hint_of(d, options.wording); !hint.empty())
            out += "%0A" + github_escaped(hint, false);
        out += '\n';
    }
    return out;
}

void append_sarif_fix(std::string& out, const Diagnostic& d, const PrintOptions& options)
{
    out += ", \"fixes\": [{\"description\": {\"text\": ";
    const std::string hint = hint_of(d, options.wording);
    append_json(out, hint.empty() ? d.code : hint);
    out += "}, \"artifactChanges\": [{\"artifactLocation\": {\"uri\": ";
    append_json(out, d.file);
    out += "}, \"replacements\": [{\"deletedRegion\": {\"startLine\": " + std::to_string(d.fix->where.line) +
           ", \"startColumn\": " + std::to_string(d.fix->where.column) +
           ", \"endColumn\": " + std::to_string(d.fix->where.column + d.fix->length) + "}, \"insertedContent\": {\"text\": ";
    append_json(out, d.fix->replacement);
    out += "}}]}]}]";
}

std::string print_sarif(const Diagnostics& diagnostics, const PrintOptions& options)
{
    std::string out = "{\"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\", \"version\": \"2.1.0\", \"runs\": [{"
                      "\"tool\": {\"driver\": {\"name\": \"gloss\", \"version\": ";
    append_json(out, options.tool_version);
    out += ", \"rules\": [";
    std::set<std::string_view> codes;
    for (const Diagnostic& d : diagnostics)
        codes.insert(d.code);
    const char* separator = "";
    for (const std::string_view code : codes) {
        out += separator;
        out += "{\"id\": ";
        append_json(out, code);
        if (const std::string what = word(options, "explain." + std::string(code), ""); !what.empty()) {
            out += ", \"fullDescription\": {\"text\": ";
            append_json(out, what);
            out += '}';
        }
        if (!options.help.empty()) {
            out += ", \"helpUri\": ";
            append_json(out, options.help + std::string(code) + "/");
        }
        out += '}';
        separator = ", ";
    }
    out += "]}}, \"columnKind\": \"unicodeCodePoints\", \"results\": [";
    separator = "\n";
    for (const Diagnostic& d : diagnostics) {
        out += separator;
        out += "{\"ruleId\": ";
        append_json(out, d.code);
        out += ", \"level\": ";
        append_json(out, severity_id(d));
        out += ", \"message\": {\"text\": ";
        std::string text = message_of(d, options.wording);
        if (const std::string hint = hint_of(d, options.wording); !hint.empty())
            text += '\n' + hint;
        append_json(out, text);
        out += "}, \"locations\": [{\"physicalLocation\": {\"artifactLocation\": {\"uri\": ";
        append_json(out, d.file);
        out += '}';
        if (d.where.line > 0) {
            out += ", \"region\": {\"startLine\": " + std::to_string(d.where.line);
            if (d.where.column > 0)
                out += ", \"startColumn\": " + std::to_string(d.where.column) +
                       ", \"endColumn\": " + std::to_string(d.where.column + d.length);
            out += '}';
        }
        out += "}}]";
        if (d.fix)
            append_sarif_fix(out, d, options);
        out += '}';
        separator = ",\n";
    }
    return out + "\n]}]}\n";
}

}

std::string message_of(const Diagnostic& d, const Wording& wording)
{
    const std::string text = wording ? wording("diagnostic." + d.code) : std::string();
    if (!text.empty())
        return filled(text, d.arguments, false);
    std::string out = d.code; // A code without words still tells what it knows.
    for (const std::string& argument : d.arguments)
        out += " " + argument;
    return out;
}

std::string hint_of(const Diagnostic& d, const Wording& wording)
{
    const std::string text = wording ? wording("diagnostic." + d.code + ".hint") : std::string();
    std::string out;
    for (std::size_t begin = 0; begin < text.size();) { // Each line stands or falls by its own arguments.
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string line = filled(std::string_view(text).substr(begin, end - begin), d.arguments, true);
        if (!line.empty() && !out.empty())
            out += '\n';
        out += line;
        begin = end + 1;
    }
    return out;
}

std::string general_text(std::string_view wording)
{
    std::string out;
    for (std::size_t at = 0; at < wording.size();) {
        if (wording[at] == '{' && at + 2 < wording.size() && is_ascii_digit(static_cast<unsigned char>(wording[at + 1])) && wording[at + 2] == '}') {
            out += "…";
            at += 3;
        } else {
            out += wording[at++];
        }
    }
    return out;
}

std::string print(const Diagnostics& diagnostics, DiagnosticFormat format, const PrintOptions& options)
{
    switch (format) {
    case DiagnosticFormat::json: return print_json(diagnostics, options);
    case DiagnosticFormat::github: return print_github(diagnostics, options);
    case DiagnosticFormat::sarif: return print_sarif(diagnostics, options);
    case DiagnosticFormat::text: break;
    }
    return print_text(diagnostics, options);
}

}
