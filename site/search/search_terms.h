#pragma once
// Text -> the terms it is found by. web/js/search_terms.js is the same in the browser; both are tested on one table
// (tests/site/fixtures/search_terms.json), so that a query is cut exactly as the pages were.
//
//     "HBM 带宽是瓶颈"  ->  hbm, 带宽, 宽是, 是瓶, 瓶颈, 颈
//
// 1. search_folded(): NFKC, lower case, no combining marks (℠ and ™ are spaces). 2. A run of Han, kana or Hangul gives
// its overlapping pairs and its last character: every character begins a term, so one character is found by prefix.
// 3. Any other run of letters and digits is one term; a point between two digits belongs to it (12.4). All else
// separates. No dictionary of words is involved, so none can disagree.

#include <functional>
#include <string>
#include <string_view>

namespace site {

/// As both sides compare texts. Line breaks stay.
std::string search_folded(std::string_view text);

/// Calls `sink` with each term, in reading order, repeated ones too. The view lives for the call only.
void for_each_term(std::string_view text, const std::function<void(std::string_view)>& sink);

/// A name as one key: the letters and digits of the folded text. "KV 缓存" -> "kv缓存", "Llama 3.1" -> "llama31".
std::string name_key(std::string_view name);

}
