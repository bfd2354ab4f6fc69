/// The exponential function of a pair, which exp, exp2 and pow share.
#ifndef DETOUR_EXPONENTIAL_H
#define DETOUR_EXPONENTIAL_H

#include "DoubleWord.h"
#include "Tables.h"

/// A double below 2⁵¹ is rounded to an integer by adding this and taking it away.
#define TO_INTEGER 0x1.8p52

/// Returns e^(hi + lo) × 2^(k ÷ 128), without its power of two, with a relative error below 2^−67.8, for
/// |hi + lo| < 2^−8.52 and |lo| ≤ u |hi|.
///
/// With T = 2^(j ÷ 128), the result is T + T × hi + T × p, where p = e^(hi + lo) − 1 − hi is below 2⁻¹⁸. T × hi is exact as a pair. Three
/// roundings of the series, one of p, one of T × p and three of sums below 2⁻¹⁸ T make at most 8u × 2⁻¹⁸ = 2⁻⁶⁸; the lower part of T times
/// p, which is left out, is below 2⁻⁷¹. The series ends with an error of 2⁻⁸³.
static inline Pair exponential(int64_t k, Pair r) {
  double x = r.hi;
  double tail = x * x * (0.5 + x * (1.0 / 6 + x * (1.0 / 24 + x * (1.0 / 120 + x * (1.0 / 720 + x * (1.0 / 5040))))));
  double p = tail + (r.lo + r.lo * x);
  const double *t = power_table[k & 127];
  Pair linear = product(t[0], x);
  Pair s = ordered_sum(t[0], linear.hi);
  return ordered_sum(s.hi, s.lo + (linear.lo + (t[1] + (t[0] * p + t[1] * x))));
}

/// Returns (hi + lo) − k × ln 2 ÷ 128 with an error below 2⁻¹⁰⁰, and k, for |hi + lo| < 750.
///
/// k has at most 18 bits and the first two parts of ln 2 ÷ 128 at most 33, so that their products with k are exact.
static inline Pair less_powers(Pair x, int64_t *k) {
  double n = (x.hi * per_ln2[0] + TO_INTEGER) - TO_INTEGER;
  *k = (int64_t)n;
  // Exact: a multiple of the ulp of x or of 2⁻⁴⁰, below 2⁻⁸.
  double first = x.hi - n * ln2_128th[0];
  Pair r = sum(first, -(n * ln2_128th[1]));
  return ordered_sum(r.hi, r.lo + (x.lo - n * ln2_128th[2]));
}

/// Returns `x` × 2^n, which is not subnormal; infinity where it is too large.
static inline double raised(double x, int64_t n) {
  if (n > 1023) return x * 2 * 0x1p1023;
  return x * of_bits((uint64_t)(n + 1023) << 52);
}

#endif
