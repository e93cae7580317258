#pragma once
// The compressed twins of a published file: page.html.br and page.html.gz, for servers that send them as they are.

#include <string>
#include <string_view>

namespace site {

/// Brotli at its highest quality, or at one that takes a twentieth of the time and a tenth more bytes.
enum class BrotliEffort { best, quick };
std::string brotli_compressed(std::string_view bytes, BrotliEffort = BrotliEffort::best);
/// gzip at level 9 without name or time, so that the bytes depend on nothing but the input.
std::string gzip_compressed(std::string_view bytes);
/// True for text formats and .wasm; pictures are compressed already.
bool worth_compressing(std::string_view path);

}
