#pragma once
// The same work on every index of a range, on N threads. The order of the work is free, so results go by index.

#include <cstddef>
#include <functional>

namespace site {

/// Calls work(0) ... work(count - 1), each once, from `jobs` threads (this one among them). The first exception is
/// thrown again when all threads have ended.
void for_each_parallel(std::size_t count, int jobs, const std::function<void(std::size_t)>& work);

}
