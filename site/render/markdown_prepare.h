#pragma once
// Source -> what cmark is given: our own constructs become single private-use characters that no Markdown rule knows.
//
// So `[[id|text]]` and `{{ calc ... | GB }}` do not split a table cell, `$a_i$` is no emphasis, and what stands in code
// comes out as it went in: the parser's output is searched for the characters and each is put back, as its source in
// code, as its meaning elsewhere. Lines stay lines, so the parser's line numbers hold; columns map back by `edits`.
//
// A joiner (U+E000, a letter to the parser) is set beside `*` where CommonMark's flanking rules misread Chinese
// punctuation: `**“重点。”**然后`. The rule is that of commonmark-spec issue 839. It is dropped wherever text comes out.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace site::markdown {

inline constexpr char32_t joiner = 0xE000;
inline constexpr char32_t first_construct = 0xF0000;   ///< + index into Prepared::constructs
inline constexpr std::size_t max_constructs = 0xFFFE;  ///< of a page; what is beyond stays text

struct Construct {
    enum class Kind : std::uint8_t {
        link,                ///< [[target#anchor|text]]
        forbidden,           ///< [[!text]]
        figure,              ///< {{ text }}
        math, display_math,  ///< $text$, $$text$$
        pin,                 ///< {#text} that ends a line
        footnote_reference, footnote_definition, ///< [^text], [^text]:
        literal,             ///< a character that must not mean anything: \| and private-use characters of the source
    };
    Kind kind = Kind::literal;
    std::size_t begin = 0, end = 0;            ///< bytes of the source
    std::string_view text, target, anchor;     ///< parts of the source
};

struct Edit {
    std::size_t prepared, source;              ///< offsets where the changed piece begins
    std::size_t prepared_size, source_size;
};

struct Prepared {
    std::string text;
    std::vector<Construct> constructs;
    std::vector<Edit> edits;                   ///< in order

    std::size_t source_offset(std::size_t prepared_offset) const;
    /// The construct that this character stands for, or null.
    const Construct* construct(char32_t c) const
    {
        return c >= first_construct && c - first_construct < constructs.size() ? &constructs[c - first_construct] : nullptr;
    }
};

/// `source` must outlive the result.
Prepared prepare(std::string_view source);

/// `text` with constructs as their source and without joiners: for code, URLs, raw HTML. `pipes`: `\|` comes out as `|`.
std::string restored(std::string_view text, const Prepared&, std::string_view source, bool pipes = false);

/// False when the text holds neither constructs nor joiners, the usual case.
inline bool needs_restoring(std::string_view text)
{
    for (const char c : text)
        if (const auto byte = static_cast<unsigned char>(c); byte == 0xEE || byte >= 0xF3)
            return true;
    return false;
}

}
