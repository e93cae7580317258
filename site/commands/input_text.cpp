#include "site/commands/input_text.h"

#include <filesystem>
#include <fstream>

namespace site {

namespace {

constexpr std::size_t most = std::size_t{64} << 20, piece = std::size_t{1} << 16;

}

std::optional<std::string> read_text(std::istream& stream)
{
    std::string text;
    while (stream && text.size() <= most) {
        const std::size_t before = text.size();
        text.resize(before + piece);
        stream.read(text.data() + before, static_cast<std::streamsize>(piece));
        text.resize(before + static_cast<std::size_t>(stream.gcount()));
    }
    if (!stream.eof() || text.size() > most)
        return std::nullopt;
    return text;
}

std::optional<std::string> read_text_file(const std::string& path)
{
    std::error_code none;
    if (std::filesystem::is_directory(path, none))
        return std::nullopt;
    std::ifstream stream(path, std::ios::binary);
    return stream.is_open() ? read_text(stream) : std::nullopt;
}

}
