#include "site/write/media_type.h"

#include <array>
#include <utility>

namespace site {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 19> types{{
    {".html", "text/html; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".json", "application/json; charset=utf-8"},
    {".wasm", "application/wasm"},
    {".svg", "image/svg+xml"},
    {".xml", "application/xml; charset=utf-8"},
    {".txt", "text/plain; charset=utf-8"},
    {".md", "text/markdown; charset=utf-8"},
    {".webmanifest", "application/manifest+json"},
    {".png", "image/png"},
    {".jpg", "image/jpeg"},
    {".jpeg", "image/jpeg"},
    {".webp", "image/webp"},
    {".ico", "image/x-icon"},
    {".woff2", "font/woff2"},
    {".otf", "font/otf"},
    {".ttf", "font/ttf"},
    {".pdf", "application/pdf"},
}};

}

std::span<const std::pair<std::string_view, std::string_view>> media_types() { return types; }

std::string_view media_type(std::string_view path)
{
    for (const auto& [ending, type] : types)
        if (path.ends_with(ending))
            return type;
    return "application/octet-stream";
}

}
