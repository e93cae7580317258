#pragma once
// The words around a figure that tell what it is a figure of. Chinese and English in one table: a text mixes them.

#include <string>
#include <string_view>

namespace site {

/// What a piece of a sentence says. Of two that exclude each other the later one counts.
struct Hints {
    enum class Subject { none, memory, link, power, compute, parameters, weights, kv_cache };
    enum class Choice { none, first, second };
    Subject subject = Subject::none;
    Choice direction = Choice::none;     ///< first: one direction; second: both summed
    Choice sparsity = Choice::none;      ///< first: dense; second: sparse
    Choice activity = Choice::none;      ///< first: all parameters; second: active ones
    std::string format;                  ///< a key of `tflops` or a format's name in lower case: "bf16"
    bool per_token = false;
    bool bandwidth = false;              ///< said only so, without whose
};

Hints hints_of(std::string_view text);
/// What `near` says, and of the rest what `far` says.
Hints joined(Hints near, const Hints& far);

/// Only words that state a property (是, 的显存带宽, has, of memory, peak ...), no verb or noun that would change what the
/// figure is of. U+FFFC (a computed figure) counts as such a word.
bool only_states(std::string_view text);

}
