/// Numbers as the unevaluated sum of two doubles, and the test whether the rounding of one is settled. u is 2⁻⁵³ throughout.
///
/// Nothing here needs a fused multiply-add, and none may be made of it: Package.swift passes -ffp-contract=off.
#ifndef DETOUR_DOUBLE_WORD_H
#define DETOUR_DOUBLE_WORD_H

#include <stdint.h>

#include "CMath.h"

typedef struct {
  double hi, lo;
} Pair;

static inline uint64_t bits_of(double x) {
  uint64_t bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  return bits;
}

static inline double of_bits(uint64_t bits) {
  double x;
  __builtin_memcpy(&x, &bits, sizeof x);
  return x;
}

static inline double magnitude(double x) { return of_bits(bits_of(x) & INT64_MAX); }

static inline double square_root(double x) { return __builtin_sqrt(x); }

/// The biased exponent of `x`, sign left out: 0 for zeros and subnormal numbers, 0x7ff for infinities and NaN.
static inline int exponent(double x) { return (int)(bits_of(x) >> 52 & 0x7ff); }

/// Whether `x` is in 2⁻⁴⁰⁰ ..< 2⁴⁰¹, so that products of such numbers and their parts are normal.
static inline int is_moderate(double x) { return exponent(x) >= 623 && exponent(x) <= 1423; }

/// The exact sum of `a` and `b` (Knuth).
static inline Pair sum(double a, double b) {
  double s = a + b, t = s - a;
  return (Pair){s, (a - (s - t)) + (b - t)};
}

/// The exact sum of `a` and `b`, where `a` is 0 or |a| ≥ |b| (Dekker).
static inline Pair ordered_sum(double a, double b) {
  double s = a + b;
  return (Pair){s, b - (s - a)};
}

/// `x` as two numbers of 26 bits (Veltkamp). |x| < 2⁹⁹⁵.
static inline Pair halves(double x) {
  double c = 0x1.0000002p27 * x, high = c - (c - x);
  return (Pair){high, x - high};
}

/// `x` as a number of 26 bits and one of 27 bits.
static inline Pair cut(double x) {
  double high = of_bits(bits_of(x) & ~(uint64_t)0x7ffffff);
  return (Pair){high, x - high};
}

/// The exact product of `a` and `b` (Dekker), where no part of it is subnormal.
static inline Pair product(double a, double b) {
  Pair x = halves(a), y = halves(b);
  double p = a * b;
  return (Pair){p, ((x.hi * y.hi - p) + x.hi * y.lo + x.lo * y.hi) + x.lo * y.lo};
}

/// The exact square of `a`, likewise.
static inline Pair square(double a) {
  Pair x = halves(a);
  double p = a * a;
  return (Pair){p, ((x.hi * x.hi - p) + 2 * (x.hi * x.lo)) + x.lo * x.lo};
}

/// x × y with a relative error below 8u² (Joldes, Muller, Popescu 2017, https://doi.org/10.1145/3121432).
static inline Pair times(Pair x, Pair y) {
  Pair p = product(x.hi, y.hi);
  return ordered_sum(p.hi, p.lo + (x.hi * y.lo + x.lo * y.hi));
}

/// x × y, with a relative error below 4u².
static inline Pair scaled(Pair x, double y) {
  Pair p = product(x.hi, y);
  return ordered_sum(p.hi, p.lo + x.lo * y);
}

/// x + y, where |y| < |x| ÷ 2 or x is 0, with an error below 4u² × |x + y|.
static inline Pair plus(Pair x, Pair y) {
  Pair s = sum(x.hi, y.hi);
  return ordered_sum(s.hi, s.lo + (x.lo + y.lo));
}

#ifdef DETOUR_MATH_PROBE
/// Tests/Rounding measures the errors of `value`.
void detour_math_probe(double hi, double lo, double error);
#endif

/// Ziv's rounding test. `value` approximates a number with an absolute error of at most 0.99 × `error`; where both ends of the interval
/// round to the same double, the number does so too. The factor covers the roundings of lo ± error.
static inline int is_settled(Pair value, double error, double *rounded) {
#ifdef DETOUR_MATH_PROBE
  detour_math_probe(value.hi, value.lo, error);
#endif
  *rounded = value.hi + (value.lo + error);
  return *rounded == value.hi + (value.lo - error);
}

#endif
