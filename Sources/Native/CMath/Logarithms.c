/// log, log2, log10 and log1p.
#include "Logarithm.h"

/// Returns ln of the reduced argument with a relative error below 2^−65.9.
///
/// The sum k ln 2 − ln r + z − z² ÷ 2 is exact up to 2⁻⁸⁵ of the result. The rest, z³ (1/3 − z/4 + …), has five roundings of at most u.
/// Near one it is below 2^−15.5 of the result, which gives 2^−66.2, and z is one double. Elsewhere it is below 2^−25.2 and the result at
/// least 2⁻⁸; with z² times the lower part of z, which is left out, this gives 2⁻⁶⁷. The error of z in `log1p` adds 2⁻⁷⁰, the end of the series 2⁻⁸⁰.
static inline Pair logarithm(Reduced x) {
  double z = x.z.hi;
  double p = z * (-1.0 / 4 + z * (1.0 / 5 + z * (-1.0 / 6 + z * (1.0 / 7 + z * (-1.0 / 8 + z * (1.0 / 9 + z * (-1.0 / 10 +
    z * (1.0 / 11))))))));
  Pair zz = square(z);
  double cubic = zz.hi * (z * (1.0 / 3 + p));
  const double *t = logarithm_table[x.i];
  // The first sum is exact: both are multiples of 2⁻⁴² below 2¹⁰.
  Pair a = ordered_sum(x.k * ln2_parts[0] + t[1], z);
  Pair b = ordered_sum(a.hi, -0.5 * zz.hi);
  Pair c = ordered_sum(b.hi, cubic);
  double low = (x.z.lo - 0.5 * zz.lo - z * x.z.lo) + (x.k * ln2_parts[1] + t[2]);
  return ordered_sum(c.hi, c.lo + (b.lo + (a.lo + low)));
}

#define LOGARITHM_ERROR 0x1p-65

/// Returns the logarithm of the positive finite number `x`.
static inline Pair logarithm_of(double x) {
  if (exponent(x) > 0) return logarithm(reduction(x, 0));
  Reduced scaled = reduction(x * 0x1p54, 0);
  scaled.k -= 54;
  return logarithm(scaled);
}

static inline int is_positive_and_finite(double x) { return x > 0 && x < __builtin_inf(); }

double rounded_log(double x) {
  if (!is_positive_and_finite(x)) return exact_log(x);
  Pair value = logarithm_of(x);
  double rounded;
  return is_settled(value, magnitude(value.hi) * LOGARITHM_ERROR, &rounded) ? rounded : exact_log(x);
}

// The factors of these two add an error below 8u².

double rounded_log2(double x) {
  if (!is_positive_and_finite(x)) return exact_log2(x);
  Pair value = times((Pair){log2_e[0], log2_e[1]}, logarithm_of(x));
  double rounded;
  return is_settled(value, magnitude(value.hi) * LOGARITHM_ERROR, &rounded) ? rounded : exact_log2(x);
}

double rounded_log10(double x) {
  if (!is_positive_and_finite(x)) return exact_log10(x);
  Pair value = times((Pair){log10_e[0], log10_e[1]}, logarithm_of(x));
  double rounded;
  return is_settled(value, magnitude(value.hi) * LOGARITHM_ERROR, &rounded) ? rounded : exact_log10(x);
}

double rounded_log1p(double x) {
  if (!(x > -1 && x < __builtin_inf())) return exact_log1p(x);
  // x − x² ÷ 2 is nearer to x than to any other double.
  if (magnitude(x) < 0x1p-60) return x;
  Pair s = sum(1, x);
  // 1 ÷ x is below 2⁻¹²⁰ of the result.
  Reduced reduced = reduction(s.hi, x < 0x1p120 ? s.lo : 0);
  if (is_near_one(reduced)) reduced.z = (Pair){x, 0};
  Pair value = logarithm(reduced);
  double rounded;
  return is_settled(value, magnitude(value.hi) * LOGARITHM_ERROR, &rounded) ? rounded : exact_log1p(x);
}
