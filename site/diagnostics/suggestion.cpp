#include "site/diagnostics/suggestion.h"

#include "site/diagnostics/characters.h"

#include <algorithm>

namespace site {

namespace {

std::u32string folded(std::string_view word)
{
    std::u32string out;
    for (std::size_t i = 0; i < word.size();) {
        const Character c = character_at(word, i);
        out.push_back(ascii_lower(c.code));
        i += c.size;
    }
    return out;
}

/// Optimal string alignment distance, by rows; stops when no path can stay within the limit.
std::size_t distance(std::u32string_view a, std::u32string_view b, std::size_t limit)
{
    const std::size_t difference = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
    if (difference > limit)
        return limit + 1;
    std::vector<std::size_t> before(b.size() + 1), previous(b.size() + 1), current(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        previous[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        current[0] = i;
        std::size_t least = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t change = a[i - 1] == b[j - 1] ? 0u : 1u;
            current[j] = std::min({previous[j] + 1, current[j - 1] + 1, previous[j - 1] + change});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                current[j] = std::min(current[j], before[j - 2] + 1);
            least = std::min(least, current[j]);
        }
        if (least > limit)
            return limit + 1;
        before.swap(previous);
        previous.swap(current);
    }
    return std::min(previous[b.size()], limit + 1);
}

template<class Words>
std::string_view nearest_of(std::string_view word, const Words& known)
{
    const std::u32string wanted = folded(word.substr(0, 200)); // A longer word is no typing mistake.
    std::size_t limit = std::clamp<std::size_t>(wanted.size() / 3, 1, 3);
    std::string_view best;
    for (const std::string_view candidate : known) {
        if (candidate.size() > 400)
            continue;
        const std::size_t d = distance(wanted, folded(candidate), limit);
        if (d > limit || (d == limit && !best.empty()))
            continue;
        if (wanted.size() <= 1 && d > 0)
            continue; // Any one-character word is one edit from any other.
        best = candidate;
        limit = d;
        if (d == 0)
            break;
    }
    return best;
}

}

std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit)
{
    return distance(folded(a), folded(b), limit);
}

std::string_view nearest(std::string_view word, std::span<const std::string_view> known)
{
    return nearest_of(word, known);
}

std::string_view nearest(std::string_view word, std::span<const std::string> known)
{
    return nearest_of(word, known);
}

}
