#pragma once
// What the browser of an author runs while `gloss serve` watches: reload when a build is done, keep the scroll position,
// show what is wrong with the content in an overlay. Never part of a published site.

#include <string>
#include <string_view>

namespace site {

inline constexpr std::string_view live_reload_script_path = "/__gloss/live.js";
inline constexpr std::string_view live_reload_events_path = "/__gloss/events";

/// The script.
std::string_view live_reload_script();
/// `html`, which belongs to this build, with the script before </body>.
std::string with_live_reload(std::string_view html, std::string_view build);

}
