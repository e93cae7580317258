#include "site/scenario/engine_release.h"

#include <string_view>
#include <vector>

namespace site {

namespace {

/// The numbers of a version, `0.12.0rc2` -> {0, 12, 0}; empty when it begins with none.
std::vector<int> version_numbers(std::string_view text)
{
    std::vector<int> numbers;
    if (text.starts_with('v'))
        text.remove_prefix(1);
    while (!text.empty() && text.front() >= '0' && text.front() <= '9') {
        int number = 0;
        while (!text.empty() && text.front() >= '0' && text.front() <= '9' && number < 100000) {
            number = number * 10 + (text.front() - '0');
            text.remove_prefix(1);
        }
        numbers.push_back(number);
        if (!text.starts_with('.'))
            break;
        text.remove_prefix(1);
    }
    return numbers;
}

}

std::string release_of(const engine::Field& field, const std::string& text)
{
    const std::vector<int> wanted = version_numbers(text);
    if (field.id != std::string_view("engine_version") || wanted.empty())
        return text;
    std::string best = text;
    std::vector<int> best_numbers;
    for (const std::string_view choice : field.choices)
        if (const std::vector<int> numbers = version_numbers(choice);
            !numbers.empty() && numbers <= wanted && numbers >= best_numbers) {
            best_numbers = numbers;
            best = choice;
        }
    return best;
}

}
