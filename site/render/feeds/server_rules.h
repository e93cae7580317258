#pragma once
// What a web server has to know of the published site: headers by path, addresses that lead on. One table, from which
// `_headers`, `_redirects`, nginx's and Caddy's files, the deploy manifest and `gloss serve --release` are made.

#include "site/render/website.h"

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace site {

/// Strict CSP: nothing inline, nothing from elsewhere; WebAssembly may compile. Pages are framed by nobody, those under
/// /embed/ by the hosts that `frame_ancestors` names: CSP sources with spaces between.
std::string content_security_policy(std::string_view url, std::string_view frame_ancestors);

struct HeaderRule {
    std::string path;                    ///< "/zh/*": everything below; without `*` one address
    std::vector<std::pair<std::string_view, std::string>> headers;

    bool matches(std::string_view url) const;
};

/// The first rule holds for every path. The others share neither a path with each other nor a header with it: some hosts join
/// the same header of two rules, and of two policies the stricter one counts.
std::vector<HeaderRule> header_rules(std::span<const std::string> languages, std::string_view frame_ancestors);
std::vector<HeaderRule> header_rules(const Website&);

/// The value of a header at an address; empty when there is none.
std::string_view header_of(std::span<const HeaderRule>, std::string_view url, std::string_view name);

/// (old path, new path), sorted: `was` of pages.
std::vector<std::pair<std::string, std::string>> redirects(const Website&);

}
