#pragma once
// Tables of facts with their sources, and the table of fits: what GPU and model pages share.

#include "site/render/catalog/fit_table.h"
#include "site/render/citations.h"
#include "site/render/website.h"

#include <string>
#include <string_view>

namespace site {

/// items/spec of one fact; nothing when the row has no such fact. `meaning` is HTML before the fact's own note.
std::string spec_row(const Row&, std::string_view key, std::string_view label, const Edition&, Citations&,
                     std::string meaning = {});
/// items/spec of a number that the engine computed.
std::string computed_row(std::string_view label, double value, engine::Unit, const Edition&, std::string_view meaning,
                         int digits = 3);
/// The cells of a row of fits, one a count of fit_counts.
std::string fit_cells(const Edition&, const FitTable&, const AcceleratorRow&, const ModelRow&);
/// The row's notes and aliases as one text each, escaped.
std::string notes_html(const Website&, const Edition&, const Row&);
std::string aliases_html(const Row&, const Edition&);

}
