/// Prints hashes of the draws and distributions of GSL that Detour uses: Tests/Rounding/arm.sh compares them between processors.
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

static uint64_t hash;

static void add(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  hash = (hash ^ bits) * 0x100000001b3;
}

static void print(const char *name) {
  printf("%-12s %016" PRIx64 "\n", name, hash);
  hash = 0xcbf29ce484222325;
}

#define DRAWS(name, draw)                                  \
  gsl_rng_set(random, 7);                                  \
  for (int i = 0; i < 200000; i += 1) add(draw);           \
  print(name);

#define VALUES(name, value)                                \
  for (int i = 1; i < 4000; i += 1) {                      \
    double p = i / 4000.0;                                 \
    unsigned n = 1 + (unsigned)i % 60;                     \
    (void)n;                                               \
    add(value);                                            \
  }                                                        \
  print(name);

int main(void) {
  gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
  gsl_set_error_handler_off();
  print("start");
  DRAWS("uniform", gsl_rng_uniform(random))
  DRAWS("exponential", gsl_ran_exponential(random, 60))
  DRAWS("normal", gsl_ran_gaussian_ziggurat(random, 3))
  DRAWS("lognormal", gsl_ran_lognormal(random, 1, 0.5))
  DRAWS("gamma", gsl_ran_gamma(random, 2.5, 3))
  DRAWS("gamma 0.5", gsl_ran_gamma(random, 0.5, 3))
  DRAWS("Poisson", gsl_ran_poisson(random, 3.5))
  DRAWS("great Poisson", gsl_ran_poisson(random, 1e4))
  gsl_rng_set(random, 7);
  for (int i = 0; i < 200000; i += 1) {
    double x, y;
    gsl_ran_dir_2d(random, &x, &y);
    add(x), add(y);
  }
  print("direction");
  VALUES("t quantile", gsl_cdf_tdist_Pinv(p, n))
  VALUES("t", gsl_cdf_tdist_Q(8 * p - 4, n))
  VALUES("F", gsl_cdf_fdist_Q(5 * p, n, 7))
  VALUES("binomial", gsl_cdf_binomial_P(n / 2, p, n))
  VALUES("quantile", gsl_cdf_ugaussian_Pinv(p))
  VALUES("normal law", gsl_cdf_ugaussian_P(8 * p - 4))
  VALUES("density", gsl_ran_ugaussian_pdf(8 * p - 4))
  gsl_rng_free(random);
  return 0;
}
