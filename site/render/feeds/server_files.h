#pragma once
// Files that tell servers and crawlers how to treat the rest: robots.txt, _headers, _redirects (Netlify, Cloudflare Pages).

#include "site/render/website.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace site {

/// Strict CSP: nothing inline, nothing from elsewhere; WebAssembly may compile. Pages are framed by nobody, those under
/// /embed/ by the hosts that `frame_ancestors` names: CSP sources with spaces between.
std::string content_security_policy(std::string_view url, std::string_view frame_ancestors = "*");

std::string robots(std::string_view base_url);
/// The security and cache headers of every published path; `gloss serve --release` sends the same.
std::string headers_file(const Website&);

/// (old path, new path), sorted: `was` of pages.
std::vector<std::pair<std::string, std::string>> redirects(const Website&);
std::string redirects_file(const Website&);

}
