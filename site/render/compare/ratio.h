#pragma once
// How many times more one of two numbers is than the other: in words, and as a bar on a logarithmic axis whose middle is
// equality. The bar is decoration: the words beside it say the same.

#include "site/render/website.h"

#include <string>

namespace site {

/// Below this, two figures count as equal.
inline constexpr double least_difference = 1.03;

/// b / a; absent unless both are positive.
double ratio_of(double a, double b);
/// "1.43 ×": how often the smaller one goes into the larger one.
std::string times(double ratio, const Edition&);

/// The axis of one table: from 1/limit to limit, all of its bars alike.
class RatioAxis {
public:
    void include(double ratio);
    double limit() const;                ///< 2, 4, 8 ...
    /// An inline SVG for `ratio` = b / a: to the left where a is more, to the right where b is.
    std::string bar(double ratio) const;

private:
    double m_most = 1;
};

/// `<td>`: who has more and how much, above the bar; "equal" or a dash.
std::string ratio_cell(double ratio, const RatioAxis&, const std::string& name_a, const std::string& name_b, const Edition&);

}
