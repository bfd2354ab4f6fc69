/// The reduction of the argument that all logarithms share.
#ifndef DETOUR_LOGARITHM_H
#define DETOUR_LOGARITHM_H

#include "DoubleWord.h"
#include "Tables.h"

/// x = 2^k × (1 + z) ÷ r, where r is the reciprocal of interval `i`.
typedef struct {
  int i, k;
  Pair z;
} Reduced;

/// Returns the reduction of the positive normal number `x` + `low`, where |low| ≤ u x.
///
/// r has 13 bits, so that its products with both parts of the significand are exact: for low = 0, z is exact. |z| < 2⁻⁷ if r is 1,
/// otherwise |z| < 2^−7.9, and low adds an error below 2⁻⁷⁸.
static inline Reduced reduction(double x, double low) {
  uint64_t bits = bits_of(x), from = bits - 0x3fe6000000000000;
  Reduced found;
  found.k = (int)((int64_t)from >> 52);
  found.i = (int)(from >> 45 & 127);
  Pair m = cut(of_bits(bits - (from & 0xfff0000000000000)));
  double r = logarithm_table[found.i][0];
  double rest = r * m.lo;
  if (low != 0) rest += r * (low * of_bits((uint64_t)(1023 - found.k) << 52));
  found.z = sum(r * m.hi - 1, rest);
  return found;
}

/// Whether −ln r and k × ln 2 are 0, so that the logarithm is that of 1 + z.
static inline int is_near_one(Reduced x) { return x.k == 0 && (x.i == 79 || x.i == 80); }

#endif
