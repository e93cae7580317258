#pragma once
// /sw.js, the service worker that lets the site be read without a network: web/js/offline_worker.js with what it keeps put
// before it. That is all style sheets, modules and WebAssembly, the catalog, and the calculators' pages with a hash of each;
// the pages that are read come on top. The worker's bytes depend on those alone, so it changes when one of them does.
//
// A site with `offline: false`, and `gloss serve`, publish web/js/offline_end.js there instead: it ends a worker that was
// installed before.

#include "site/render/website.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace site {

/// `paths` are those of the published pages, `read` gives the bytes of one. Empty when there are no scripts to publish.
std::string offline_worker(const Website&, std::span<const std::string> paths, const std::function<std::string(std::string_view path)>& read);

}
