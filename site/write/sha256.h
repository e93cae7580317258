#pragma once
// SHA-256 (FIPS 180-4): what a translation says of its original, what a browser checks by `integrity`.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace site {

std::array<std::uint8_t, 32> sha256_digest(std::string_view bytes);
/// The digest in hexadecimal.
std::string sha256(std::string_view bytes);

/// "sha256-" and the digest in base64: the form of the attribute `integrity`.
std::string integrity(std::string_view bytes);

}
