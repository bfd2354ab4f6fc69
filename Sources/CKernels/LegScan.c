#include "LegScan.h"

#include <math.h>

// Both versions leave a margin, and what they let through is evaluated exactly: they need not round alike.

static float distance(float ax, float ay, float az, float bx, float by, float bz, float side) {
  float dx = fabsf(ax - bx), dy = fabsf(ay - by);
  const float dz = az - bz;
  dx = fminf(dx, side - dx), dy = fminf(dy, side - dy);
  return sqrtf(dx * dx + dy * dy + dz * dz);
}

int64_t detour_leg_scan_plain(const detour_legs *l, int64_t count, const detour_leg_query *q,
                              uint32_t *found) {
  int64_t number = 0;
  for (int64_t i = 0; i < count; i++) {
    const float fx = l->from_x[i], fy = l->from_y[i], fz = l->from_z[i];
    const float tx = l->to_x[i], ty = l->to_y[i], tz = l->to_z[i];
    const float there =
        q->pace * distance(fx, fy, fz, q->pickup_x, q->pickup_y, q->pickup_z, q->side);
    const float leave = l->leave[i];
    const float aboard = fmaxf(there, q->earliest_boarding - leave);
    if (!(leave + there <= q->latest_boarding)) continue;
    const float begun = aboard + q->stop - l->base[i] - q->tolerance;
    const float on = q->pace * distance(q->dropoff_x, q->dropoff_y, q->dropoff_z, tx, ty, tz, q->side);
    const float past = q->pace * distance(q->pickup_x, q->pickup_y, q->pickup_z, tx, ty, tz, q->side);
    if (begun + q->stop + q->direct + on <= l->slack[i] || begun + past <= l->slack_ahead[i]) {
      found[number++] = (uint32_t)i;
    }
  }
  return number;
}

#if defined(__x86_64__)
#include <immintrin.h>

__attribute__((target("avx2"), always_inline)) static inline __m256 distance_avx2(
    __m256 ax, __m256 ay, __m256 az, float bx, float by, float bz, __m256 side) {
  const __m256 magnitude = _mm256_castsi256_ps(_mm256_set1_epi32(0x7fffffff));
  __m256 dx = _mm256_and_ps(_mm256_sub_ps(ax, _mm256_set1_ps(bx)), magnitude);
  __m256 dy = _mm256_and_ps(_mm256_sub_ps(ay, _mm256_set1_ps(by)), magnitude);
  const __m256 dz = _mm256_sub_ps(az, _mm256_set1_ps(bz));
  dx = _mm256_min_ps(dx, _mm256_sub_ps(side, dx));
  dy = _mm256_min_ps(dy, _mm256_sub_ps(side, dy));
  return _mm256_sqrt_ps(_mm256_add_ps(
      _mm256_add_ps(_mm256_mul_ps(dx, dx), _mm256_mul_ps(dy, dy)), _mm256_mul_ps(dz, dz)));
}

__attribute__((target("avx2"))) static int64_t scan_avx2(const detour_legs *l, int64_t count,
                                                         const detour_leg_query *q, uint32_t *found) {
  const __m256 side = _mm256_set1_ps(q->side), pace = _mm256_set1_ps(q->pace);
  const __m256 latest = _mm256_set1_ps(q->latest_boarding);
  const __m256 earliest = _mm256_set1_ps(q->earliest_boarding);
  const __m256 begin = _mm256_set1_ps(q->stop - q->tolerance);
  const __m256 alone = _mm256_set1_ps(q->stop + q->direct);
  int64_t number = 0;
  for (int64_t i = 0; i < count; i += 8) {
    const __m256 leave = _mm256_loadu_ps(l->leave + i);
    const __m256 there = _mm256_mul_ps(
        pace, distance_avx2(_mm256_loadu_ps(l->from_x + i), _mm256_loadu_ps(l->from_y + i),
                            _mm256_loadu_ps(l->from_z + i), q->pickup_x, q->pickup_y, q->pickup_z, side));
    const __m256 in_time = _mm256_cmp_ps(_mm256_add_ps(leave, there), latest, _CMP_LE_OQ);
    if (_mm256_movemask_ps(in_time) == 0) continue;
    const __m256 tx = _mm256_loadu_ps(l->to_x + i);
    const __m256 ty = _mm256_loadu_ps(l->to_y + i);
    const __m256 tz = _mm256_loadu_ps(l->to_z + i);
    const __m256 on = _mm256_mul_ps(
        pace, distance_avx2(tx, ty, tz, q->dropoff_x, q->dropoff_y, q->dropoff_z, side));
    const __m256 past = _mm256_mul_ps(
        pace, distance_avx2(tx, ty, tz, q->pickup_x, q->pickup_y, q->pickup_z, side));
    const __m256 aboard = _mm256_max_ps(there, _mm256_sub_ps(earliest, leave));
    const __m256 begun = _mm256_sub_ps(_mm256_add_ps(aboard, begin), _mm256_loadu_ps(l->base + i));
    const __m256 both = _mm256_cmp_ps(_mm256_add_ps(_mm256_add_ps(begun, alone), on),
                                      _mm256_loadu_ps(l->slack + i), _CMP_LE_OQ);
    const __m256 first = _mm256_cmp_ps(_mm256_add_ps(begun, past), _mm256_loadu_ps(l->slack_ahead + i),
                                       _CMP_LE_OQ);
    unsigned open = (unsigned)_mm256_movemask_ps(_mm256_and_ps(in_time, _mm256_or_ps(both, first)));
    if (count - i < 8) open &= (1u << (count - i)) - 1;
    while (open != 0) {
      found[number++] = (uint32_t)i + (uint32_t)__builtin_ctz(open);
      open &= open - 1;
    }
  }
  return number;
}
#endif

int64_t detour_leg_scan(const detour_legs *legs, int64_t count, const detour_leg_query *query, uint32_t *found) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return scan_avx2(legs, count, query, found);
#endif
  return detour_leg_scan_plain(legs, count, query, found);
}
