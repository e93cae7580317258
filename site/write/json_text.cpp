#include "site/write/json_text.h"

#include <algorithm>

namespace site {

std::string json_string(std::string_view text)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string json;
    json.reserve(text.size() + 2);
    json += '"';
    while (!text.empty()) {
        const auto plain = static_cast<std::size_t>(std::find_if(text.begin(), text.end(), [](char c) {
            return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\' || c == '<';
        }) - text.begin());
        json += text.substr(0, plain);
        if (plain == text.size())
            break;
        const char c = text[plain];
        text.remove_prefix(plain + 1);
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            json += '\\';
            json += c;
        } else if (c == '\n') {
            json += "\\n";
        } else { // "</script>" must not end the element.
            json += "\\u00";
            json += digits[byte >> 4U];
            json += digits[byte & 15U];
        }
    }
    json += '"';
    return json;
}

}
