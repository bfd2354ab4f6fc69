/// asin and atan2.
#include "DoubleWord.h"
#include "Tables.h"

/// Returns c × y as an exact sum, for a number c of at most 7 bits.
static inline Pair short_product(double c, double y) {
  Pair parts = cut(y);
  return (Pair){c * parts.hi, c * parts.lo};
}

/// Returns the angle of (x, y) in 0 ... π with a relative error below 2^−65.8; x and y are positive, `left` says that x is to be negated.
///
/// With c = i ÷ 64 near the quotient of the smaller by the greater number, the angle of both is arctan c + arctan t, where t = (y − c x) ÷
/// (x + c y) is below 2⁻⁷ and computed in pairs. The rest of the series of arctan t, below 2^−15.5 of it, has five roundings of at most
/// u: where c is 0, 2^−66.2 of the result, elsewhere less. Half turns and quarters are added or subtracted without cancellation.
static Pair angle(Pair y, Pair x, int left) {
  int is_steep = y.hi > x.hi;
  if (is_steep) {
    Pair other = y;
    y = x;
    x = other;
  }
  int i = (int)(y.hi / x.hi * 64 + 0.5);
  double c = i / 64.0;
  Pair cx = short_product(c, x.hi), cy = short_product(c, y.hi);
  Pair n = sum(y.hi, -cx.hi), d = sum(x.hi, cy.hi);
  Pair n2 = sum(n.hi, -cx.lo), d2 = sum(d.hi, cy.lo);
  n = sum(n2.hi, n2.lo + n.lo + (y.lo - c * x.lo));
  d = ordered_sum(d2.hi, d2.lo + d.lo + (x.lo + c * y.lo));
  double t = n.hi / d.hi;
  Pair back = product(t, d.hi);
  double rest = ((n.hi - back.hi) - back.lo + n.lo - t * d.lo) / d.hi;
  double tt = t * t;
  double tail = tt * (t * (-1.0 / 3 + tt * (1.0 / 5 + tt * (-1.0 / 7 + tt * (1.0 / 9 + tt * (-1.0 / 11))))));
  const double *a = arctangent_table[i];
  // The angle is base + sign × (arctan c + arctan t).
  double sign = is_steep != left ? -1 : 1;
  double base = is_steep ? 0.5 : left ? 1 : 0;
  Pair p = sum(base * pi_pair[0], sign * a[0]);
  Pair q = sum(p.hi, sign * t);
  Pair s = sum(q.hi, sign * tail);
  return sum(s.hi, s.lo + (q.lo + (p.lo + (base * pi_pair[1] + sign * (a[1] + (rest - tt * rest))))));
}

double rounded_atan2(double y, double x) {
  double rounded, sign = of_bits((bits_of(y) & ~(uint64_t)INT64_MAX) | bits_of(1.0));
  // Zeros, infinities, NaN, and numbers of which products could be subnormal or too large.
  if (!is_moderate(x) || !is_moderate(y)) return exact_atan2(y, x);
  Pair value = angle((Pair){magnitude(y), 0}, (Pair){magnitude(x), 0}, x < 0);
  return is_settled(value, value.hi * 0x1p-65, &rounded) ? sign * rounded : exact_atan2(y, x);
}

double rounded_asin(double x) {
  double size = magnitude(x), rounded;
  if (!(size < 1)) return exact_asin(x);
  // x³ ÷ 6 is below half an ulp of x.
  if (size < 0x1p-26) return x;
  Pair xx = square(x);
  if (size < 0x1p-7) {
    // The rest of the series, below 2^−16.5 of x, has five roundings of at most u, and ends with an error of 2⁻⁷⁴ × u.
    double p = xx.hi;
    double tail = p * (x * (1.0 / 6 + p * (3.0 / 40 + p * (15.0 / 336 + p * (105.0 / 3456 + p * (945.0 / 42240))))));
    Pair value = ordered_sum(x, tail);
    return is_settled(value, size * 0x1p-65, &rounded) ? rounded : exact_asin(x);
  }
  // The angle of (√(1 − x²), x). 1 − x² has an error below u² of it, its root below 4u².
  Pair rest = ordered_sum(1, -xx.hi);
  rest = ordered_sum(rest.hi, rest.lo - xx.lo);
  double root = square_root(rest.hi);
  Pair back = square(root);
  double low = ((rest.hi - back.hi) - back.lo + rest.lo) / (2 * root);
  Pair value = angle((Pair){size, 0}, ordered_sum(root, low), 0);
  if (!is_settled(value, value.hi * 0x1p-65, &rounded)) return exact_asin(x);
  return x < 0 ? -rounded : rounded;
}
