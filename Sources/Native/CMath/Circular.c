/// sin and cos.
#include "DoubleWord.h"
#include "Tables.h"

/// Returns sin(x + quarters × π ÷ 2), with a relative error below 2^−65.8; `is_exact` is 0 where x is too near to a zero for it.
///
/// x = k π ÷ 128 + r, |r| < 2^−6.34. With S and C, the sine and the cosine of k π ÷ 128, the result is S + C r − S r² ÷ 2 + C (sin r − r) +
/// S (cos r − 1 + r² ÷ 2). The first three are computed in pairs. The fourth is below 2^−15.2 of the result, also next to a zero,
/// and has five roundings of at most u: 2^−65.9. The fifth is below 2⁻²⁵ of it. The series end with errors of 2⁻⁸⁰.
static Pair sine(double x, int quarters, int *is_exact) {
  double n = (x * per_pi[0] + 0x1.8p52) - 0x1.8p52;
  int place = ((int)n + 64 * quarters) & 255;
  // k has at most 21 bits and the parts of π ÷ 128 at most 32: both products are exact, and the first difference is.
  Pair r = sum(x - n * pi_128th[0], -(n * pi_128th[1]));
  r = ordered_sum(r.hi, r.lo - n * pi_128th[2]);
  const double *s = sine_table[place], *c = sine_table[(place + 64) & 255];
  // r has an absolute error of 2⁻¹⁰².
  *is_exact = n == 0 || s[0] != 0 || magnitude(r.hi) > 0x1p-30;
  Pair rr = square(r.hi);
  double half = 0.5 * rr.hi;
  double cubic = rr.hi * (r.hi * (-1.0 / 6 + rr.hi * (1.0 / 120 + rr.hi * (-1.0 / 5040 + rr.hi * (1.0 / 362880)))));
  double quartic = rr.hi * (rr.hi * (1.0 / 24 + rr.hi * (-1.0 / 720 + rr.hi * (1.0 / 40320))));
  Pair linear = product(c[0], r.hi), curve = product(s[0], -half);
  Pair a = sum(s[0], linear.hi);
  Pair b = ordered_sum(a.hi, curve.hi);
  Pair d = ordered_sum(b.hi, c[0] * cubic);
  double low = c[0] * (r.lo - r.lo * half) + c[1] * r.hi + s[1] - s[1] * half - s[0] * (0.5 * rr.lo + r.hi * r.lo) + s[0] * quartic;
  return ordered_sum(d.hi, d.lo + (b.lo + (a.lo + (linear.lo + curve.lo + low))));
}

double rounded_sin(double x) {
  double size = magnitude(x), rounded;
  // x³ ÷ 6 is below half an ulp of x.
  if (size < 0x1p-27) return x;
  if (!(size < 0x1p15)) return exact_sin(x);
  int is_exact;
  Pair value = sine(x, 0, &is_exact);
  return is_exact && is_settled(value, magnitude(value.hi) * 0x1p-65, &rounded) ? rounded : exact_sin(x);
}

double rounded_cos(double x) {
  double size = magnitude(x), rounded;
  if (size < 0x1p-27) return 1;
  if (!(size < 0x1p15)) return exact_cos(x);
  int is_exact;
  Pair value = sine(x, 1, &is_exact);
  return is_exact && is_settled(value, magnitude(value.hi) * 0x1p-65, &rounded) ? rounded : exact_cos(x);
}
