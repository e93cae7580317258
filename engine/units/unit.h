#pragma once
// The units that fields, steps and facts are shown in. A value of a record is in the base unit of its quantity; a Unit
// says which words and prefixes a reader sees. Words come from assets/strings (unit.<id>), symbols are the same everywhere.

#include <array>
#include <string_view>

namespace engine {

enum class Unit : unsigned char {
    none,              ///< a plain number
    bytes,             ///< shown as GB or GiB by the reader's choice
    bytes_per_token,
    bytes_per_second,
    bits_per_second,
    bits,
    seconds,
    tokens,
    tokens_per_second,
    requests_per_second,
    parameters,        ///< a count of weights: 70.6 B, 706 亿
    fraction,          ///< shown in per cent
    ratio,             ///< times: 4.84x
    flop,
    flop_per_second,
    tflops,            ///< the value itself counts 1e12 FLOP/s
    dollars,
    dollars_per_hour,
    watts,
    hours,
    days,
    kwh,
    gpus,
    layers,
    sequences,
    bytes_binary,      ///< bytes for a reader who chose GiB
};
inline constexpr std::array<std::string_view, 26> unit_ids{
    "none", "bytes", "bytes_per_token", "bytes_per_second", "bits_per_second", "bits", "seconds", "tokens",
    "tokens_per_second", "requests_per_second", "parameters", "fraction", "ratio", "flop", "flop_per_second", "tflops",
    "dollars", "dollars_per_hour", "watts", "hours", "days", "kwh", "gpus", "layers", "sequences", "bytes_binary"};

}
