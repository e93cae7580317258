#pragma once
// The comments of a header as documentation: what the file is about, and each declaration that has a text of its own.
//
//     HeaderDocs docs = header_docs(text);
//     docs.about                                     // "One step that gives each running sequence its next token."
//     docs.entries[0].declaration, docs.entries[0].html

#include <string>
#include <string_view>
#include <vector>

namespace site {

struct DocEntry {
    std::string name;                    ///< "decode_step"
    std::string declaration;             ///< on one line: "DecodeStep decode_step(const ServedReplica& served, ...)"
    std::string html;                    ///< paragraphs, formulas as <pre>
    bool has_formula = false;
};

struct HeaderDocs {
    std::string about;                   ///< HTML of the comment at the head
    std::vector<DocEntry> entries;       ///< in the order of the file
};

HeaderDocs header_docs(std::string_view text);

}
