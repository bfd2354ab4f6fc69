/// Matérn correlations; a search over a Gaussian process evaluates millions of them. Each is computed by a fixed sequence of
/// additions, multiplications and square roots, without fused instructions, so that processors agree on every bit.
#ifndef DETOUR_MATERN_H
#define DETOUR_MATERN_H

#include <stddef.h>

/// The smoothness ν of the process.
typedef enum { detour_matern_three_halves, detour_matern_five_halves } detour_smoothness;

/// Computes the correlations at `count` squared distances, in length scales, with an error below 1e-15; those
/// below e^-690 are 0. `slopes`, unless NULL, receives their derivatives with respect to ln length, per unit of squared
/// distance along that length.
void detour_matern(
    const double *squares, size_t count, detour_smoothness smoothness, double *values, double *slopes);

/// Returns the sum of the correlations between `place` and `count` points, weighted by `weights`.
///
/// `places` has the coordinates of all points for the first of `dimensions`, then for the next; `scales` has the
/// reciprocals of the lengths.
double detour_matern_sum(
    const double *places, const double *weights, size_t count, const double *place, const double *scales,
    size_t dimensions, detour_smoothness smoothness);

#endif
