#pragma once
// Which pages' prose stays right when names changed: for `gloss serve`, where an edit of one title would else render ten
// thousand pages again.
//
//     const ProseReuse reuse(matcher_before, matcher_now);
//     if (reuse.still_right(prose))                            // of a page whose own file is as it was
//
// Prose depends on the names of others through the matcher alone: on the texts that are claimed, and on the targets that it
// links. So it is right as long as it links no target that changed, holds no text whose claims changed, and has no
// diagnostic (its hints name others). A text is looked for in the HTML with all but ASCII letters, digits and ideographs
// left out of both: markup, line breaks, spaces and widths cannot hide it; what is found too much is only rendered again.

#include "site/link/matcher.h"
#include "site/model/prose.h"

#include <set>
#include <string>
#include <vector>

namespace site {

class ProseReuse {
public:
    /// Two matchers of the same language.
    ProseReuse(const Matcher& before, const Matcher& now);

    bool still_right(const Prose&) const;

private:
    bool m_none = false;                               ///< too much changed to look for it
    std::set<std::string, std::less<>> m_targets;      ///< ids
    std::vector<std::string> m_texts;                  ///< bare
};

/// True when the prose of the two pages could differ only by what others are called.
bool same_source(const Page&, const Page&);

}
