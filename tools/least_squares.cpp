#include "tools/least_squares.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace fit {

namespace {

constexpr double difference = 1e-3, longest_step = .5, first_damping = 1e-2;

double cost(const Residuals& r)
{
    double sum = 0;
    for (const double x : r.data)
        sum += 2 * (std::sqrt(1 + x * x) - 1);
    for (const double x : r.prior)
        sum += x * x;
    return sum;
}

/// Solves A x = b for a symmetric positive A by Gaussian elimination with pivots.
Vector solve(std::vector<Vector> a, Vector b)
{
    const std::size_t n = b.size();
    for (std::size_t k = 0; k < n; ++k) {
        std::size_t pivot = k;
        for (std::size_t i = k + 1; i < n; ++i)
            if (std::abs(a[i][k]) > std::abs(a[pivot][k]))
                pivot = i;
        std::swap(a[k], a[pivot]);
        std::swap(b[k], b[pivot]);
        for (std::size_t i = k + 1; i < n; ++i) {
            const double factor = a[i][k] / a[k][k];
            for (std::size_t j = k; j < n; ++j)
                a[i][j] -= factor * a[k][j];
            b[i] -= factor * b[k];
        }
    }
    for (std::size_t k = n; k-- > 0;) {
        for (std::size_t j = k + 1; j < n; ++j)
            b[k] -= a[k][j] * b[j];
        b[k] /= a[k][k];
    }
    return b;
}

}

Vector least_squares(const std::function<Residuals(const Vector&)>& residuals, Vector x, int iterations, double tolerance)
{
    const std::size_t n = x.size();
    Residuals r = residuals(x);
    double best = cost(r), damping = first_damping;
    for (int iteration = 0; iteration < iterations; ++iteration) {
        std::vector<Vector> normal(n, Vector(n));
        Vector gradient(n);
        std::vector<Residuals> columns;
        for (std::size_t j = 0; j < n; ++j) {
            Vector moved = x;
            moved[j] += difference;
            columns.push_back(residuals(moved));
            for (std::size_t i = 0; i < r.data.size(); ++i)
                columns[j].data[i] = (columns[j].data[i] - r.data[i]) / difference;
            for (std::size_t i = 0; i < r.prior.size(); ++i)
                columns[j].prior[i] = (columns[j].prior[i] - r.prior[i]) / difference;
        }
        Vector weight(r.data.size());
        for (std::size_t i = 0; i < weight.size(); ++i)
            weight[i] = 1 / std::sqrt(1 + r.data[i] * r.data[i]);
        for (std::size_t j = 0; j < n; ++j) {
            for (std::size_t i = 0; i < weight.size(); ++i)
                gradient[j] -= columns[j].data[i] * weight[i] * r.data[i];
            for (std::size_t i = 0; i < r.prior.size(); ++i)
                gradient[j] -= columns[j].prior[i] * r.prior[i];
            for (std::size_t k = 0; k <= j; ++k) {
                double sum = 0;
                for (std::size_t i = 0; i < weight.size(); ++i)
                    sum += columns[j].data[i] * weight[i] * columns[k].data[i];
                for (std::size_t i = 0; i < r.prior.size(); ++i)
                    sum += columns[j].prior[i] * columns[k].prior[i];
                normal[j][k] = normal[k][j] = sum;
            }
        }
        bool improved = false;
        double gain = 0;
        for (int attempt = 0; attempt < 8 && !improved; ++attempt) {
            std::vector<Vector> damped = normal;
            for (std::size_t j = 0; j < n; ++j)
                damped[j][j] *= 1 + damping;
            Vector next = solve(damped, gradient);
            for (std::size_t j = 0; j < n; ++j)
                next[j] = x[j] + std::clamp(next[j], -longest_step, longest_step);
            const Residuals candidate = residuals(next);
            const double value = cost(candidate);
            improved = value < best;
            damping = improved ? std::max(damping / 5, 1e-7) : damping * 4;
            if (improved) {
                gain = best - value;
                best = value;
                x = next;
                r = candidate;
            }
        }
        if (!improved || gain < tolerance * best)
            break;
    }
    return x;
}

}
