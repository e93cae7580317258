#include "site/write/json_text.h"

namespace site {

std::string json_string(std::string_view text)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string json = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            json += '\\';
            json += c;
        } else if (c == '\n') {
            json += "\\n";
        } else if (byte < 0x20 || c == '<') { // "</script>" must not end the element.
            json += "\\u00";
            json += digits[byte >> 4U];
            json += digits[byte & 15U];
        } else {
            json += c;
        }
    }
    return json + '"';
}

}
