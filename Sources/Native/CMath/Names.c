/// The C library's names of these functions. The program's definitions come before those of libm, also for shared libraries that it is
/// linked with: GSL draws and computes by them.
#include "DoubleWord.h"

#define SAME(name, rounded) \
  double name(double x);    \
  double name(double x) { return rounded(x); }
#define SAME_OF_TWO(name, rounded)     \
  double name(double x, double y);     \
  double name(double x, double y) { return rounded(x, y); }

SAME(exp, rounded_exp)
SAME(exp2, rounded_exp2)
SAME(log, rounded_log)
SAME(log2, rounded_log2)
SAME(log10, rounded_log10)
SAME(log1p, rounded_log1p)
SAME(sin, rounded_sin)
SAME(cos, rounded_cos)
SAME(asin, rounded_asin)
SAME(cbrt, rounded_cbrt)
SAME_OF_TWO(pow, rounded_pow)
SAME_OF_TWO(atan2, rounded_atan2)
SAME_OF_TWO(hypot, rounded_hypot)
SAME(acos, exact_acos)
SAME(acosh, exact_acosh)
SAME(atan, exact_atan)
SAME(atanh, exact_atanh)
SAME(cosh, exact_cosh)
SAME(expm1, exact_expm1)
SAME(sinh, exact_sinh)
SAME(tan, exact_tan)
SAME(tanh, exact_tanh)

/// Returns the float nearest to the root of x² + y².
float hypotf(float x, float y);
float hypotf(float x, float y) {
  double root = rounded_hypot(x, y);
  // Halfway between two floats, the remainder decides; squares of floats, and that of 25 bits, are exact.
  if ((bits_of(root) & 0x1fffffff) == 0x10000000 && is_moderate(root)) {
    Pair rest = sum((double)x * x, (double)y * y);
    double over = (rest.hi - root * root) + rest.lo;
    if (over != 0) root = of_bits(bits_of(root) + (over > 0 ? 1 : -1));
  }
  return (float)root;
}

void sincos(double x, double *sine, double *cosine);
void sincos(double x, double *sine, double *cosine) {
  *sine = rounded_sin(x);
  *cosine = rounded_cos(x);
}
