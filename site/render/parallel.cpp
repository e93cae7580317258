#include "site/render/parallel.h"

#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace site {

void for_each_parallel(std::size_t count, int jobs, const std::function<void(std::size_t)>& work)
{
    std::atomic<std::size_t> next{0};
    std::exception_ptr failure;
    std::mutex mutex;
    const auto run = [&] {
        for (std::size_t i = next++; i < count; i = next++) {
            try {
                work(i);
            } catch (...) {
                const std::scoped_lock lock(mutex);
                if (!failure)
                    failure = std::current_exception();
                next = count;
            }
        }
    };
    std::vector<std::jthread> threads;
    for (int i = 1; i < jobs && static_cast<std::size_t>(i) < count; ++i)
        threads.emplace_back(run);
    run();
    threads.clear(); // Joins.
    if (failure)
        std::rethrow_exception(failure);
}

}
