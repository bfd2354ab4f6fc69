#include "LegScan.h"

#include <float.h>
#include <math.h>

// All versions compute the same sums in the same order and round alike, so that what is found is the same on every processor.
//
// Those with vectors pass twice over each part of the legs. The first pass has no root and hardly a branch: it lists the legs whose sums
// hold with distances slightly too short. The second repeats the sums with exact distances, for the legs listed or, where these are many,
// for the whole part. A sum of smaller terms is never larger, so the first pass leaves out no leg that the second would find.

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
    found->leave[number] = leave, found->base[number] = base, found->slack[number] = l->slack[i];
    found->added[number++] = both ? there + q->direct + on - base : INFINITY;
  }
  return number;
}

#if defined(__x86_64__)
#include <immintrin.h>

/// The constants of a scan.
typedef struct {
  /// Slightly too small, by more than the error of an approximate root.
  float low_pace;
  /// Slightly too large, so that a tiny distance takes no time.
  float high_pickup_reach, high_dropoff_reach;
  float boarded;
} scan_terms;

static scan_terms terms_of(const detour_leg_query *q) {
  const float hair = 0x1p-10f;
  return (scan_terms){
      q->pace * (1 - hair), q->pickup_reach + hair, q->dropoff_reach + hair, q->stop - q->tolerance};
}

/// The number of legs in a part, and that of listed legs above which the second pass reads the whole part.
enum { part_size = 256, many = 32 };

// Eight columns at once are more than a processor fetches ahead by itself from page to page.
__attribute__((always_inline)) static inline void fetch(const detour_legs *l, int64_t i) {
  const int64_t ahead = i + 256;
  __builtin_prefetch(l->from_x + ahead), __builtin_prefetch(l->from_y + ahead);
  __builtin_prefetch(l->to_x + ahead), __builtin_prefetch(l->to_y + ahead);
  __builtin_prefetch(l->leave + ahead), __builtin_prefetch(l->base + ahead);
  __builtin_prefetch(l->slack + ahead), __builtin_prefetch(l->slack_ahead + ahead);
}

__attribute__((target("avx2"), always_inline)) static inline __m256 squared_avx2(__m256 ax, __m256 ay, float bx,
                                                                                 float by, __m256 side, int wraps) {
  __m256 dx = _mm256_sub_ps(ax, _mm256_set1_ps(bx)), dy = _mm256_sub_ps(ay, _mm256_set1_ps(by));
  if (wraps) {
    const __m256 magnitude = _mm256_castsi256_ps(_mm256_set1_epi32(0x7fffffff));
    dx = _mm256_and_ps(dx, magnitude), dy = _mm256_and_ps(dy, magnitude);
    dx = _mm256_min_ps(dx, _mm256_sub_ps(side, dx));
    dy = _mm256_min_ps(dy, _mm256_sub_ps(side, dy));
  }
  return _mm256_add_ps(_mm256_mul_ps(dx, dx), _mm256_mul_ps(dy, dy));
}

__attribute__((target("avx2"), always_inline)) static inline __m256 low_time_avx2(__m256 squared, float pace,
                                                                                  float reach) {
  const __m256 apart = _mm256_max_ps(squared, _mm256_set1_ps(FLT_MIN));
  const __m256 distance = _mm256_mul_ps(apart, _mm256_rsqrt_ps(apart));
  return _mm256_sub_ps(_mm256_mul_ps(_mm256_set1_ps(pace), distance), _mm256_set1_ps(reach));
}

__attribute__((target("avx2"), always_inline)) static inline __m256 time_avx2(__m256 squared, float pace,
                                                                              float reach) {
  const __m256 whole = _mm256_mul_ps(_mm256_set1_ps(pace), _mm256_sqrt_ps(squared));
  return _mm256_max_ps(_mm256_setzero_ps(), _mm256_sub_ps(whole, _mm256_set1_ps(reach)));
}

__attribute__((target("avx2"), always_inline)) static inline int64_t sieve_avx2(const detour_legs *legs, int64_t begin,
                                                                                int64_t end,
                                                                                const detour_leg_query *q,
                                                                                uint32_t *list, int wraps) {
  const detour_legs l = *legs;
  const scan_terms terms = terms_of(q);
  const __m256 side = _mm256_set1_ps(q->side);
  int64_t number = 0;
  for (int64_t i = begin; i < end; i += 8) {
    fetch(&l, i);
    const __m256 leave = _mm256_loadu_ps(l.leave + i);
    const __m256 from_x = _mm256_loadu_ps(l.from_x + i), from_y = _mm256_loadu_ps(l.from_y + i);
    const __m256 to_x = _mm256_loadu_ps(l.to_x + i), to_y = _mm256_loadu_ps(l.to_y + i);
    const __m256 there = low_time_avx2(squared_avx2(from_x, from_y, q->pickup_x, q->pickup_y, side, wraps),
                                       terms.low_pace, terms.high_pickup_reach);
    const __m256 on = low_time_avx2(squared_avx2(to_x, to_y, q->dropoff_x, q->dropoff_y, side, wraps),
                                    terms.low_pace, terms.high_dropoff_reach);
    const __m256 past = low_time_avx2(squared_avx2(to_x, to_y, q->pickup_x, q->pickup_y, side, wraps),
                                      terms.low_pace, terms.high_pickup_reach);
    const __m256 aboard = _mm256_max_ps(there, _mm256_sub_ps(_mm256_set1_ps(q->earliest_boarding), leave));
    const __m256 begun =
        _mm256_sub_ps(_mm256_add_ps(aboard, _mm256_set1_ps(terms.boarded)), _mm256_loadu_ps(l.base + i));
    const __m256 both = _mm256_add_ps(_mm256_add_ps(begun, _mm256_set1_ps(q->stop)),
                                      _mm256_add_ps(_mm256_set1_ps(q->direct), on));
    const __m256 fits = _mm256_or_ps(
        _mm256_cmp_ps(both, _mm256_loadu_ps(l.slack + i), _CMP_LE_OQ),
        _mm256_cmp_ps(_mm256_add_ps(begun, past), _mm256_loadu_ps(l.slack_ahead + i), _CMP_LE_OQ));
    const __m256 in_time =
        _mm256_cmp_ps(_mm256_add_ps(leave, there), _mm256_set1_ps(q->latest_boarding), _CMP_LE_OQ);
    unsigned open = (unsigned)_mm256_movemask_ps(_mm256_and_ps(fits, in_time));
    if (end - i < 8) open &= (1u << (end - i)) - 1;
    for (; open != 0; open &= open - 1) list[number++] = (uint32_t)i + (unsigned)__builtin_ctz(open);
  }
  return number;
}

__attribute__((target("avx512f,popcnt"), always_inline)) static inline __m512 squared_avx512(__m512 ax, __m512 ay,
                                                                                             float bx, float by,
                                                                                             __m512 side, int wraps) {
  __m512 dx = _mm512_sub_ps(ax, _mm512_set1_ps(bx)), dy = _mm512_sub_ps(ay, _mm512_set1_ps(by));
  if (wraps) {
    dx = _mm512_abs_ps(dx), dy = _mm512_abs_ps(dy);
    dx = _mm512_min_ps(dx, _mm512_sub_ps(side, dx));
    dy = _mm512_min_ps(dy, _mm512_sub_ps(side, dy));
  }
  return _mm512_add_ps(_mm512_mul_ps(dx, dx), _mm512_mul_ps(dy, dy));
}

__attribute__((target("avx512f,popcnt"), always_inline)) static inline __m512 low_time_avx512(__m512 squared,
                                                                                              float pace,
                                                                                              float reach) {
  const __m512 apart = _mm512_max_ps(squared, _mm512_set1_ps(FLT_MIN));
  const __m512 distance = _mm512_mul_ps(apart, _mm512_rsqrt14_ps(apart));
  return _mm512_fmsub_ps(_mm512_set1_ps(pace), distance, _mm512_set1_ps(reach));
}

__attribute__((target("avx512f,popcnt"), always_inline)) static inline int64_t sieve_avx512(
    const detour_legs *legs, int64_t begin, int64_t end, const detour_leg_query *q, uint32_t *list, int wraps) {
  const detour_legs l = *legs;
  const scan_terms terms = terms_of(q);
  const __m512 side = _mm512_set1_ps(q->side);
  const __m512i lanes = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  int64_t number = 0;
  for (int64_t i = begin; i < end; i += 16) {
    fetch(&l, i);
    const __m512 leave = _mm512_loadu_ps(l.leave + i);
    const __m512 from_x = _mm512_loadu_ps(l.from_x + i), from_y = _mm512_loadu_ps(l.from_y + i);
    const __m512 to_x = _mm512_loadu_ps(l.to_x + i), to_y = _mm512_loadu_ps(l.to_y + i);
    const __m512 there = low_time_avx512(squared_avx512(from_x, from_y, q->pickup_x, q->pickup_y, side, wraps),
                                         terms.low_pace, terms.high_pickup_reach);
    const __m512 on = low_time_avx512(squared_avx512(to_x, to_y, q->dropoff_x, q->dropoff_y, side, wraps),
                                      terms.low_pace, terms.high_dropoff_reach);
    const __m512 past = low_time_avx512(squared_avx512(to_x, to_y, q->pickup_x, q->pickup_y, side, wraps),
                                        terms.low_pace, terms.high_pickup_reach);
    const __m512 aboard = _mm512_max_ps(there, _mm512_sub_ps(_mm512_set1_ps(q->earliest_boarding), leave));
    const __m512 begun =
        _mm512_sub_ps(_mm512_add_ps(aboard, _mm512_set1_ps(terms.boarded)), _mm512_loadu_ps(l.base + i));
    const __m512 both = _mm512_add_ps(_mm512_add_ps(begun, _mm512_set1_ps(q->stop)),
                                      _mm512_add_ps(_mm512_set1_ps(q->direct), on));
    __mmask16 open = _mm512_cmp_ps_mask(both, _mm512_loadu_ps(l.slack + i), _CMP_LE_OQ);
    open |= _mm512_cmp_ps_mask(_mm512_add_ps(begun, past), _mm512_loadu_ps(l.slack_ahead + i), _CMP_LE_OQ);
    open &= _mm512_cmp_ps_mask(_mm512_add_ps(leave, there), _mm512_set1_ps(q->latest_boarding), _CMP_LE_OQ);
    if (end - i < 16) open &= (__mmask16)((1u << (end - i)) - 1);
    // Packed without a branch: the number in a vector cannot be predicted.
    _mm512_storeu_si512(list + number,
                        _mm512_maskz_compress_epi32(open, _mm512_add_epi32(lanes, _mm512_set1_epi32((int)i))));
    number += __builtin_popcount(open);
  }
  return number;
}

// The second pass: over `count` legs from `begin` on or, if `listed`, over those that lie in `found` behind the first `number`. Returns the
// number of legs in `found` afterwards.

__attribute__((target("avx2"), always_inline)) static inline int64_t examine_avx2(
    const detour_legs *legs, int64_t begin, int64_t count, const detour_leg_query *q, const detour_found_legs *found,
    int64_t number, int listed, int wraps) {
  const detour_legs l = *legs;
  const scan_terms terms = terms_of(q);
  const __m256 side = _mm256_set1_ps(q->side), never = _mm256_set1_ps(INFINITY);
  const __m256i lanes = _mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0);
  const uint32_t *list = found->leg + number;
  for (int64_t place = 0; place < count; place += 8) {
    __m256i at = _mm256_add_epi32(lanes, _mm256_set1_epi32((int)(begin + place)));
    // Behind the last leg of a list lie the numbers of others.
    if (listed)
      at = _mm256_i32gather_epi32((const int *)list,
                                  _mm256_min_epi32(_mm256_add_epi32(lanes, _mm256_set1_epi32((int)place)),
                                                   _mm256_set1_epi32((int)count - 1)),
                                  4);
#define COLUMN(name) (listed ? _mm256_i32gather_ps(l.name, at, 4) : _mm256_loadu_ps(l.name + begin + place))
    const __m256 leave = COLUMN(leave), base = COLUMN(base), slack = COLUMN(slack), slack_ahead = COLUMN(slack_ahead);
    const __m256 from_x = COLUMN(from_x), from_y = COLUMN(from_y), to_x = COLUMN(to_x), to_y = COLUMN(to_y);
#undef COLUMN
    const __m256 there = time_avx2(squared_avx2(from_x, from_y, q->pickup_x, q->pickup_y, side, wraps), q->pace,
                                   q->pickup_reach);
    const __m256 on = time_avx2(squared_avx2(to_x, to_y, q->dropoff_x, q->dropoff_y, side, wraps), q->pace,
                                q->dropoff_reach);
    const __m256 past = time_avx2(squared_avx2(to_x, to_y, q->pickup_x, q->pickup_y, side, wraps), q->pace,
                                  q->pickup_reach);
    const __m256 boarding = _mm256_add_ps(leave, there);
    const __m256 aboard = _mm256_max_ps(there, _mm256_sub_ps(_mm256_set1_ps(q->earliest_boarding), leave));
    const __m256 begun = _mm256_sub_ps(_mm256_add_ps(aboard, _mm256_set1_ps(terms.boarded)), base);
    const __m256 rest = _mm256_add_ps(_mm256_set1_ps(q->direct), on);
    const __m256 both =
        _mm256_cmp_ps(_mm256_add_ps(_mm256_add_ps(begun, _mm256_set1_ps(q->stop)), rest), slack, _CMP_LE_OQ);
    const __m256 fits = _mm256_or_ps(both, _mm256_cmp_ps(_mm256_add_ps(begun, past), slack_ahead, _CMP_LE_OQ));
    const __m256 in_time = _mm256_cmp_ps(boarding, _mm256_set1_ps(q->latest_boarding), _CMP_LE_OQ);
    unsigned open = (unsigned)_mm256_movemask_ps(_mm256_and_ps(fits, in_time));
    if (count - place < 8) open &= (1u << (count - place)) - 1;
    uint32_t numbers[8];
    float boardings[8], addeds[8], leaves[8], bases[8], slacks[8];
    _mm256_storeu_si256((__m256i *)numbers, at);
    _mm256_storeu_ps(boardings, boarding);
    _mm256_storeu_ps(leaves, leave), _mm256_storeu_ps(bases, base), _mm256_storeu_ps(slacks, slack);
    _mm256_storeu_ps(addeds,
                     _mm256_blendv_ps(never, _mm256_sub_ps(_mm256_add_ps(there, rest), base), both));
    for (; open != 0; open &= open - 1) {
      const unsigned lane = (unsigned)__builtin_ctz(open);
      found->leg[number] = numbers[lane];
      found->boarding[number] = boardings[lane];
      found->leave[number] = leaves[lane], found->base[number] = bases[lane], found->slack[number] = slacks[lane];
      found->added[number++] = addeds[lane];
    }
  }
  return number;
}

__attribute__((target("avx512f,popcnt"), always_inline)) static inline __m512 time_avx512(__m512 squared, float pace,
                                                                                          float reach) {
  const __m512 whole = _mm512_mul_ps(_mm512_set1_ps(pace), _mm512_sqrt_ps(squared));
  return _mm512_max_ps(_mm512_setzero_ps(), _mm512_sub_ps(whole, _mm512_set1_ps(reach)));
}

__attribute__((target("avx512f,popcnt"), always_inline)) static inline int64_t examine_avx512(
    const detour_legs *legs, int64_t begin, int64_t count, const detour_leg_query *q, const detour_found_legs *found,
    int64_t number, int listed, int wraps) {
  const detour_legs l = *legs;
  const scan_terms terms = terms_of(q);
  const __m512 side = _mm512_set1_ps(q->side), never = _mm512_set1_ps(INFINITY);
  const __m512i lanes = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  const uint32_t *list = found->leg + number;
  for (int64_t place = 0; place < count; place += 16) {
    const __mmask16 whole = count - place < 16 ? (__mmask16)((1u << (count - place)) - 1) : 0xffff;
    const __m512i at = listed ? _mm512_maskz_loadu_epi32(whole, list + place)
                              : _mm512_add_epi32(lanes, _mm512_set1_epi32((int)(begin + place)));
#define COLUMN(name) (listed ? _mm512_i32gather_ps(at, l.name, 4) : _mm512_loadu_ps(l.name + begin + place))
    const __m512 leave = COLUMN(leave), base = COLUMN(base), slack = COLUMN(slack), slack_ahead = COLUMN(slack_ahead);
    const __m512 from_x = COLUMN(from_x), from_y = COLUMN(from_y), to_x = COLUMN(to_x), to_y = COLUMN(to_y);
#undef COLUMN
    const __m512 there = time_avx512(squared_avx512(from_x, from_y, q->pickup_x, q->pickup_y, side, wraps), q->pace,
                                     q->pickup_reach);
    const __m512 on = time_avx512(squared_avx512(to_x, to_y, q->dropoff_x, q->dropoff_y, side, wraps), q->pace,
                                  q->dropoff_reach);
    const __m512 past = time_avx512(squared_avx512(to_x, to_y, q->pickup_x, q->pickup_y, side, wraps), q->pace,
                                    q->pickup_reach);
    const __m512 boarding = _mm512_add_ps(leave, there);
    const __m512 aboard = _mm512_max_ps(there, _mm512_sub_ps(_mm512_set1_ps(q->earliest_boarding), leave));
    const __m512 begun = _mm512_sub_ps(_mm512_add_ps(aboard, _mm512_set1_ps(terms.boarded)), base);
    const __m512 rest = _mm512_add_ps(_mm512_set1_ps(q->direct), on);
    const __mmask16 both = _mm512_cmp_ps_mask(
        _mm512_add_ps(_mm512_add_ps(begun, _mm512_set1_ps(q->stop)), rest), slack, _CMP_LE_OQ);
    __mmask16 open = both | _mm512_cmp_ps_mask(_mm512_add_ps(begun, past), slack_ahead, _CMP_LE_OQ);
    open &= whole & _mm512_cmp_ps_mask(boarding, _mm512_set1_ps(q->latest_boarding), _CMP_LE_OQ);
    const __m512 added =
        _mm512_mask_blend_ps(both, never, _mm512_sub_ps(_mm512_add_ps(there, rest), base));
    // Never behind what has been read of a list.
    _mm512_storeu_si512(found->leg + number, _mm512_maskz_compress_epi32(open, at));
    _mm512_storeu_ps(found->boarding + number, _mm512_maskz_compress_ps(open, boarding));
    _mm512_storeu_ps(found->added + number, _mm512_maskz_compress_ps(open, added));
    _mm512_storeu_ps(found->leave + number, _mm512_maskz_compress_ps(open, leave));
    _mm512_storeu_ps(found->base + number, _mm512_maskz_compress_ps(open, base));
    _mm512_storeu_ps(found->slack + number, _mm512_maskz_compress_ps(open, slack));
    number += __builtin_popcount(open);
  }
  return number;
}

__attribute__((target("avx2"), always_inline)) static inline int64_t parts_avx2(const detour_legs *l, int64_t count,
                                                                                const detour_leg_query *q,
                                                                                const detour_found_legs *found,
                                                                                int wraps) {
  int64_t number = 0;
  for (int64_t begin = 0; begin < count; begin += part_size) {
    const int64_t end = count - begin < part_size ? count : begin + part_size;
    const int64_t passed = sieve_avx2(l, begin, end, q, found->leg + number, wraps);
    number = passed > many ? examine_avx2(l, begin, end - begin, q, found, number, 0, wraps)
                           : examine_avx2(l, begin, passed, q, found, number, 1, wraps);
  }
  return number;
}

__attribute__((target("avx512f,popcnt"), always_inline)) static inline int64_t parts_avx512(
    const detour_legs *l, int64_t count, const detour_leg_query *q, const detour_found_legs *found, int wraps) {
  int64_t number = 0;
  for (int64_t begin = 0; begin < count; begin += part_size) {
    const int64_t end = count - begin < part_size ? count : begin + part_size;
    const int64_t passed = sieve_avx512(l, begin, end, q, found->leg + number, wraps);
    number = passed > many ? examine_avx512(l, begin, end - begin, q, found, number, 0, wraps)
                           : examine_avx512(l, begin, passed, q, found, number, 1, wraps);
  }
  return number;
}

// Only on a torus do distances wrap around.

__attribute__((target("avx2"))) static int64_t scan_avx2(const detour_legs *l, int64_t count,
                                                         const detour_leg_query *q,
                                                         const detour_found_legs *found) {
  return q->side < INFINITY ? parts_avx2(l, count, q, found, 1) : parts_avx2(l, count, q, found, 0);
}

__attribute__((target("avx512f,popcnt"))) static int64_t scan_avx512(const detour_legs *l, int64_t count,
                                                             const detour_leg_query *q,
                                                             const detour_found_legs *found) {
  return q->side < INFINITY ? parts_avx512(l, count, q, found, 1) : parts_avx512(l, count, q, found, 0);
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
