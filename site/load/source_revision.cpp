#include "site/load/source_revision.h"

#include "site/write/sha256.h"

#include <algorithm>

namespace site {

std::string source_revision(std::string_view text)
{
    std::string kept;
    kept.reserve(text.size());
    bool cut = false;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
        const std::string_view line = text.substr(0, end);
        if (!cut && line.starts_with("updated:"))
            cut = true;
        else
            kept += line;
        text.remove_prefix(end);
    }
    return sha256(kept).substr(0, 12);
}

}
