#include "site/render/html.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

namespace site {

namespace {

/// Where the first character stands that HTML wants escaped, or the end. Eight bytes at a time: nearly all text needs nothing.
std::size_t first_special(std::string_view text)
{
    constexpr std::uint64_t ones = 0x0101010101010101u, highs = 0x8080808080808080u;
    // Has a high bit set where a byte of `word` is zero (and perhaps above the first one).
    const auto zeros = [](std::uint64_t word) { return (word - ones) & ~word & highs; };
    std::size_t i = 0;
    for (; i + 8 <= text.size(); i += 8) {
        std::uint64_t word;
        std::memcpy(&word, text.data() + i, 8);
        // '"' and '&' differ in bit 2 only, '<' and '>' in bit 1 only.
        if ((zeros((word & ~(ones * 4)) ^ (ones * '"')) | zeros((word & ~(ones * 2)) ^ (ones * '<'))) != 0)
            break;
    }
    while (i < text.size() && text[i] != '&' && text[i] != '<' && text[i] != '>' && text[i] != '"')
        ++i;
    return i;
}

}

void append_escaped(std::string& html, std::string_view text)
{
    while (!text.empty()) {
        const std::size_t plain = first_special(text);
        html += text.substr(0, plain);
        if (plain == text.size())
            return;
        switch (text[plain]) {
        case '&': html += "&amp;"; break;
        case '<': html += "&lt;"; break;
        case '>': html += "&gt;"; break;
        default: html += "&quot;";
        }
        text.remove_prefix(plain + 1);
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

namespace {

constexpr std::array<std::string_view, 4> unread{"math", "script", "style", "svg"};
constexpr std::array<std::string_view, 20> blocks{"aside", "blockquote", "br", "dd", "div", "dt", "figcaption", "h1", "h2", "h3", "h4",
                                                  "h5",    "h6",         "hr", "li", "p",   "pre", "td",        "th", "tr"};

void append_line_break(std::string& text)
{
    if (!text.empty() && text.back() != '\n')
        text += '\n';
}

void append_decoded(std::string& text, std::string_view html)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 6> entities{
        {{"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&#39;", "'"}, {"&nbsp;", " "}}};
    while (!html.empty()) {
        const auto found = std::find_if(entities.begin(), entities.end(), [&](const auto& entity) { return html.starts_with(entity.first); });
        if (found != entities.end()) {
            text += found->second;
            html.remove_prefix(found->first.size());
            continue;
        }
        text += html.front() == '\n' ? ' ' : html.front();
        html.remove_prefix(1);
    }
}

}

std::string plain_text(std::string_view html)
{
    std::string text;
    while (true) {
        const std::size_t open = html.find('<');
        append_decoded(text, html.substr(0, open));
        const std::size_t close = open == html.npos ? html.npos : html.find('>', open);
        if (close == html.npos)
            return text;
        std::string_view tag = html.substr(open + 1, close - open - 1);
        html.remove_prefix(close + 1);
        const bool ends = tag.starts_with('/');
        tag.remove_prefix(ends ? 1 : 0);
        tag = tag.substr(0, tag.find_first_of(" /\n"));
        if (!ends && std::binary_search(unread.begin(), unread.end(), tag)) {
            const std::size_t end = html.find("</" + std::string(tag));
            html.remove_prefix(std::min(end, html.size()));
        } else if (std::binary_search(blocks.begin(), blocks.end(), tag)) {
            append_line_break(text);
        }
    }
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
