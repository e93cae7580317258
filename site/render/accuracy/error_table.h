#pragma once
// Tables of errors: n, median, 90th percentile and bias, by whatever the points are told apart.

#include "site/render/website.h"
#include "site/scenario/accuracy.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace site {

using Points = std::vector<const AccuracyPoint*>;

/// Those for which `wanted` holds.
Points select(std::span<const AccuracyPoint* const>, const std::function<bool(const AccuracyPoint&)>& wanted);
/// The output's summary over these points; n is 0 when there is none.
ErrorSummary summary_of(const Points&, std::string_view field);

/// "6.6%", with a sign "+6.6%", always one decimal as `gloss cases` has it; a dash where absent.
std::string error_text(double fraction);
std::string signed_error_text(double fraction);
/// The four cells n, median, p90, bias; dashes for no point.
std::string error_cells(const ErrorSummary&);
/// The four heads of these cells.
std::string error_heads(const Edition&);

/// `<tbody>` a value of `of`, most points first, with a row of cells an output; `doubts`: the cells of the sound ones
/// follow. Points without a value are left out.
std::string grouped_rows(const Points&, std::string AccuracyPoint::* of, const Edition&, bool doubts);

}
