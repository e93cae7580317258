#pragma once
// The headers of engine/models as they were when this program was built: cmake/embed_headers.cmake writes the other half.

#include <span>
#include <string_view>

namespace site {

struct EngineHeader {
    std::string_view path;               ///< "engine/models/decode.h"
    std::string_view text;
};

/// Sorted by path.
std::span<const EngineHeader> engine_headers();

}
