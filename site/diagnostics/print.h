#pragma once
// Diagnostics -> text for a person, or JSON, GitHub annotations and SARIF for a machine.
//
//     std::string text = print(diagnostics, DiagnosticFormat::text, {.language = "zh", .wording = words, .source = read});
//
// content/zh/guides/a.md:5:9: 错误：没有 id 为“tensor-cor”的页面 [unknown-term]
//     5 | 显存与张量：见 [[tensor-cor]]。
//       |                ^^^^^^^^^^^^^^
//       提示：是不是 tensor-core？
//       说明：https://example.com/zh/handbook/diagnostics/unknown-term/      (once for each code)
//
// The words are diagnostic.<code> and diagnostic.<code>.hint with {0} {1} ... for the arguments. A line of the hint is left
// out when an argument that it names is missing or empty: the way to say "did you mean" only where something is near.

#include "site/diagnostics/diagnostic.h"

#include <functional>
#include <string>
#include <string_view>

namespace site {

enum class DiagnosticFormat { text, json, github, sarif };

/// Looks up a text of assets/strings in the reader's language; empty when there is none.
using Wording = std::function<std::string(std::string_view key)>;
/// The whole text of a file as diagnostics name it; empty when it cannot be read.
using SourceReader = std::function<std::string(const std::string& file)>;

struct PrintOptions {
    std::string language = "zh";
    Wording wording;
    SourceReader source;
    bool color = false;              ///< ANSI colours, for a terminal
    std::string tool_version = "1";
    std::string help{};              ///< address that explains a code when `<code>/` is added; empty: none
    std::string json_members{};      ///< more members of the JSON object: `, "figures": {...}`
};

/// What a diagnostic says, in one line, and its remedy, which may be empty.
std::string message_of(const Diagnostic&, const Wording&);
std::string hint_of(const Diagnostic&, const Wording&);

/// A message or hint without a case at hand: an ellipsis where an argument would stand.
std::string general_text(std::string_view wording);

/// Sorted as given. Text ends with a line that counts errors and warnings; empty input gives an empty text.
std::string print(const Diagnostics&, DiagnosticFormat, const PrintOptions&);

}
