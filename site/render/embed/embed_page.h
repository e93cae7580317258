#pragma once
// Calculators on other sites' pages. Everything stands under /embed/v1/, a contract that keeps working:
//
//     /embed/v1/<lang>/<calculator>/           the page of an <iframe>: a calculator and nothing else, without a script of the host
//     /embed/v1/resize.js                      optional, on the host: makes our <iframe>s as tall as they need
//     /embed/v1/embed.js                       an ES module that defines <gloss-<calculator>> on the host
//     /embed/v1/oembed/<lang>/<calculator>.json   oEmbed, found through the calculator's page
//     /embed/<calculator>/                     leads to the page in the default language
//     /<lang>/embed/                           prints the snippets
//
// The two scripts have stable names and lead to the hashed modules of web/js (embed_element.js, embed_resize.js), where the
// attributes, messages and events are described.

#include "engine/calculators/calculator.h"
#include "site/render/website.h"

#include <map>
#include <string>

namespace site {

inline constexpr int embed_width = 720, embed_height = 860; ///< of an <iframe> before resize.js says more

/// "/embed/v1/zh/throughput/"
std::string embed_url(const Edition&, std::string_view calculator);
std::string embed_page(const Website&, const Edition&, const engine::Calculator&);
std::string embed_builder_page(const Website&, const Edition&);

/// The `<link>` by which others find the oEmbed answer; for the head of a calculator's page.
std::string oembed_link(const Website&, const Edition&, std::string_view calculator, std::string_view title);

/// What is no page: the scripts with stable names, and the oEmbed answers. Published path -> bytes.
std::map<std::string, std::string> embed_files(const Website&);

}
