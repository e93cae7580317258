#pragma once
// Files that tell servers and crawlers how to treat the rest: robots.txt, _headers, _redirects (Netlify, Cloudflare Pages).

#include "site/render/website.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace site {

/// The security and cache headers of every published path; `gloss serve --release` sends the same.
/// Strict CSP: nothing inline, nothing from elsewhere; WebAssembly may compile.
inline constexpr std::string_view content_security_policy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'";

std::string robots(std::string_view base_url);
std::string headers_file();

/// (old path, new path), sorted: `was` of pages.
std::vector<std::pair<std::string, std::string>> redirects(const Website&);
std::string redirects_file(const Website&);

}
