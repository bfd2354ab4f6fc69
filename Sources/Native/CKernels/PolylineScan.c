#include "PolylineScan.h"

#include "CandidateScan.h"

// Both versions decide with a margin, and what lies within it is decided elsewhere: they need not round alike.

detour_verdict detour_polyline_passes_plain(const detour_polyline *r, const detour_polyline_query *q) {
  if (r->line == 0) return DETOUR_PASSES_MAYBE;
  detour_verdict verdict = DETOUR_PASSES_NOT;
  for (int end = r->line; end < DETOUR_CORNERS; end++) {
    const float ax = r->x[end - 1], ay = r->y[end - 1];
    const float lx = r->x[end] - ax, ly = r->y[end] - ay, wx = q->x - ax, wy = q->y - ay;
    const float length = lx * lx + ly * ly, along = wx * lx + wy * ly;
    const float share = along <= 0 ? 0 : along >= length ? 1 : along / length;
    const float dx = wx - share * lx, dy = wy - share * ly, away = dx * dx + dy * dy;
    const int is_unknown = r->stray[end] == DETOUR_STRAY_UNKNOWN;
    const float stray = (float)r->stray[end] * q->step, far = q->far + stray, near = q->near - stray;
    if (!is_unknown && !(away <= far * far)) continue;
    if (!is_unknown && end > r->line && near > 0 && away <= near * near) return DETOUR_PASSES;
    verdict = DETOUR_PASSES_MAYBE;
  }
  return verdict;
}

#if defined(__x86_64__)
#include <immintrin.h>

__attribute__((target("avx2"), always_inline)) static inline __m256 corners(const uint16_t *first) {
  return _mm256_cvtepi32_ps(_mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *)first)));
}

__attribute__((target("avx2"), always_inline)) static inline detour_verdict passes_avx2(
    const detour_polyline *r, const detour_polyline_query *q) {
  if (r->line == 0) return DETOUR_PASSES_MAYBE;
  const __m256 zero = _mm256_setzero_ps(), one = _mm256_set1_ps(1);
  const __m256 unknown = _mm256_set1_ps(DETOUR_STRAY_UNKNOWN);
  const __m256 x = _mm256_set1_ps(q->x), y = _mm256_set1_ps(q->y), step = _mm256_set1_ps(q->step);
  const __m256 farthest = _mm256_set1_ps(q->far), nearest = _mm256_set1_ps(q->near);
  unsigned may_bits = 0, sure_bits = 0;
  // Eight lines at a time; the last eight overlap those before.
  static const int firsts[] = {0, 8, DETOUR_CORNERS - 9};
  for (int part = 0; part < 3; part++) {
    const int first = firsts[part], behind = r->line - 1 - first;
    if (behind >= 8) continue;
    const __m256 ax = corners(r->x + first), ay = corners(r->y + first);
    const __m256 lx = _mm256_sub_ps(corners(r->x + first + 1), ax);
    const __m256 ly = _mm256_sub_ps(corners(r->y + first + 1), ay);
    const __m256 wx = _mm256_sub_ps(x, ax), wy = _mm256_sub_ps(y, ay);
    // Corners are whole units: a line is a unit long or none, and a point lies nowhere along it.
    const __m256 length = _mm256_max_ps(_mm256_add_ps(_mm256_mul_ps(lx, lx), _mm256_mul_ps(ly, ly)), one);
    const __m256 along = _mm256_div_ps(_mm256_add_ps(_mm256_mul_ps(wx, lx), _mm256_mul_ps(wy, ly)), length);
    const __m256 share = _mm256_min_ps(_mm256_max_ps(along, zero), one);
    const __m256 dx = _mm256_sub_ps(wx, _mm256_mul_ps(share, lx));
    const __m256 dy = _mm256_sub_ps(wy, _mm256_mul_ps(share, ly));
    const __m256 away = _mm256_add_ps(_mm256_mul_ps(dx, dx), _mm256_mul_ps(dy, dy));
    const __m256 strays = _mm256_cvtepi32_ps(
        _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(r->stray + first + 1))));
    const __m256 is_unknown = _mm256_cmp_ps(strays, unknown, _CMP_EQ_OQ);
    const __m256 stray = _mm256_mul_ps(strays, step);
    const __m256 far = _mm256_add_ps(farthest, stray), near = _mm256_sub_ps(nearest, stray);
    const __m256 may = _mm256_or_ps(is_unknown, _mm256_cmp_ps(away, _mm256_mul_ps(far, far), _CMP_LE_OQ));
    const __m256 sure = _mm256_and_ps(_mm256_cmp_ps(near, zero, _CMP_GT_OQ),
                                      _mm256_cmp_ps(away, _mm256_mul_ps(near, near), _CMP_LE_OQ));
    const unsigned ahead = behind < 0 ? 0xff : 0xffu << behind, next = behind < -1 ? 0xff : 0xffu << (behind + 1);
    may_bits |= (unsigned)_mm256_movemask_ps(may) & ahead;
    sure_bits |= (unsigned)_mm256_movemask_ps(_mm256_andnot_ps(is_unknown, sure)) & next;
  }
  return sure_bits != 0 ? DETOUR_PASSES : may_bits != 0 ? DETOUR_PASSES_MAYBE : DETOUR_PASSES_NOT;
}
#endif

/// Sifts by `passes`, which is inlined. Rows and then polylines come from memory meanwhile.
__attribute__((always_inline)) static inline int64_t sift(
    const detour_polyline *polylines, const int32_t *rows, const detour_polyline_query *query, uint32_t *found,
    int64_t count, detour_verdict (*passes)(const detour_polyline *, const detour_polyline_query *)) {
  int64_t kept = 0;
  for (int64_t place = 0; place < count; place++) {
    if (place + 32 < count) __builtin_prefetch(rows + (found[place + 32] >> DETOUR_FOUND_SHIFT));
    if (place + 16 < count) {
      const detour_polyline *coming = polylines + rows[found[place + 16] >> DETOUR_FOUND_SHIFT];
      __builtin_prefetch(coming);
      __builtin_prefetch(coming->point);
    }
    uint32_t word = found[place];
    if ((word & (DETOUR_MAY_PASS | DETOUR_SURELY_PASSES)) == DETOUR_MAY_PASS) {
      const detour_verdict verdict = passes(polylines + rows[word >> DETOUR_FOUND_SHIFT], query);
      if (verdict == DETOUR_PASSES_NOT) word &= ~(uint32_t)DETOUR_MAY_PASS;
      if (verdict == DETOUR_PASSES) word |= DETOUR_SURELY_PASSES;
    }
    found[kept] = word;
    kept += (word & ((1u << DETOUR_FOUND_SHIFT) - 1)) != DETOUR_SURELY_IN_RADIUS;
  }
  return kept;
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static detour_verdict one_avx2(const detour_polyline *polyline,
                                                               const detour_polyline_query *query) {
  return passes_avx2(polyline, query);
}

__attribute__((target("avx2"))) static int64_t sift_avx2(const detour_polyline *polylines, const int32_t *rows,
                                                         const detour_polyline_query *query, uint32_t *found,
                                                         int64_t count) {
  return sift(polylines, rows, query, found, count, one_avx2);
}
#endif

detour_verdict detour_polyline_passes(const detour_polyline *polyline, const detour_polyline_query *query) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return one_avx2(polyline, query);
#endif
  return detour_polyline_passes_plain(polyline, query);
}

int64_t detour_polyline_sift(const detour_polyline *polylines, const int32_t *rows,
                             const detour_polyline_query *query, uint32_t *found, int64_t count) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return sift_avx2(polylines, rows, query, found, count);
#endif
  return sift(polylines, rows, query, found, count, detour_polyline_passes_plain);
}
