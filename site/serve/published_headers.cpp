#include "site/serve/published_headers.h"

#include <algorithm>

namespace site {

std::map<std::string, std::string> published_headers(std::string_view text, std::string_view path)
{
    std::map<std::string, std::string> headers;
    bool matches = false;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.starts_with('/')) {
            matches = line.ends_with('*') ? path.starts_with(line.substr(0, line.size() - 1)) : path == line;
            continue;
        }
        const std::size_t colon = line.find(": "), first = line.find_first_not_of(' ');
        if (matches && colon != line.npos)
            headers.insert_or_assign(std::string(line.substr(first, colon - first)), std::string(line.substr(colon + 2)));
    }
    return headers;
}

}
