/* The GNU Scientific Library as Swift sees it. */
#ifndef CGSL_SHIM_H
#define CGSL_SHIM_H

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_eigen.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_math.h>
#include <gsl/gsl_multifit.h>
#include <gsl/gsl_multimin.h>
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

/* Minimisation by BFGS, likewise. */
static inline gsl_multimin_fdfminimizer *detour_bfgs(size_t dimensions) {
  return gsl_multimin_fdfminimizer_alloc(gsl_multimin_fdfminimizer_vector_bfgs2, dimensions);
}

#endif
