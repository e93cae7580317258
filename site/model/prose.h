#pragma once
// What the Markdown of one page becomes, and what later stages need to know of it. Plain data.

#include "site/diagnostics/diagnostic.h"

#include <cstdint>
#include <string>
#include <vector>

namespace site {

struct Heading {
    int level = 2;
    std::string id, text;                ///< plain text, before linking
    bool pinned = false;                 ///< `{#id}` in the source
    Position where;
};

/// One link from a page's prose to another page: the reverse of it is the other page's "linked from".
struct Mention {
    std::string target;                  ///< id of the page, GPU or model that is linked
    std::string sentence;                ///< plain text around it; the mention stands at [begin, end) in bytes
    std::size_t begin = 0, end = 0;
    Position where;                      ///< in the source file
    bool automatic = true;
};

/// A link to a place inside a page, which can be checked only when every page's anchors are known.
struct AnchorUse {
    std::string language, page;          ///< the page that is meant: its language and id
    std::string anchor;                  ///< decoded, without `#`
    Position where;
    int length = 1;
};

/// A link whose target only the whole build knows: `/zh/lab/`, `/data/models.json`.
struct UrlUse {
    std::string url;                     ///< path, without `#` and what follows
    Position where;
    int length = 1;
};

/// A text that several pages claim, used without saying which.
struct AmbiguousUse {
    std::uint32_t ambiguity = 0;         ///< index into Matcher::ambiguities()
    Position where;
};

/// The words of a paragraph, heading or table as its reader sees them, for checks of what a text says. A link is its text; a
/// figure, code, an image is one U+FFFC; the lines of a table end with a line break.
struct Passage {
    /// A place of `text` and where it stands in the source.
    struct Spot {
        std::size_t at = 0;              ///< byte of `text`
        Position where;
        std::size_t source = 0;          ///< byte of the page's body
    };
    std::string text;
    std::vector<Spot> numbers;           ///< where each run of digits begins
    std::vector<Spot> comments;          ///< `<!-- typed: why -->`: one U+FFFC as well
    std::vector<std::string> figures;    ///< the expressions that are in it
};

/// An expression `{{ ... }}` of the page.
struct FigureUse {
    std::string expression;
    Position where;
};

/// One look at a text that could be a link, for `gloss links --explain`.
struct Explanation {
    Position where;
    std::string text, target;            ///< as written; id, or empty
    std::string rule;                    ///< title, alias, derived, catalog, explicit
    std::string decision;                ///< linked, or why not: own-page, repeated, explicit-in-section, not-automatic, ...
};

struct Prose {
    std::string html;
    std::vector<Heading> headings;
    std::vector<Mention> mentions;       ///< in reading order
    std::vector<std::string> tooltips;   ///< ids of the distinct targets linked that have a short text, in reading order
    std::vector<std::string> anchors;    ///< every id attribute that the HTML really has
    std::vector<std::string> sources;    ///< ids of the sources that its figures carry
    Diagnostics diagnostics;

    std::vector<AnchorUse> anchor_uses;
    std::vector<UrlUse> url_uses;
    std::vector<AmbiguousUse> ambiguous_uses;
    std::vector<std::string> images;     ///< files of the content that it shows, as Library::files names them
    std::vector<FigureUse> figures;      ///< in order of the source; these two when asked for by ProseOptions
    std::vector<Passage> passages;       ///< those with digits
    std::vector<Explanation> explanations;
};

}
