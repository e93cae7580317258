#pragma once
// Where a piece of the parser's output stands in the source file.
//
// cmark gives the line and byte column of inline nodes, but its columns are off on the continuation lines of quotes and
// lists, and one node may hold several escapes. So a position is a claim that is checked against the text.

#include "site/diagnostics/diagnostic.h"
#include "site/render/markdown_prepare.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace site::markdown {

class Source {
public:
    /// Both must outlive this. `first_line`: the file's line on which `source` begins.
    Source(std::string_view source, const Prepared&, int first_line);

    std::string_view text() const { return m_source; }
    const Prepared& prepared() const { return m_prepared; }

    /// The line and character column of a byte of the source. Cheap when asked in reading order.
    Position position(std::size_t offset);
    /// Offset in the prepared text of byte `into` of a text node's literal, which the parser says begins at line, column
    /// (from 1, bytes).
    std::size_t prepared_offset(int line, int column, std::string_view literal, std::size_t into) const;
    /// Offset in the prepared text where line `line` (from 1) begins.
    std::size_t prepared_line(int line) const;
    std::size_t source_offset(std::size_t prepared_offset) const { return m_prepared.source_offset(prepared_offset); }

private:
    std::string_view m_source;
    const Prepared& m_prepared;
    int m_first_line;
    std::vector<std::size_t> m_lines, m_prepared_lines; ///< offsets where lines begin
    std::size_t m_last_offset = 0, m_last_line = 0;     ///< position() goes on from here
    int m_last_column = 0;
    struct Copy {                                       ///< the node last found as a plain copy, and where
        const char* literal = nullptr;
        std::size_t at = 0;
    };
    mutable Copy m_copy;
    struct Walk {                                       ///< prepared_offset() goes on from here in a node that is no plain copy
        const char* literal = nullptr;
        std::size_t into = 0, at = 0;
    };
    mutable Walk m_walk;
};

}
