#include "site/write/compressed.h"

#include <brotli/encode.h>
#include <zlib.h>

#include <array>

namespace site {

std::string brotli_compressed(std::string_view bytes, BrotliEffort effort)
{
    constexpr int quick_quality = 6;
    std::string result(BrotliEncoderMaxCompressedSize(bytes.size()) + 16, '\0');
    std::size_t size = result.size();
    BrotliEncoderCompress(effort == BrotliEffort::best ? BROTLI_MAX_QUALITY : quick_quality, BROTLI_MAX_WINDOW_BITS, BROTLI_MODE_TEXT, bytes.size(),
                          reinterpret_cast<const std::uint8_t*>(bytes.data()), &size,
                          reinterpret_cast<std::uint8_t*>(result.data()));
    result.resize(size);
    return result;
}

std::string gzip_compressed(std::string_view bytes)
{
    z_stream stream{};
    deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY);
    std::string result(deflateBound(&stream, bytes.size()) + 32, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data())); // zlib does not write there.
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(result.data());
    stream.avail_out = static_cast<uInt>(result.size());
    deflate(&stream, Z_FINISH);
    result.resize(stream.total_out);
    deflateEnd(&stream);
    return result;
}

bool worth_compressing(std::string_view path)
{
    constexpr std::array<std::string_view, 12> endings{".html", ".css",  ".js",  ".json", ".xml",        ".txt",
                                                       ".wasm", ".svg",  ".md",  ".bin",  ".ttf",  ".webmanifest"};
    for (const std::string_view ending : endings)
        if (path.ends_with(ending))
            return true;
    return false;
}

}
