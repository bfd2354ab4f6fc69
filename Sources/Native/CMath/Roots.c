/// cbrt and hypot.
#include "DoubleWord.h"

double rounded_cbrt(double x) {
  int e = exponent(x);
  // Zeros, subnormal numbers, infinities and NaN.
  if (e == 0 || e == 0x7ff) return exact_cbrt(x);
  // |x| = 2^(3 thirds) × m, 1 ≤ m < 8.
  int thirds = (e - 1023 + 1200) / 3 - 400;
  double m = of_bits((bits_of(x) & 0xfffffffffffff) | (uint64_t)(e - 3 * thirds) << 52);
  // Halley's iteration triples the number of correct bits: 5, 15, 45, 53. What is left of the error is computed.
  double y = 0.75 + m * (0.28 - 0.0155 * m);
  for (int step = 0; step < 3; step += 1) {
    double cube = y * y * y;
    y *= (cube + 2 * m) / (2 * cube + m);
  }
  Pair cube = scaled(square(y), y);
  // The next term of the series, (rest ÷ y)², and the roundings of the cube are below 2⁻⁹⁸ of y.
  double rest = ((m - cube.hi) - cube.lo) / (3 * y * y), rounded;
  if (!is_settled((Pair){y, rest}, y * 0x1p-95, &rounded)) return exact_cbrt(x);
  rounded *= of_bits((uint64_t)(thirds + 1023) << 52);
  return x < 0 ? -rounded : rounded;
}

double rounded_hypot(double x, double y) {
  double a = magnitude(x), b = magnitude(y);
  if (!(a >= b)) {
    double other = a;
    a = b;
    b = other;
  }
  // Numbers whose squares could be subnormal or too large, zeros, infinities and NaN.
  if (!is_moderate(a) || exponent(b) == 0x7ff) return b == 0 && exponent(a) < 0x7ff ? a : exact_hypot(x, y);
  // b² ÷ 2a is below half an ulp of a.
  if (b <= a * 0x1p-55) return a;
  Pair aa = square(a), bb = square(b);
  Pair s = ordered_sum(aa.hi, bb.hi);
  double low = s.lo + (aa.lo + bb.lo), root = square_root(s.hi), rounded;
  Pair back = square(root);
  // The squares have an error below 2⁻¹⁰⁴ of their sum, and the next term of the root is below 2⁻¹⁰⁴ of it.
  double rest = ((s.hi - back.hi) - back.lo + low) / (2 * root);
  return is_settled((Pair){root, rest}, root * 0x1p-100, &rounded) ? rounded : exact_hypot(x, y);
}
