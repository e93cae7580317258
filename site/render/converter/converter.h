#pragma once
// `{{ converter "pipeline-bubble" pipeline_stages="8" }}` -> a small form with its answer, drawn at build time. The settings
// are what the form starts with. With JavaScript (web/js/converter.js) it answers as one types; without, it shows this one
// conversion and the formula.
//
// Markup that the script relies on: `<form class="converter" data-converter="<id>" data-words="{error: text}">`, a control
// named as each input with a label, `<output data-field="<output>">` for each output, `<p class="error" hidden>`.

#include "site/catalog/catalog.h"
#include "site/render/figure_expression.h"
#include "site/render/prose.h"
#include "site/render/strings.h"

namespace site {

/// A block figure.
Figure converter_figure(const FigureExpression&, const Catalog&, const Words&);

}
