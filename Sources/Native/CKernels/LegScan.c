#include "LegScan.h"

#include <math.h>

// All versions leave a margin, and what they let through is evaluated exactly: they need not round alike. Those with vectors do.

static float distance(float ax, float ay, float bx, float by, float side) {
  float dx = fabsf(ax - bx), dy = fabsf(ay - by);
  dx = fminf(dx, side - dx), dy = fminf(dy, side - dy);
  return sqrtf(dx * dx + dy * dy);
}

int64_t detour_leg_scan_plain(const detour_legs *l, int64_t count, const detour_leg_query *q,
                              const detour_found_legs *found) {
  int64_t number = 0;
  for (int64_t i = 0; i < count; i++) {
    const float tx = l->to_x[i], ty = l->to_y[i];
    const float there = fmaxf(
        0, q->pace * distance(l->from_x[i], l->from_y[i], q->pickup_x, q->pickup_y, q->side) - q->pickup_reach);
    const float leave = l->leave[i], boarding = leave + there;
    if (!(boarding <= q->latest_boarding)) continue;
    const float base = l->base[i];
    const float begun = fmaxf(there, q->earliest_boarding - leave) + q->stop - q->tolerance - base;
    const float on =
        fmaxf(0, q->pace * distance(q->dropoff_x, q->dropoff_y, tx, ty, q->side) - q->dropoff_reach);
    const float past =
        fmaxf(0, q->pace * distance(q->pickup_x, q->pickup_y, tx, ty, q->side) - q->pickup_reach);
    const int both = begun + q->stop + q->direct + on <= l->slack[i];
    if (!both && !(begun + past <= l->slack_ahead[i])) continue;
    found->leg[number] = (uint32_t)i;
    found->boarding[number] = boarding;
    found->added[number++] = both ? there + q->direct + on - base : INFINITY;
  }
  return number;
}

#if defined(__x86_64__)
#include <immintrin.h>

__attribute__((target("avx2"), always_inline)) static inline __m256 distance_avx2(__m256 ax, __m256 ay, float bx,
                                                                                  float by, __m256 side) {
  const __m256 magnitude = _mm256_castsi256_ps(_mm256_set1_epi32(0x7fffffff));
  __m256 dx = _mm256_and_ps(_mm256_sub_ps(ax, _mm256_set1_ps(bx)), magnitude);
  __m256 dy = _mm256_and_ps(_mm256_sub_ps(ay, _mm256_set1_ps(by)), magnitude);
  dx = _mm256_min_ps(dx, _mm256_sub_ps(side, dx));
  dy = _mm256_min_ps(dy, _mm256_sub_ps(side, dy));
  return _mm256_sqrt_ps(_mm256_add_ps(_mm256_mul_ps(dx, dx), _mm256_mul_ps(dy, dy)));
}

__attribute__((target("avx2"), always_inline)) static inline __m256 time_avx2(__m256 ax, __m256 ay, float bx,
                                                                              float by, __m256 side, __m256 pace,
                                                                              __m256 reach) {
  const __m256 whole = _mm256_mul_ps(pace, distance_avx2(ax, ay, bx, by, side));
  return _mm256_max_ps(_mm256_setzero_ps(), _mm256_sub_ps(whole, reach));
}

__attribute__((target("avx2"))) static int64_t scan_avx2(const detour_legs *l, int64_t count,
                                                         const detour_leg_query *q,
                                                         const detour_found_legs *found) {
  const __m256 side = _mm256_set1_ps(q->side), pace = _mm256_set1_ps(q->pace);
  const __m256 pickup_reach = _mm256_set1_ps(q->pickup_reach);
  const __m256 dropoff_reach = _mm256_set1_ps(q->dropoff_reach);
  const __m256 latest = _mm256_set1_ps(q->latest_boarding);
  const __m256 earliest = _mm256_set1_ps(q->earliest_boarding);
  const __m256 begin = _mm256_set1_ps(q->stop - q->tolerance);
  const __m256 stop = _mm256_set1_ps(q->stop), direct = _mm256_set1_ps(q->direct);
  const __m256 never = _mm256_set1_ps(INFINITY), nobody = _mm256_set1_ps(-INFINITY);
  int64_t number = 0;
  for (int64_t i = 0; i < count; i += 8) {
    const __m256 leave = _mm256_loadu_ps(l->leave + i);
    const __m256 there =
        time_avx2(_mm256_loadu_ps(l->from_x + i), _mm256_loadu_ps(l->from_y + i), q->pickup_x, q->pickup_y,
                  side, pace, pickup_reach);
    const __m256 boarding = _mm256_add_ps(leave, there);
    const __m256 in_time = _mm256_cmp_ps(boarding, latest, _CMP_LE_OQ);
    if (_mm256_movemask_ps(in_time) == 0) continue;
    const __m256 tx = _mm256_loadu_ps(l->to_x + i), ty = _mm256_loadu_ps(l->to_y + i);
    const __m256 on = time_avx2(tx, ty, q->dropoff_x, q->dropoff_y, side, pace, dropoff_reach);
    const __m256 base = _mm256_loadu_ps(l->base + i);
    const __m256 aboard = _mm256_max_ps(there, _mm256_sub_ps(earliest, leave));
    const __m256 begun = _mm256_sub_ps(_mm256_add_ps(aboard, begin), base);
    const __m256 rest = _mm256_add_ps(direct, on);
    const __m256 both = _mm256_cmp_ps(_mm256_add_ps(_mm256_add_ps(begun, stop), rest),
                                      _mm256_loadu_ps(l->slack + i), _CMP_LE_OQ);
    const __m256 slack_ahead = _mm256_loadu_ps(l->slack_ahead + i);
    __m256 either = both;
    // Most cars have no stop ahead, and then nothing lies behind the leg.
    if (_mm256_movemask_ps(_mm256_and_ps(in_time, _mm256_cmp_ps(slack_ahead, nobody, _CMP_GT_OQ))) != 0) {
      const __m256 past = time_avx2(tx, ty, q->pickup_x, q->pickup_y, side, pace, pickup_reach);
      either = _mm256_or_ps(both, _mm256_cmp_ps(_mm256_add_ps(begun, past), slack_ahead, _CMP_LE_OQ));
    }
    unsigned open = (unsigned)_mm256_movemask_ps(_mm256_and_ps(in_time, either));
    if (count - i < 8) open &= (1u << (count - i)) - 1;
    if (open == 0) continue;
    float boardings[8], addeds[8];
    _mm256_storeu_ps(boardings, boarding);
    _mm256_storeu_ps(addeds,
                     _mm256_blendv_ps(never, _mm256_sub_ps(_mm256_add_ps(there, rest), base), both));
    while (open != 0) {
      const unsigned lane = (unsigned)__builtin_ctz(open);
      open &= open - 1;
      found->leg[number] = (uint32_t)i + lane;
      found->boarding[number] = boardings[lane];
      found->added[number++] = addeds[lane];
    }
  }
  return number;
}

// Written in the order of the lanes by a compression, not in a loop over those found: how many there are in a vector cannot be
// predicted.

__attribute__((target("avx512f"), always_inline)) static inline __m512 time_avx512(__m512 ax, __m512 ay, float bx,
                                                                                   float by, __m512 side,
                                                                                   __m512 pace, __m512 reach) {
  __m512 dx = _mm512_abs_ps(_mm512_sub_ps(ax, _mm512_set1_ps(bx)));
  __m512 dy = _mm512_abs_ps(_mm512_sub_ps(ay, _mm512_set1_ps(by)));
  dx = _mm512_min_ps(dx, _mm512_sub_ps(side, dx));
  dy = _mm512_min_ps(dy, _mm512_sub_ps(side, dy));
  const __m512 squared = _mm512_add_ps(_mm512_mul_ps(dx, dx), _mm512_mul_ps(dy, dy));
  const __m512 whole = _mm512_mul_ps(pace, _mm512_sqrt_ps(squared));
  return _mm512_max_ps(_mm512_setzero_ps(), _mm512_sub_ps(whole, reach));
}

__attribute__((target("avx512f,popcnt"))) static int64_t scan_avx512(const detour_legs *l, int64_t count,
                                                             const detour_leg_query *q,
                                                             const detour_found_legs *found) {
  const __m512 side = _mm512_set1_ps(q->side), pace = _mm512_set1_ps(q->pace);
  const __m512 pickup_reach = _mm512_set1_ps(q->pickup_reach);
  const __m512 dropoff_reach = _mm512_set1_ps(q->dropoff_reach);
  const __m512 latest = _mm512_set1_ps(q->latest_boarding);
  const __m512 earliest = _mm512_set1_ps(q->earliest_boarding);
  const __m512 begin = _mm512_set1_ps(q->stop - q->tolerance);
  const __m512 stop = _mm512_set1_ps(q->stop), direct = _mm512_set1_ps(q->direct);
  const __m512 never = _mm512_set1_ps(INFINITY), nobody = _mm512_set1_ps(-INFINITY);
  const __m512i lanes = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  int64_t number = 0;
  for (int64_t i = 0; i < count; i += 16) {
    const __m512 leave = _mm512_loadu_ps(l->leave + i);
    const __m512 there =
        time_avx512(_mm512_loadu_ps(l->from_x + i), _mm512_loadu_ps(l->from_y + i), q->pickup_x, q->pickup_y,
                    side, pace, pickup_reach);
    const __m512 boarding = _mm512_add_ps(leave, there);
    __mmask16 in_time = _mm512_cmp_ps_mask(boarding, latest, _CMP_LE_OQ);
    if (count - i < 16) in_time &= (__mmask16)((1u << (count - i)) - 1);
    if (in_time == 0) continue;
    const __m512 tx = _mm512_loadu_ps(l->to_x + i), ty = _mm512_loadu_ps(l->to_y + i);
    const __m512 on = time_avx512(tx, ty, q->dropoff_x, q->dropoff_y, side, pace, dropoff_reach);
    const __m512 base = _mm512_loadu_ps(l->base + i);
    const __m512 aboard = _mm512_max_ps(there, _mm512_sub_ps(earliest, leave));
    const __m512 begun = _mm512_sub_ps(_mm512_add_ps(aboard, begin), base);
    const __m512 rest = _mm512_add_ps(direct, on);
    const __mmask16 both = _mm512_mask_cmp_ps_mask(in_time, _mm512_add_ps(_mm512_add_ps(begun, stop), rest),
                                                   _mm512_loadu_ps(l->slack + i), _CMP_LE_OQ);
    const __m512 slack_ahead = _mm512_loadu_ps(l->slack_ahead + i);
    __mmask16 open = both;
    // Most cars have no stop ahead, and then nothing lies behind the leg.
    if (_mm512_mask_cmp_ps_mask(in_time, slack_ahead, nobody, _CMP_GT_OQ) != 0) {
      const __m512 past = time_avx512(tx, ty, q->pickup_x, q->pickup_y, side, pace, pickup_reach);
      open |= _mm512_mask_cmp_ps_mask(in_time, _mm512_add_ps(begun, past), slack_ahead, _CMP_LE_OQ);
    }
    if (open == 0) continue;
    const __m512 added =
        _mm512_mask_blend_ps(both, never, _mm512_sub_ps(_mm512_add_ps(there, rest), base));
    _mm512_storeu_si512(found->leg + number,
                        _mm512_maskz_compress_epi32(open, _mm512_add_epi32(lanes, _mm512_set1_epi32((int)i))));
    _mm512_storeu_ps(found->boarding + number, _mm512_maskz_compress_ps(open, boarding));
    _mm512_storeu_ps(found->added + number, _mm512_maskz_compress_ps(open, added));
    number += __builtin_popcount(open);
  }
  return number;
}
#endif

int64_t detour_leg_scan_avx2(const detour_legs *legs, int64_t count, const detour_leg_query *query,
                             const detour_found_legs *found) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return scan_avx2(legs, count, query, found);
#endif
  return detour_leg_scan_plain(legs, count, query, found);
}

int64_t detour_leg_scan(const detour_legs *legs, int64_t count, const detour_leg_query *query,
                        const detour_found_legs *found) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return scan_avx512(legs, count, query, found);
#endif
  return detour_leg_scan_avx2(legs, count, query, found);
}
