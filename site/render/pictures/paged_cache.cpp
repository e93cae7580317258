// A paged KV cache: sequences of different length in blocks of a common pool, given out as the sequences grow.
// sequences="70,35,50" are their tokens; all grow from their first token at the same pace, so their blocks interleave.

#include "site/render/pictures/picture.h"

#include <algorithm>
#include <charconv>

namespace site {

Drawn draw_paged_cache(PictureInput& in)
{
    constexpr std::size_t most_sequences = 4;
    constexpr int most_tokens = 200, columns = 8;
    const int block = in.whole("block_tokens", 16, 1, 64);
    std::vector<int> sequences;
    for (const std::string& text : in.list("sequences", most_sequences)) {
        int tokens = 0;
        const auto read = std::from_chars(text.data(), text.data() + text.size(), tokens);
        if (read.ec != std::errc() || read.ptr != text.data() + text.size() || tokens < 1 || tokens > most_tokens)
            in.refuse_with("sequences", "whole", {"sequences", text, "1", std::to_string(most_tokens)});
        else
            sequences.push_back(tokens);
    }
    struct Block {
        std::size_t sequence;
        int index, used;
    };
    std::vector<Block> pool;
    int waste = 0, tokens = 0;
    for (int index = 0; index * block < most_tokens; ++index)
        for (std::size_t s = 0; s < sequences.size(); ++s)
            if (const int used = std::min(block, sequences[s] - index * block); used > 0) {
                pool.push_back({s, index, used});
                waste += block - used;
                tokens += used;
            }

    constexpr double row = 30, height = 24, left = 62;
    const double wide = (Drawing::width - left) / columns;
    Drawn drawn;
    Drawing& d = drawn.drawing;
    double y = 0;
    for (std::size_t s = 0; s < sequences.size(); ++s, y += row) { // each sequence's block table: numbers of pool blocks
        d.text(0, y + 16, in.words()("picture.paged-cache.sequence", {std::string(1, static_cast<char>('A' + s))}), "small");
        double x = left;
        for (std::size_t p = 0; p < pool.size(); ++p)
            if (pool[p].sequence == s) {
                d.box(x + 1, y + 2, 24, height - 4, "series-" + std::to_string(s), 2);
                d.text(x + 13, y + 16, std::to_string(p), "mid on small");
                x += 28;
            }
    }
    y += 8;
    const std::size_t shown = (pool.size() / columns + 1) * columns; // some blocks are free
    d.text(0, y + 16, in.word("paged-cache.pool"), "small");
    for (std::size_t p = 0; p < shown; ++p) {
        const double x = left + static_cast<double>(p % columns) * wide;
        d.box(x + 1, y, wide - 2, height, "free", 2);
        if (p < pool.size()) {
            d.box(x + 1, y, (wide - 2) * pool[p].used / block, height, "series-" + std::to_string(pool[p].sequence), 2);
            d.text(x + 5, y + 16, std::string(1, static_cast<char>('A' + pool[p].sequence)) + std::to_string(pool[p].index), pool[p].used * 3 > block ? "on small" : "small");
        }
        d.text(x + wide - 5, y + 10, std::to_string(p), p < pool.size() && pool[p].used == block ? "end on tiny" : "end quiet tiny");
        if (p % columns == columns - 1)
            y += row;
    }
    drawn.height = y;
    drawn.figures = {std::to_string(sequences.size()), std::to_string(block), std::to_string(pool.size()), std::to_string(tokens),
                     std::to_string(waste)};
    return drawn;
}

}
