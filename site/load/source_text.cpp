#include "site/load/source_text.h"

#include "site/diagnostics/characters.h"

#include <algorithm>

namespace site {

Position position_at(std::string_view text, std::size_t offset)
{
    const std::string_view before = text.substr(0, offset);
    const std::size_t line_begin = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
    return {static_cast<int>(std::count(before.begin(), before.end(), '\n')) + 1,
            static_cast<int>(character_count(before.substr(line_begin))) + 1};
}

static std::string replaced_invalid(const std::string& text)
{
    std::string out;
    std::string_view rest = text;
    for (;;) {
        const std::size_t bad = first_invalid_utf8(rest);
        out += rest.substr(0, bad);
        if (bad == std::string_view::npos)
            return out;
        append_character(out, 0xFFFD);
        rest.remove_prefix(bad + 1);
    }
}

std::string source_text(std::string text, const std::string& file, Diagnostics& diagnostics)
{
    if (text.starts_with("\xEF\xBB\xBF")) {
        diagnostics.push_back({Severity::warning, "byte-order-mark", file, {1, 1}, {}, 1});
        text.erase(0, 3);
    }
    if (const std::size_t bad = first_invalid_utf8(text); bad != std::string::npos) {
        diagnostics.push_back({Severity::error, "not-utf8", file, position_at(text, bad), {}, 1});
        text = replaced_invalid(text);
    }
    if (const std::size_t nul = text.find('\0'); nul != std::string::npos) {
        diagnostics.push_back({Severity::error, "nul-byte", file, position_at(text, nul), {}, 1});
        std::replace(text.begin(), text.end(), '\0', ' ');
    }
    if (const std::size_t cr = text.find('\r'); cr != std::string::npos) {
        diagnostics.push_back({Severity::warning, "carriage-return", file, position_at(text, cr), {}, 1});
        std::string unix_text;
        unix_text.reserve(text.size());
        for (std::size_t i = 0; i < text.size(); ++i)
            if (text[i] != '\r')
                unix_text += text[i];
            else if (i + 1 == text.size() || text[i + 1] != '\n')
                unix_text += '\n';
        text = std::move(unix_text);
    }
    return text;
}

}
