#include "site/render/html.h"

#include <array>

namespace site {

void append_escaped(std::string& html, std::string_view text)
{
    for (const char c : text) {
        switch (c) {
        case '&': html += "&amp;"; break;
        case '<': html += "&lt;"; break;
        case '>': html += "&gt;"; break;
        case '"': html += "&quot;"; break;
        default: html += c;
        }
    }
}

std::string escaped(std::string_view text)
{
    std::string html;
    html.reserve(text.size());
    append_escaped(html, text);
    return html;
}

std::string link_html(std::string_view url, std::string_view text)
{
    std::string html = "<a href=\"";
    append_escaped(html, url);
    html += "\">";
    append_escaped(html, text);
    html += "</a>";
    return html;
}

std::string plain_text(std::string_view html)
{
    constexpr std::array<std::pair<std::string_view, char>, 5> entities{
        {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&#39;", '\''}}};
    std::string text;
    for (std::size_t i = 0; i < html.size(); ++i) {
        if (html[i] == '<') {
            const std::size_t end = html.find('>', i);
            if (end == html.npos)
                break;
            i = end;
            continue;
        }
        bool decoded = false;
        for (const auto& [entity, character] : entities) {
            if (html.substr(i).starts_with(entity)) {
                text += character;
                i += entity.size() - 1;
                decoded = true;
                break;
            }
        }
        if (!decoded)
            text += html[i];
    }
    return text;
}

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

std::string query_value(std::string_view text)
{
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string result;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
                           c == '_' || c == '.' || c == '~';
        if (plain) {
            result += c;
        } else {
            result += '%';
            result += digits[byte >> 4U];
            result += digits[byte & 15U];
        }
    }
    return result;
}

}
