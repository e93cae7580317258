#include "web/lab/desktop/picture.h"

#include <GLFW/glfw3.h>
#include <zlib.h>

#include <cstdint>
#include <fstream>
#include <vector>

namespace lab {

namespace {

using Bytes = std::vector<unsigned char>;

void put(Bytes& bytes, std::uint32_t number)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        bytes.push_back(static_cast<unsigned char>(number >> shift));
}

void put_chunk(Bytes& png, const char* kind, const Bytes& content)
{
    put(png, static_cast<std::uint32_t>(content.size()));
    const std::size_t begin = png.size();
    png.insert(png.end(), kind, kind + 4);
    png.insert(png.end(), content.begin(), content.end());
    put(png, static_cast<std::uint32_t>(crc32(0, png.data() + begin, static_cast<uInt>(png.size() - begin))));
}

}

bool save_picture(const std::string& file, int width, int height)
{
    const auto row = static_cast<std::size_t>(width) * 3;
    Bytes pixels(row * static_cast<std::size_t>(height)), lines;
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, pixels.data());
    for (int y = height - 1; y >= 0; --y) { // OpenGL counts from below; each line begins with its filter: none.
        lines.push_back(0);
        const auto* begin = pixels.data() + row * static_cast<std::size_t>(y);
        lines.insert(lines.end(), begin, begin + row);
    }
    uLongf size = compressBound(static_cast<uLong>(lines.size()));
    Bytes packed(size);
    if (compress(packed.data(), &size, lines.data(), static_cast<uLong>(lines.size())) != Z_OK)
        return false;
    packed.resize(size);
    Bytes png{0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'}, head;
    put(head, static_cast<std::uint32_t>(width));
    put(head, static_cast<std::uint32_t>(height));
    head.insert(head.end(), {8, 2, 0, 0, 0}); // eight bits, RGB
    put_chunk(png, "IHDR", head);
    put_chunk(png, "IDAT", packed);
    put_chunk(png, "IEND", {});
    std::ofstream stream(file, std::ios::binary);
    stream.write(reinterpret_cast<const char*>(png.data()), static_cast<std::streamsize>(png.size()));
    return stream.good();
}

}
