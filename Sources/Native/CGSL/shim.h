/* The GNU Scientific Library as Swift sees it. */
#ifndef CGSL_SHIM_H
#define CGSL_SHIM_H

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <gsl/gsl_multifit.h>
#include <gsl/gsl_qrng.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_sf.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics.h>

/* Sobol' points; a C global cannot be seen by Swift. */
static inline gsl_qrng *detour_qrng_sobol(unsigned int dimensions) {
  return gsl_qrng_alloc(gsl_qrng_sobol, dimensions);
}

#endif
