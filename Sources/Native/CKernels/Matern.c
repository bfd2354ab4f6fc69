#include "Matern.h"

#include <stdint.h>
#include <string.h>

/// Two numbers in one register of 128 bits, available on all supported processors.
typedef double pair __attribute__((vector_size(16)));
typedef int64_t pair_bits __attribute__((vector_size(16)));

enum { lanes = 2 };

static inline pair filled(double value) { return (pair){value, value}; }

static inline pair load(const double *from) {
  pair values;
  memcpy(&values, from, sizeof values);
  return values;
}

/// Returns e^-s for s ≥ 0, 0 where s > 690.
///
/// e^-s = 2^k e^r with |r| ≤ ln 2 ÷ 2, and the Taylor polynomial of degree 13, whose remainder is below 5e-18.
static inline pair decay(pair s) {
  const pair last = filled(690);
  const pair_bits isZero = s > last;
  // The sum with 3 · 2^51 has the nearest integer in its last bits.
  const pair shift = filled(0x1.8p52);
  const pair x = -(pair)(((pair_bits)s & ~isZero));
  const pair shifted = x * filled(0x1.71547652b82fep0) + shift;
  const pair k = shifted - shift;
  // The first part of ln 2 has 32 bits, so that its product with k is exact.
  const pair r = (x - k * filled(0x1.62e42feep-1)) - k * filled(0x1.a39ef35793c76p-33);
  // The even and the odd powers apart, because an addition waits for the one before.
  const pair q = r * r;
  pair even = filled(1.0 / 479001600), odd = filled(1.0 / 6227020800);
  even = even * q + filled(1.0 / 3628800), odd = odd * q + filled(1.0 / 39916800);
  even = even * q + filled(1.0 / 40320), odd = odd * q + filled(1.0 / 362880);
  even = even * q + filled(1.0 / 720), odd = odd * q + filled(1.0 / 5040);
  even = even * q + filled(1.0 / 24), odd = odd * q + filled(1.0 / 120);
  even = even * q + filled(0.5), odd = odd * q + filled(1.0 / 6);
  const pair sum = filled(1) + (r + (q * even + r * q * odd));
  const pair_bits power = ((pair_bits)shifted - (pair_bits)shift) << 52;
  return (pair)(((pair_bits)sum + power) & ~isZero);
}

/// Returns the correlations at squared distances, and e^-s through `decays`.
static inline pair correlations(pair squares, detour_smoothness smoothness, pair *decays) {
  const int is_rough = smoothness == detour_matern_three_halves;
  const pair s = __builtin_elementwise_sqrt(squares * filled(is_rough ? 3 : 5));
  *decays = decay(s);
  return is_rough ? (filled(1) + s) * *decays : (filled(1) + s + s * s * filled(1.0 / 3)) * *decays;
}

static inline pair slopes_of(pair squares, detour_smoothness smoothness, pair decays) {
  if (smoothness == detour_matern_three_halves) return filled(3) * decays;
  return filled(5.0 / 3) * (filled(1) + __builtin_elementwise_sqrt(squares * filled(5))) * decays;
}

void detour_matern(
    const double *squares, size_t count, detour_smoothness smoothness, double *values, double *slopes) {
  for (size_t i = 0; i < count; i += lanes) {
    const size_t used = count - i < lanes ? count - i : lanes;
    pair square = filled(0), decays;
    memcpy(&square, squares + i, used * sizeof(double));
    const pair value = correlations(square, smoothness, &decays);
    memcpy(values + i, &value, used * sizeof(double));
    if (!slopes) continue;
    const pair slope = slopes_of(square, smoothness, decays);
    memcpy(slopes + i, &slope, used * sizeof(double));
  }
}

double detour_matern_sum(
    const double *places, const double *weights, size_t count, const double *place, const double *scales,
    size_t dimensions, detour_smoothness smoothness) {
  pair sums[2] = {filled(0), filled(0)}, decays;
  size_t i = 0;
  for (; i + 2 * lanes <= count; i += 2 * lanes) {
    for (size_t half = 0; half < 2; half++) {
      const size_t first = i + half * lanes;
      pair squares = filled(0);
      for (size_t k = 0; k < dimensions; k++) {
        const pair difference = (load(places + k * count + first) - filled(place[k])) * filled(scales[k]);
        squares += difference * difference;
      }
      sums[half] += load(weights + first) * correlations(squares, smoothness, &decays);
    }
  }
  double rest = 0;
  for (; i < count; i++) {
    double square = 0, value;
    for (size_t k = 0; k < dimensions; k++) {
      const double difference = (places[k * count + i] - place[k]) * scales[k];
      square += difference * difference;
    }
    detour_matern(&square, 1, smoothness, &value, NULL);
    rest += weights[i] * value;
  }
  return ((sums[0][0] + sums[0][1]) + (sums[1][0] + sums[1][1])) + rest;
}
