#pragma once
// The inline content of one block as one text with marks: what matching, typography and sentences read.
//
// Text nodes are joined (a wrapped alias still matches); a soft break between Han or beside Chinese punctuation is
// nothing, elsewhere a space; a node that is no text (code, image, raw HTML, a hard break) is one U+FFFC in it; emphasis and links are
// marks between the characters. Constructs stay as their single character, joiners are gone.

#include "site/render/markdown_source.h"

#include <cmark.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace site::markdown {

inline constexpr std::string_view object_character = "\xEF\xBF\xBC"; ///< U+FFFC

struct Mark {
    enum class Kind { open, close, object };
    std::size_t at = 0;                  ///< offset in Run::text
    Kind kind = Kind::open;
    cmark_node* node = nullptr;
};

/// A text node's place in the run.
struct Piece {
    std::size_t at = 0;                  ///< offset in Run::text
    std::size_t into = 0;                ///< offset in the node's literal
    std::string_view literal;            ///< the whole of it
    int line = 0, column = 0;            ///< where cmark says that it begins
};

/// A soft break: lines of a table or definition list end here.
struct Break {
    std::size_t begin = 0, end = 0;      ///< of the space it became, or of nothing
    std::size_t mark = 0;                ///< index of the first mark after it
};

/// A part of a run: text and marks.
struct Span {
    std::size_t begin = 0, end = 0;
    std::size_t first_mark = 0, last_mark = 0;
};

struct Run {
    std::string text;
    std::vector<Mark> marks;
    std::vector<Piece> pieces;
    std::vector<Break> breaks;

    Span whole() const { return {0, text.size(), 0, marks.size()}; }
    /// The lines between soft breaks.
    std::vector<Span> lines() const;
};

/// The content of a paragraph or heading (its inline children), into `run`, whose memory is used again.
void flatten(cmark_node* block, Run& run);

/// Offset in the source of byte `at` of the run's text.
std::size_t source_offset(const Run&, const Source&, std::size_t at);

}
