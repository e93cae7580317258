#pragma once
// Files that tell servers and crawlers how to treat the rest: robots.txt, _headers and _redirects (Netlify, Cloudflare
// Pages), .gloss/nginx.conf, .gloss/Caddyfile.

#include "site/render/feeds/server_rules.h"

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace site {

using Redirects = std::vector<std::pair<std::string, std::string>>; ///< (old path, new path)

std::string robots(std::string_view base_url);
/// The security and cache headers of every published path; `gloss serve --release` sends the same.
std::string headers_file(std::span<const HeaderRule>);
std::string redirects_file(const Redirects&);
/// Lines for a `server` block: types, headers, redirects, the page for 404, the compressed twins.
std::string nginx_file(std::span<const HeaderRule>, const Redirects&);
/// The same for a site block of Caddy.
std::string caddy_file(std::span<const HeaderRule>, const Redirects&);

}
