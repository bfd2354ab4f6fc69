/// Correctly rounded elementary functions: each returns the double that is nearest to the exact value, ties to even, so that every
/// processor and every C library gives the same bits. docs/decisions/0058 has the methods and their bounds.
///
/// They assume the default rounding mode and set neither `errno` nor flags that anything reads. The program also defines the C library's
/// names of these functions (Names.c), so that libraries linked to it, GSL among them, use them.
#ifndef DETOUR_MATH_H
#define DETOUR_MATH_H

#ifdef __cplusplus
extern "C" {
#endif

double rounded_exp(double x);
double rounded_exp2(double x);
double rounded_log(double x);
double rounded_log2(double x);
double rounded_log10(double x);
/// The natural logarithm of 1 + x.
double rounded_log1p(double x);
double rounded_pow(double x, double y);
double rounded_sin(double x);
double rounded_cos(double x);
double rounded_asin(double x);
/// The angle of the point (x, y), in −π ... π.
double rounded_atan2(double y, double x);
double rounded_cbrt(double x);
double rounded_hypot(double x, double y);

/// The functions by MPFR alone, for tests.
double exact_exp(double x);
double exact_exp2(double x);
double exact_log(double x);
double exact_log2(double x);
double exact_log10(double x);
double exact_log1p(double x);
double exact_pow(double x, double y);
double exact_sin(double x);
double exact_cos(double x);
double exact_asin(double x);
double exact_atan2(double y, double x);
double exact_cbrt(double x);
double exact_hypot(double x, double y);

/// Functions that results need rarely if at all, by MPFR alone: GSL calls them for distributions with special parameters.
double exact_acos(double x);
double exact_acosh(double x);
double exact_atan(double x);
double exact_atanh(double x);
double exact_cosh(double x);
double exact_expm1(double x);
double exact_sinh(double x);
double exact_tan(double x);
double exact_tanh(double x);

#ifdef __cplusplus
}
#endif
#endif
