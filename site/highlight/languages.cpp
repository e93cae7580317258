#include "site/highlight/languages.h"

#include "site/diagnostics/suggestion.h"

#include <algorithm>
#include <array>

namespace site::highlight {

namespace {

using Words = std::string_view;

constexpr Words shell_words[] = {"case", "do", "done", "elif", "else", "esac", "exit", "export", "fi", "for", "function", "if", "in", "local", "return", "set", "then", "until", "while"};
constexpr Words python_words[] = {"False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else", "except",
                                  "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try",
                                  "while", "with", "yield"};
constexpr Words cpp_words[] = {"__device__", "__global__", "__host__", "__shared__", "auto", "bool", "break", "case", "catch", "char", "class", "const", "constexpr",
                               "continue", "default", "delete", "do", "double", "else", "enum", "explicit", "extern", "false", "float", "for", "if", "inline", "int",
                               "long", "namespace", "new", "nullptr", "operator", "private", "protected", "public", "return", "short", "signed", "sizeof", "static",
                               "struct", "switch", "template", "this", "throw", "true", "try", "typedef", "typename", "union", "unsigned", "using", "virtual", "void",
                               "volatile", "while"};
constexpr Words data_words[] = {"false", "no", "null", "true", "yes"};
constexpr Words docker_words[] = {"ADD", "ARG", "CMD", "COPY", "ENTRYPOINT", "ENV", "EXPOSE", "FROM", "HEALTHCHECK", "LABEL", "ONBUILD", "RUN", "SHELL", "STOPSIGNAL",
                                  "USER", "VOLUME", "WORKDIR"};

template<std::size_t N>
constexpr bool sorted(const Words (&words)[N])
{
    return std::is_sorted(std::begin(words), std::end(words));
}
static_assert(sorted(shell_words) && sorted(python_words) && sorted(cpp_words) && sorted(data_words) && sorted(docker_words));

using Style = Language::Style;

constexpr std::array<Language, 11> languages{{
    {.name = "bash", .style = Style::shell, .line_comment = "#", .quotes = "\"'", .keywords = shell_words},
    {.name = "c", .style = Style::code, .line_comment = "//", .block_comments = true, .quotes = "\"'", .keywords = cpp_words},
    {.name = "console", .style = Style::console, .line_comment = "#", .quotes = "\"'", .keywords = shell_words},
    {.name = "cpp", .style = Style::code, .line_comment = "//", .block_comments = true, .quotes = "\"'", .keywords = cpp_words},
    {.name = "dockerfile", .style = Style::instructions, .line_comment = "#", .quotes = "\"'", .keywords = docker_words},
    {.name = "ini", .style = Style::pairs, .line_comment = "#", .other_comment = ";", .quotes = "\"", .separator = '=', .keywords = data_words},
    {.name = "json", .style = Style::pairs, .quotes = "\"", .separator = ':', .keywords = data_words},
    {.name = "python", .style = Style::code, .line_comment = "#", .triple_quotes = true, .quotes = "\"'", .keywords = python_words},
    {.name = "text"},
    {.name = "toml", .style = Style::pairs, .line_comment = "#", .triple_quotes = true, .quotes = "\"'", .separator = '=', .keywords = data_words},
    {.name = "yaml", .style = Style::pairs, .line_comment = "#", .quotes = "\"'", .separator = ':', .keywords = data_words},
}};

constexpr std::pair<Words, Words> other_names[] = {{"c++", "cpp"}, {"cuda", "cpp"}, {"docker", "dockerfile"}, {"plaintext", "text"}, {"py", "python"}, {"sh", "bash"},
                                                   {"shell", "bash"}, {"shell-session", "console"}, {"systemd", "ini"}, {"txt", "text"}, {"yml", "yaml"}};

}

bool is_keyword(const Language& language, std::string_view word)
{
    return std::binary_search(language.keywords.begin(), language.keywords.end(), word);
}

const Language* find_language(std::string_view name)
{
    for (const auto& [other, real] : other_names)
        if (other == name)
            name = real;
    const auto found = std::find_if(languages.begin(), languages.end(), [&](const Language& l) { return l.name == name; });
    return found == languages.end() ? nullptr : &*found;
}

std::string language_names()
{
    std::string out;
    for (const Language& language : languages)
        out.append(out.empty() ? "" : ", ").append(language.name);
    return out;
}

std::string nearest_language(std::string_view name)
{
    std::array<std::string_view, languages.size()> names;
    std::transform(languages.begin(), languages.end(), names.begin(), [](const Language& l) { return l.name; });
    return std::string(nearest(name, std::span<const std::string_view>(names)));
}

}
