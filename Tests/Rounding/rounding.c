/// Compares each function of CMath with MPFR, measures the error of what comes before its rounding, and times it beside the C library's.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <mpfr.h>

#include "CMath.h"
#include "RoundingProof.h"

// ---- Arguments ----

static uint64_t state;

/// splitmix64.
static uint64_t draw(void) {
  uint64_t z = state += 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

static double of_bits(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

static uint64_t bits_of(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

static double uniform(double low, double high) { return low + (high - low) * ((double)(draw() >> 11) * 0x1p-53); }

/// A number of either sign whose exponent is uniform in `low` ..< `high`.
static double of_exponent(int low, int high) {
  int exponent = low + (int)(draw() % (uint64_t)(high - low));
  uint64_t fraction = draw();
  return of_bits((fraction & 0x800fffffffffffff) | (uint64_t)(exponent + 1023) << 52);
}

/// A number a few ulps from `x`.
static double near(double x) { return of_bits(bits_of(x) + (draw() % 17) - 8); }

/// A number with few bits, of which powers and roots are often exact or halfway between doubles.
static double of_few_bits(int most) {
  int count = 1 + (int)(draw() % (uint64_t)most);
  return (double)((draw() & ((UINT64_C(1) << count) - 1)) + 1);
}

static const double specials[] = {
  0.0, -0.0, 1, -1, 2, -2, 0.5, -0.5, 3, -3, 10, 0x1p-1074, -0x1p-1074, 0x1p-1022, -0x1p-1022, 0x1.fffffffffffffp1023, -0x1.fffffffffffffp1023,
  INFINITY, -INFINITY, NAN, 0x1p52, 0x1p53, -0x1p53, 0x1.fffffffffffffp52, 1024, -1022, -1074, -1075, -1075.5, 709.782712893384, 709.79, -745.2,
  -745.1332191019412, -708.3964185322641, 0x1p15, 0x1p-27, 0x1p-26, 0x1p-54, 0x1p-60, 0x1p-7, 0x1p500, 0x1p-500, 0x1.921fb54442d18p+0,
  0x1.921fb54442d18p+1, 0x1.fffffffffffffp-1, 0x1.0000000000001p0,
};
enum { special_count = sizeof specials / sizeof *specials };

typedef double One(double);
typedef double Two(double, double);

typedef struct {
  const char *name;
  One *one, *exact_one;
  Two *two, *exact_two;
  void (*arguments)(double *x, double *y, uint64_t kind);
  /// The relative error that the code claims.
  double claimed;
  /// The worst known arguments.
  const double *hard;
  int hard_count;
  int (*long_one)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t), (*long_two)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);
} Function;

static void for_exp(double *x, double *y, uint64_t kind) {
  (void)y;
  *x = kind == 0 ? uniform(-750, 712) : kind == 1 ? of_exponent(-60, 10) : kind == 2 ? uniform(-1, 1) : uniform(-40, 10);
}
static void for_exp2(double *x, double *y, uint64_t kind) {
  (void)y;
  *x = kind == 0 ? uniform(-1080, 1025) : kind == 1 ? of_exponent(-60, 11) : kind == 2 ? uniform(-1, 1) : near((double)(int)(draw() % 2100) - 1075);
}
static void for_log(double *x, double *y, uint64_t kind) {
  (void)y;
  *x = kind == 0 ? fabs(of_exponent(-1022, 1024))
     : kind == 1 ? 1 + of_exponent(-53, -1)
     : kind == 2 ? uniform(0, 2)
     : draw() % 4 ? uniform(0, 1e6) : of_bits(draw() & 0xfffffffffffff);
}
static void for_log1p(double *x, double *y, uint64_t kind) {
  (void)y;
  *x = kind == 0 ? fabs(of_exponent(-200, 200)) : kind == 1 ? of_exponent(-62, 0) : kind == 2 ? uniform(-1, 1) : near(uniform(-1, -0.99));
}
static void for_circle(double *x, double *y, uint64_t kind) {
  (void)y;
  double step = 0x1.921fb54442d18p-6;
  *x = kind == 0 ? uniform(-7, 7) : kind == 1 ? of_exponent(-30, 16) : kind == 2 ? near((double)((int)(draw() % 20000) - 10000) * step)
     : draw() % 64 ? uniform(-3.2, 3.2) : of_exponent(10, 1024);
}
static void for_asin(double *x, double *y, uint64_t kind) {
  (void)y;
  *x = kind == 0 ? uniform(-1, 1) : kind == 1 ? of_exponent(-28, 0) : kind == 2 ? near(uniform(-1, 1) * 0x1p-6) : (draw() & 1 ? -1 : 1) * (1 - fabs(of_exponent(-53, -1)));
}
static void for_atan2(double *x, double *y, uint64_t kind) {
  *x = kind == 0 ? uniform(-1, 1) : kind == 1 ? of_exponent(-20, 20) : kind == 2 ? of_exponent(-500, 500) : uniform(-6.4e6, 6.4e6);
  *y = kind == 0 ? uniform(-1, 1) : kind == 1 ? of_exponent(-20, 20) : kind == 2 ? *x * of_exponent(-60, 60) : draw() % 8 ? uniform(-6.4e6, 6.4e6) : near(*x);
}
static void for_cbrt(double *x, double *y, uint64_t kind) {
  (void)y;
  double root = of_few_bits(17);
  *x = kind == 0 ? of_exponent(-1022, 1024) : kind == 1 ? uniform(-1, 1) : kind == 2 ? near(root * root * root) : uniform(0, 8);
}
static void for_hypot(double *x, double *y, uint64_t kind) {
  // (3, 4, 5) times a number that has one bit too many.
  double odd = (double)((draw() >> 12) | 1);
  *x = kind == 0 ? uniform(-1e5, 1e5) : kind == 1 ? of_exponent(-60, 60) : kind == 2 ? (odd < 0x1p53 / 3 ? 3 * odd : odd) : of_exponent(-1000, 1000);
  *y = kind == 0 ? uniform(-1e5, 1e5) : kind == 1 ? of_exponent(-60, 60) : kind == 2 ? 4 * odd : *x * of_exponent(-58, 58);
}
static void for_pow(double *x, double *y, uint64_t kind) {
  *x = kind == 0 ? fabs(of_exponent(-1022, 1024)) : kind == 1 ? uniform(0, 4) : kind == 2 ? of_few_bits(27) : 1 + of_exponent(-53, -1);
  *y = kind == 0 ? uniform(-1, 1) : kind == 1 ? uniform(-600, 600) : kind == 2 ? (double)((int)(draw() % 33) - 16) / (double)(1 << draw() % 3)
     : of_exponent(-10, 62);
  if (draw() % 16 == 0) *x = -*x;
}

#define HARD(name) name##_hard, (int)(sizeof name##_hard / sizeof *name##_hard)
#include "hard.h"

#define ONE(f, arguments, claimed) {#f, rounded_##f, exact_##f, NULL, NULL, arguments, claimed, HARD(f), mpfr_##f, NULL}
#define TWO(f, arguments, claimed) {#f, NULL, NULL, rounded_##f, exact_##f, arguments, claimed, HARD(f), NULL, mpfr_##f}

static const Function functions[detour_function_count] = {
  ONE(exp, for_exp, 0x1p-67),     ONE(exp2, for_exp2, 0x1p-67),   ONE(log, for_log, 0x1p-65),     ONE(log2, for_log, 0x1p-65),
  ONE(log10, for_log, 0x1p-65),   ONE(log1p, for_log1p, 0x1p-65), ONE(sin, for_circle, 0x1p-65),  ONE(cos, for_circle, 0x1p-65),
  ONE(asin, for_asin, 0x1p-65),   ONE(cbrt, for_cbrt, 0x1p-95),   TWO(pow, for_pow, 0x1p-66),     TWO(atan2, for_atan2, 0x1p-65),
  TWO(hypot, for_hypot, 0x1p-100),
};

const char *detour_function_name(int function) { return functions[function].name; }

/// Sets the `place`-th of `count` arguments: special ones first, then hard ones, then drawn ones.
static void set_arguments(const Function *f, long place, double *x, double *y) {
  long special = f->two ? special_count * special_count : special_count;
  *y = 0;
  if (place < special) {
    *x = specials[place % special_count];
    *y = specials[place / special_count % special_count];
  } else if (place - special < f->hard_count / (f->two ? 2 : 1)) {
    const double *hard = f->hard + (place - special) * (f->two ? 2 : 1);
    *x = hard[0];
    if (f->two) *y = hard[1];
  } else {
    f->arguments(x, y, (uint64_t)place & 3);
  }
}

static double value(const Function *f, double x, double y) { return f->one ? f->one(x) : f->two(x, y); }

// ---- The proof ----

static long tests, fallbacks;
static double seen_hi, seen_lo, seen_error;
static int is_seen;

void detour_math_probe(double hi, double lo, double error);
void detour_math_probe(double hi, double lo, double error) {
  seen_hi = hi, seen_lo = lo, seen_error = error, is_seen = 1;
  tests += 1;
  double up = hi + (lo + error), down = hi + (lo - error);
  if (up != down) fallbacks += 1;
}

static int is_same(double a, double b) { return bits_of(a) == bits_of(b) || (isnan(a) && isnan(b)); }

static uint64_t seed_of(const char *name) {
  uint64_t hash = 0xcbf29ce484222325;
  for (; *name; name += 1) hash = (hash ^ (uint8_t)*name) * 0x100000001b3;
  return hash;
}

/// The relative error of the pair `hi` + `lo`, up to sign and a power of two.
static double relative_error(const Function *f, double x, double y, double hi, double lo) {
  mpfr_t result, a, b, pair;
  mpfr_inits2(200, result, a, b, pair, (mpfr_ptr)0);
  mpfr_set_d(a, x, MPFR_RNDN);
  mpfr_set_d(b, y, MPFR_RNDN);
  if (f->long_one) f->long_one(result, a, MPFR_RNDN);
  else f->long_two(result, a, b, MPFR_RNDN);
  double error = 0;
  if (mpfr_regular_p(result)) {
    mpfr_set_d(pair, hi, MPFR_RNDN);
    mpfr_add_d(pair, pair, lo, MPFR_RNDN);
    mpfr_abs(pair, pair, MPFR_RNDN);
    mpfr_abs(result, result, MPFR_RNDN);
    mpfr_div(pair, pair, result, MPFR_RNDN);
    // Near 2^n, where only n is unknown.
    double log = round(log2(mpfr_get_d(pair, MPFR_RNDN)));
    if (isfinite(log)) {
      mpfr_div_2si(pair, pair, (long)log, MPFR_RNDN);
      mpfr_sub_ui(pair, pair, 1, MPFR_RNDN);
      error = fabs(mpfr_get_d(pair, MPFR_RNDN));
    }
  }
  mpfr_clears(result, a, b, pair, (mpfr_ptr)0);
  return error;
}

long detour_rounding_prove(int function, long count, int speaks) {
  const Function *f = &functions[function];
  // Errors are measured for so many arguments.
  const long stride = count > 200000 ? count / 200000 : 1;
  long wrong = 0;
  double most = 0, share = 0;
  state = seed_of(f->name);
  tests = fallbacks = 0;
  for (long place = 0; place < count; place += 1) {
    double x, y;
    set_arguments(f, place, &x, &y);
    is_seen = 0;
    double mine = value(f, x, y), exact = f->exact_one ? f->exact_one(x) : f->exact_two(x, y);
    if (!is_same(mine, exact)) {
      wrong += 1;
      if (wrong <= 5) printf("  WRONG %s(%a, %a) = %a, not %a\n", f->name, x, y, mine, exact);
    }
    if (is_seen && place % stride == 0) {
      double bound = seen_error / fabs(seen_hi), error = relative_error(f, x, y, seen_hi, seen_lo);
      if (error > most) most = error;
      if (error > 0 && error / bound > share) share = error / bound;
    }
  }
  if (!speaks) return wrong;
  printf("%-6s %10ld arguments, %ld wrong; error at most 2^%.1f, %2.0f %% of the bound 2^%.0f; MPFR for 1 of %.0f\n", f->name, count, wrong,
    log2(most), 100 * share, log2(f->claimed), fallbacks ? (double)tests / (double)fallbacks : INFINITY);
  fflush(stdout);
  return wrong + (share > 0.99);
}

void detour_rounding_digest(int function, long count) {
  const Function *f = &functions[function];
  uint64_t hash = 0xcbf29ce484222325;
  state = seed_of(f->name);
  for (long place = 0; place < count; place += 1) {
    double x, y;
    set_arguments(f, place, &x, &y);
    double mine = value(f, x, y);
    hash = (hash ^ (isnan(mine) ? 0x7ff8000000000000 : bits_of(mine))) * 0x100000001b3;
  }
  printf("%-6s %10ld %016" PRIx64 "\n", f->name, count, hash);
  fflush(stdout);
}

// ---- The price ----

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double cost(One *one, Two *two, const double *x, const double *y, int count) {
  double best = INFINITY, total = 0;
  for (int turn = 0; turn < 9; turn += 1) {
    double start = seconds();
    for (int i = 0; i < count; i += 1) total += one ? one(x[i]) : two(x[i], y[i]);
    double time = seconds() - start;
    if (time < best) best = time;
  }
  if (total == 0.125) puts("");
  return 1e9 * best / count;
}

void detour_rounding_price(int function) {
  const Function *f = &functions[function];
  enum { count = 100000 };
  static double x[count], y[count];
  void *libm = dlopen("libm.so.6", RTLD_NOW);
  state = seed_of(f->name);
  // Such as a simulation has; for two arguments the first kind, whose results are normal.
  uint64_t kind = f->arguments == for_exp || f->arguments == for_exp2 || f->arguments == for_log ? 2 : 0;
  for (int i = 0; i < count; i += 1) f->arguments(&x[i], &y[i], kind);
  union { void *symbol; One *one; Two *two; } peer = {dlsym(libm, f->name)};
  printf("%-6s %6.1f ns, the C library %6.1f ns\n", f->name, cost(f->one, f->two, x, y, count),
    cost(f->one ? peer.one : NULL, f->two ? peer.two : NULL, x, y, count));
}

