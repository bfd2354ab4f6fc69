/// pow.
#include "Exponential.h"
#include "Logarithm.h"

/// Returns ln of the reduced argument with a relative error below 2⁻⁸⁰.
///
/// z − z² ÷ 2 + z³ ÷ 3 − z⁴ ÷ 4 is computed in pairs, with errors below 2⁻⁹⁸ of it. The rest, z⁵ (1/5 − z/6 + …), has six roundings of
/// at most u, and is below 2^−30.3 of the result near one: 2^−80.7. Elsewhere its error is below 2⁻⁹², that of the tables below 2⁻⁹⁴, and the
/// result at least 2⁻⁸.
static inline Pair long_logarithm(Reduced x) {
  double z = x.z.hi;
  double q = 1.0 / 5 + z * (-1.0 / 6 + z * (1.0 / 7 + z * (-1.0 / 8 + z * (1.0 / 9 + z * (-1.0 / 10 + z * (1.0 / 11 +
    z * (-1.0 / 12)))))));
  Pair p = ordered_sum(-0.25, z * q);
  p = plus((Pair){third_pair[0], third_pair[1]}, times(x.z, p));
  p = plus((Pair){-0.5, 0}, times(x.z, p));
  p = plus(x.z, times(times(x.z, x.z), p));
  const double *t = logarithm_table[x.i];
  double exact = x.k * ln2_parts[0] + t[1];
  Pair s = ordered_sum(exact, p.hi);
  return ordered_sum(s.hi, s.lo + (p.lo + (x.k * ln2_parts[1] + t[2])));
}

/// Whether the finite number `y` is an odd integer, an even one (2), or none (0).
static int parity(double y) {
  double size = magnitude(y);
  if (size >= 0x1p53) return 2;
  if (size < 1) return size == 0 ? 2 : 0;
  int64_t whole = (int64_t)size;
  return (double)whole != size ? 0 : whole & 1 ? 1 : 2;
}

double rounded_pow(double x, double y) {
  // Each of these is rounded once.
  if (y == 1) return x;
  if (y == 2) return x * x;
  if (y == -1) return 1 / x;
  double size = magnitude(x), sign = 1;
  if (!(size > 0 && size < __builtin_inf() && magnitude(y) < __builtin_inf())) return exact_pow(x, y);
  if (x < 0) {
    int kind = parity(y);
    if (kind == 0) return exact_pow(x, y);
    if (kind == 1) sign = -1;
  }
  if (y == 0.5) return square_root(x);
  Reduced reduced = reduction(exponent(size) > 0 ? size : size * 0x1p54, 0);
  if (exponent(size) == 0) reduced.k -= 54;
  Pair log = long_logarithm(reduced);
  double power = y * log.hi;
  if (power > 709.8) return sign * __builtin_inf();
  if (power < -708) return power < -746 ? sign * 0.0 : exact_pow(x, y);
  if (magnitude(power) < 0x1p-60) return sign;
  int64_t k;
  Pair r = less_powers(scaled(log, y), &k);
  Pair value = exponential(k, r);
  double rounded;
  // The error of the logarithm becomes at most 2^9.6 × 2⁻⁸⁰, that of the exponential is 2^−67.8.
  if (!is_settled(value, value.hi * 0x1p-66, &rounded)) return exact_pow(x, y);
  return sign * raised(rounded, k >> 7);
}
