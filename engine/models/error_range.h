#pragma once
// What measurements were relative to predictions: the range that an answer is given with.

#include "engine/specs/record.h"

#include <array>

namespace engine {

/// 10th and 90th percentile of measured / predicted; absent where nothing comparable was measured.
struct ErrorRange {
    double low = absent, high = absent;
};

/// Errors of one kind of case: time per token, time to the first token, whole request.
struct QuantityErrors {
    ErrorRange tpot, ttft, request;
    int cases = 0;
};

}
