#pragma once
// Levenberg-Marquardt for a robust loss: many residuals, few unknowns, a numeric Jacobian.

#include <functional>
#include <vector>

namespace fit {

using Vector = std::vector<double>;

/// What is minimised: sum of soft-L1 of `data` (2 (sqrt(1 + r^2) - 1)) plus squares of `prior`.
struct Residuals {
    Vector data, prior;
};

/// Minimum near `start`. Steps are damped until they help; ends when a step gains less than `tolerance` of the cost.
Vector least_squares(const std::function<Residuals(const Vector&)>& residuals, Vector start, int iterations = 30,
                     double tolerance = 1e-5);

}
