#pragma once
// How long requests are, seen from the engine.

namespace engine {

/// Means over the requests of a load, in tokens.
struct RequestLengths {
    double input = 1024;      ///< prompt, cached part included
    double output = 1024;
    double prefix_hit = 0;    ///< share of the prompt that is found in the prefix cache

    /// Prompt tokens that must be computed: at least one, the last, whose output is the first token.
    constexpr double computed() const
    {
        const double rest = input * (1 - prefix_hit);
        return rest > 1 ? rest : 1;
    }
    constexpr double cached() const { return input - computed() > 0 ? input - computed() : 0; }
    /// Context of a sequence in the middle of its output: what an average decode step reads.
    ///
    ///     c = I + O / 2
    constexpr double mean_context() const { return input + output / 2; }
    constexpr double final_context() const { return input + output; }
};

}
