// The bits of number formats, a row each: sign, exponent, mantissa. The author states them: formats="BF16 1-8-7, INT8 1-0-7".

#include "site/render/pictures/picture.h"

#include <array>
#include <charconv>

namespace site {

namespace {

constexpr std::size_t most_formats = 10;
constexpr double left = 78, row = 40, cell_height = 24;

struct Layout {
    std::string name;
    std::array<int, 3> bits{};           ///< sign, exponent, mantissa
    int total() const { return bits[0] + bits[1] + bits[2]; }
};

/// `FP8 E4M3 1-4-3`: what stands before the last space is the name.
bool read(const std::string& text, Layout& layout)
{
    const std::size_t space = text.rfind(' ');
    if (space == std::string::npos)
        return false;
    layout.name = text.substr(0, space);
    const char* at = text.data() + space + 1;
    const char* end = text.data() + text.size();
    for (std::size_t i = 0; i < 3; ++i) {
        const auto read = std::from_chars(at, end, layout.bits[i]);
        if (read.ec != std::errc() || layout.bits[i] < 0 || (i < 2 && (read.ptr == end || *read.ptr != '-')))
            return false;
        at = read.ptr + (i < 2 ? 1 : 0);
    }
    return at == end && layout.total() >= 2 && layout.total() <= 64;
}

}

Drawn draw_bit_layout(PictureInput& in)
{
    static constexpr std::array<std::string_view, 3> parts{"sign", "exponent", "mantissa"};
    std::vector<Layout> layouts;
    for (const std::string& text : in.list("formats", most_formats)) {
        Layout layout;
        if (!read(text, layout))
            in.refuse_with("formats", "bits", {text});
        else
            layouts.push_back(std::move(layout));
    }
    int widest = 1;
    for (const Layout& layout : layouts)
        widest = std::max(widest, layout.total());
    const double cell = std::min((Drawing::width - left) / widest, 24.0);

    Drawn drawn;
    Drawing& d = drawn.drawing;
    std::string spoken;
    double y = 0;
    for (const Layout& layout : layouts) {
        const std::size_t space = layout.name.find(' ');
        d.text(0, y + (space == std::string::npos ? 17 : 10), layout.name.substr(0, space), "strong");
        if (space != std::string::npos)
            d.text(0, y + 25, layout.name.substr(space + 1), "quiet");
        spoken.append(spoken.empty() ? "" : in.word("bit-layout.between")).append(layout.name).append(" ");
        double x = left;
        for (std::size_t i = 0; i < 3; ++i) {
            const int bits = layout.bits[i];
            if (bits == 0)
                continue;
            const std::string name(parts[i]);
            for (int bit = 0; bit < bits; ++bit)
                d.box(x + bit * cell + 0.6, y, cell - 1.2, cell_height, name, 1.5);
            const std::string count = std::to_string(bits);
            if (bits > 1 || cell > 11)
                d.text(x + bits * cell / 2, y + 17, count, "mid on");
            spoken += fill(in.word("bit-layout." + name + "_bits"), std::array<std::string_view, 1>{count});
            x += bits * cell;
        }
        y += row;
    }
    double x = left;
    for (const std::string_view part : parts) {
        const std::string label = in.word("bit-layout." + std::string(part));
        d.box(x, y + 2, 11, 11, part, 1.5);
        d.text(x + 16, y + 12, label, "quiet");
        x += in.words().language() == "zh" ? 70 : 95;
    }
    drawn.height = y + 18;
    drawn.figures = {spoken};
    return drawn;
}

}
