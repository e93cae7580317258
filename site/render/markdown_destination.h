#pragma once
// Where a Markdown link or image leads: an address the page can use, and what is wrong with it.

#include "site/link/matcher.h"
#include "site/model/library.h"
#include "site/model/prose.h"

#include <string>
#include <string_view>

namespace site::markdown {

struct Destination {
    std::string url;                     ///< as the href or src says it
    const Page* page = nullptr;          ///< of the site, when it is one
    std::string anchor;                  ///< decoded, without `#`
};

/// `../terms/x.md#a`, `/zh/glossary/x/`, `#a`, `w.svg`, `https://...`. Notes what must be checked later, and reports
/// `dead-link`, in `prose`; `where` is the link's place, `length` its characters.
Destination link_destination(std::string_view url, const Page& from, const Library&, Position where, int length, Prose& prose);

/// The same for an image: `missing-image`.
std::string image_source(std::string_view url, const Page& from, const Library&, Position where, int length, Prose& prose);

/// `%E6%8B%90` -> 拐; bytes that are no UTF-8 stay encoded.
std::string percent_decoded(std::string_view);
/// Encodes what may not stand in an address as it is: spaces, quotes, angle brackets, control characters.
std::string address(std::string_view);

}
