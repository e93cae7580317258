#pragma once
// `{{ picture "pipeline-schedule" stages="4" micro_batches="8" }}` -> an inline SVG in a <figure>, drawn at build time.
//
//     Figure figure = picture_figure(expression, catalog, words);
//
// Every number in a picture comes from the catalog, from the engine, or from the author's own settings. Each picture is a
// file of this folder: a function from its settings to a Drawn. Its words are picture.<id>.title (names it), .text (says
// what one sees: the text alternative) and .caption (what to take from it); {0} ... are the picture's own figures.
// Other settings: caption="..." replaces the caption.

#include "site/catalog/catalog.h"
#include "site/render/figure_expression.h"
#include "site/render/pictures/drawing.h"
#include "site/render/prose.h"
#include "site/render/strings.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace site {

/// The settings of one picture, read with their mistakes noted. A getter whose setting is missing or wrong gives its
/// fallback, so that drawing goes on; a picture with problems is thrown away in the end.
class PictureInput {
public:
    PictureInput(const FigureExpression& expression, const Catalog& catalog, const Words& words)
        : m_expression(expression), m_catalog(catalog), m_words(words)
    {
    }

    const Catalog& catalog() const { return m_catalog; }
    const Words& words() const { return m_words; }
    const FigureExpression& expression() const { return m_expression; }

    int whole(std::string_view key, int fallback, int least, int most);
    /// One of `allowed`, the first of them when it is not set.
    std::string_view choice(std::string_view key, std::span<const std::string_view> allowed);
    /// The parts of `a,b,c`, spaces around them cut; a problem when there are none or more than `most`.
    std::vector<std::string> list(std::string_view key, std::size_t most);
    /// Null with a problem when it is missing or unknown.
    const AcceleratorRow* accelerator(std::string_view key);
    const ModelRow* model(std::string_view key);
    /// The number of a fact of this row, its source noted; a problem when the row has none.
    double fact(const Row&, std::string_view key);

    /// `digits` significant digits with unit, in the page's language.
    std::string shown(double value, engine::Unit, int digits = 3) const;
    /// The word picture.<key>.
    std::string word(std::string_view key) const { return std::string(m_words("picture." + std::string(key))); }

    /// Notes a mistake in this setting (in the picture's name when it is not set): code figure-input.
    void refuse(std::string_view key, std::string text);
    /// The same with a text of assets/strings: picture.error.<code>.
    void refuse_with(std::string_view key, std::string_view code, std::initializer_list<std::string_view> arguments);

    std::vector<Diagnostic> problems;
    std::vector<std::string> sources;

private:
    const FigurePart* setting(std::string_view key) const;

    const FigureExpression& m_expression;
    const Catalog& m_catalog;
    const Words& m_words;
};

/// What a picture's function gives: the drawing and what its texts are filled with.
struct Drawn {
    Drawing drawing;
    double height = 0;
    std::vector<std::string> figures;    ///< {0}, {1} ... of title, text and caption
    std::string variant;                 ///< picture.<id>.<variant>.title ..., where a picture has several kinds
};

struct PictureKind {
    std::string_view id;
    std::span<const std::string_view> settings; ///< beside caption
    bool scenario = false;                      ///< takes the inputs of a calculator as well
    Drawn (*draw)(PictureInput&);
};

std::span<const PictureKind> picture_kinds();

/// A block figure: `<figure class="picture picture-<id>">` with the SVG and its caption.
Figure picture_figure(const FigureExpression&, const Catalog&, const Words&);

Drawn draw_bit_layout(PictureInput&);
Drawn draw_memory_parts(PictureInput&);
Drawn draw_roofline(PictureInput&);
Drawn draw_topology(PictureInput&);
Drawn draw_rack(PictureInput&);
Drawn draw_pipeline_schedule(PictureInput&);
Drawn draw_ring(PictureInput&);
Drawn draw_zero_stages(PictureInput&);
Drawn draw_mig_slices(PictureInput&);
Drawn draw_paged_cache(PictureInput&);
Drawn draw_rdma_path(PictureInput&);

}
