#include "site/render/prose.h"

#include "site/render/markdown_writer.h"

namespace site {

Prose render_prose(const Page& page, const Library& library, const Matcher& matcher, const FigureEvaluator& figures, const ProseOptions& options)
{
    return markdown::Writer(page, library, matcher, figures, options).write();
}

}
