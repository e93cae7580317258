#pragma once
// Scenarios that people ask about, as links to the calculator's own page with its fields filled in.

#include "site/render/website.h"

#include <span>
#include <string>
#include <string_view>

namespace site {

/// `query` is the address's: fields by their ids. Its words are preset.<id>.
struct Preset {
    std::string_view calculator, id, query;
};
std::span<const Preset> presets();

/// The links of a calculator; empty where it has none.
std::string presets_html(const Edition&, std::string_view calculator);

/// What newcomers come with, in their words, each the preset that answers it: question.<id>. For the home page and the index of
/// calculators.
std::span<const Preset> questions();
std::string questions_html(const Edition&);

}
