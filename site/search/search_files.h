#pragma once
// The search index of one language as files that a browser can take piece by piece: however many pages there are, a query
// reads the manifest and a few small files.
//
//     for (const auto& [path, bytes] : search_files(documents, {.language = "zh", .words_json = ...}, for_each))
//         publication.put(path, bytes);
//
// zh/search/index.json        the manifest: names of all other files, the words of the result list. Its address is
//                             stable, so no page changes when the index does.
// assets/search/zh/t<hash>.bin   a stretch of the dictionary, about 8 kB: keys in byte order and who has them
// assets/search/zh/r<hash>.json  32 records: [url, kind, title, English name, short text]
// assets/search/zh/x<hash>.json  the plain text of some pages, about 8 kB, for the lines around a hit
// assets/search/zh/w<hash>.txt   the Latin words, for a query that has a typing mistake
//
// A .bin holds: count; for each key: bytes shared with the key before, bytes of the rest, the rest, number of documents,
// bytes of its postings; then all postings. A posting is (document - the one before) * 8 + rank (document_terms.h). All
// numbers are LEB128 varints. The bytes depend on the documents alone.

#include "site/search/search_document.h"

#include <cstddef>
#include <functional>
#include <map>
#include <span>
#include <string>

namespace site {

struct SearchSettings {
    std::string language;
    std::string words_json;              ///< an object of text for the result list
    std::string others_json = "[]";      ///< addresses of the other languages' manifests
};

/// Runs work(0) ... work(count - 1), on as many threads as the caller likes.
using ForEach = std::function<void(std::size_t count, const std::function<void(std::size_t)>& work)>;

std::map<std::string, std::string> search_files(std::span<const SearchDocument>, const SearchSettings&, const ForEach&);

}
