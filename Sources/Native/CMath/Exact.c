/// The functions by MPFR, which rounds correctly, subnormal results included.
#include <mpfr.h>
#include <stdint.h>

#include "CMath.h"

enum { precision = 53, least_exponent = -1073, greatest_exponent = 1024 };

typedef struct {
  mpfr_t result, x, y;
  uint64_t limbs[3];
  mpfr_exp_t least, greatest;
} Work;

/// Prepares `work` with the range of a double, without allocating memory.
static void begin(Work *work, double x, double y) {
  work->least = mpfr_get_emin();
  work->greatest = mpfr_get_emax();
  mpfr_set_emin(least_exponent);
  mpfr_set_emax(greatest_exponent);
  mpfr_custom_init_set(work->result, MPFR_NAN_KIND, 0, precision, &work->limbs[0]);
  mpfr_custom_init_set(work->x, MPFR_NAN_KIND, 0, precision, &work->limbs[1]);
  mpfr_custom_init_set(work->y, MPFR_NAN_KIND, 0, precision, &work->limbs[2]);
  mpfr_set_d(work->x, x, MPFR_RNDN);
  mpfr_set_d(work->y, y, MPFR_RNDN);
}

/// Returns the result, of which `direction` says how it was rounded.
static double end(Work *work, int direction) {
  mpfr_subnormalize(work->result, direction, MPFR_RNDN);
  double result = mpfr_get_d(work->result, MPFR_RNDN);
  mpfr_set_emin(work->least);
  mpfr_set_emax(work->greatest);
  // Constants of this thread, which would be lost at its end.
  mpfr_free_cache2(MPFR_FREE_LOCAL_CACHE);
  return result;
}

#define UNARY(name)                                                  \
  double exact_##name(double x) {                                    \
    Work work;                                                       \
    begin(&work, x, 0);                                              \
    return end(&work, mpfr_##name(work.result, work.x, MPFR_RNDN));  \
  }

#define BINARY(name)                                                         \
  double exact_##name(double x, double y) {                                  \
    Work work;                                                               \
    begin(&work, x, y);                                                      \
    return end(&work, mpfr_##name(work.result, work.x, work.y, MPFR_RNDN));  \
  }

UNARY(exp)
UNARY(exp2)
UNARY(expm1)
UNARY(log)
UNARY(log2)
UNARY(log10)
UNARY(log1p)
UNARY(sin)
UNARY(cos)
UNARY(tan)
UNARY(asin)
UNARY(acos)
UNARY(atan)
UNARY(sinh)
UNARY(cosh)
UNARY(tanh)
UNARY(acosh)
UNARY(atanh)
UNARY(cbrt)
BINARY(pow)
BINARY(atan2)
BINARY(hypot)
