/// exp and exp2.
#include "Exponential.h"

double rounded_exp(double x) {
  // Results below the normal numbers, and NaN.
  if (!(x >= -708)) return x < -746 ? 0 : exact_exp(x);
  if (x > 709.79) return __builtin_inf();
  if (magnitude(x) < 0x1p-54) return 1 + x;
  int64_t k;
  Pair r = less_powers((Pair){x, 0}, &k);
  Pair value = exponential(k, r);
  double rounded;
  if (!is_settled(value, value.hi * 0x1p-67, &rounded)) return exact_exp(x);
  return raised(rounded, k >> 7);
}

double rounded_exp2(double x) {
  if (!(x >= -1022)) return x < -1076 ? 0 : exact_exp2(x);
  if (x >= 1024) return __builtin_inf();
  if (magnitude(x) < 0x1p-54) return 1 + x;
  double n = (x * 128 + TO_INTEGER) - TO_INTEGER;
  int64_t k = (int64_t)n;
  // The difference is exact, and its product with ln 2 has an error below 4u².
  Pair r = scaled((Pair){ln2_pair[0], ln2_pair[1]}, x - n / 128);
  Pair value = exponential(k, r);
  double rounded;
  if (!is_settled(value, value.hi * 0x1p-67, &rounded)) return exact_exp2(x);
  return raised(rounded, k >> 7);
}
