#include "CandidateScan.h"

#include <math.h>

// Both versions decide with a margin, and what lies within it is decided elsewhere: they need not round alike.

int64_t detour_scan_plain(const detour_entries *e, int64_t first, int64_t last,
                          const detour_scan_query *q, uint32_t *found, int64_t *in_radius) {
  const float far = q->radius + q->tolerance, outer = far * far;
  const float near = q->radius - q->tolerance, inner = near > 0 ? near * near : -1;
  int64_t count = 0;
  for (int64_t i = first; i < last; i++) {
    if (e->from[i] > q->time || e->until[i] <= q->time) continue;
    const float sx = e->x[i], sy = e->y[i], sz = e->z[i];
    float mx = sx, my = sy, mz = sz;
    if (q->is_moving) {
      const float elapsed = (float)(q->time - e->from[i]);
      mx += e->vx[i] * elapsed, my += e->vy[i] * elapsed, mz += e->vz[i] * elapsed;
    }
    const float dx = mx - q->pickup_x, dy = my - q->pickup_y, dz = mz - q->pickup_z;
    const float distance = dx * dx + dy * dy + dz * dz;
    if (!(distance <= outer)) continue;
    uint32_t flags = distance <= inner ? DETOUR_SURELY_IN_RADIUS : 0;
    *in_radius += flags;
    const float lx = e->end_x[i] - sx, ly = e->end_y[i] - sy, lz = e->end_z[i] - sz;
    const float wx = q->dropoff_x - sx, wy = q->dropoff_y - sy, wz = q->dropoff_z - sz;
    const float length = fmaxf(lx * lx + ly * ly + lz * lz, 1e-6f);
    const float along = (wx * lx + wy * ly + wz * lz) / length;
    const float step = e->step[i];
    float share = fminf(fmaxf(along, 0), 1);
    float allowed = far + e->bulge[i];
    if (step > 0) {
      const float points = sqrtf(length) / step;
      share = fminf(fmaxf(rintf(along * points), 1), floorf(points)) / points;
      allowed = far;
    }
    const float ax = wx - share * lx, ay = wy - share * ly, az = wz - share * lz;
    const float ex = wx - lx, ey = wy - ly, ez = wz - lz;
    const float fromEnd = ex * ex + ey * ey + ez * ez;
    const float away = share > 0 || step == 0 ? ax * ax + ay * ay + az * az : fromEnd;
    const float least = fminf(away, fromEnd);
    if (least <= allowed * allowed) flags |= DETOUR_MAY_PASS;
    if ((flags & DETOUR_MAY_PASS) && ((step > 0 && least <= inner) || fromEnd <= inner)) {
      flags |= DETOUR_SURELY_PASSES;
    }
    if (flags == DETOUR_SURELY_IN_RADIUS) continue;
    found[count++] = (uint32_t)i << DETOUR_FOUND_SHIFT | flags;
  }
  return count;
}

#if defined(__x86_64__)
#include <immintrin.h>

__attribute__((target("avx2"))) static int64_t scan_avx2(const detour_entries *e, int64_t first,
                                                         int64_t last, const detour_scan_query *q,
                                                         uint32_t *found, int64_t *in_radius) {
  const __m256i time = _mm256_set1_epi32(q->time);
  const __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  const float far = q->radius + q->tolerance, near = q->radius - q->tolerance;
  const __m256 outer = _mm256_set1_ps(far * far);
  const __m256 inner = _mm256_set1_ps(near > 0 ? near * near : -1);
  const __m256 reach = _mm256_set1_ps(far);
  const __m256 zero = _mm256_setzero_ps(), one = _mm256_set1_ps(1);
  int64_t count = 0, sure_count = 0;
  for (int64_t i = first; i < last; i += 8) {
    const __m256i from = _mm256_loadu_si256((const __m256i *)(e->from + i));
    const __m256i until = _mm256_loadu_si256((const __m256i *)(e->until + i));
    const __m256i left = _mm256_set1_epi32(last - i > 8 ? 8 : (int32_t)(last - i));
    __m256i valid = _mm256_andnot_si256(_mm256_cmpgt_epi32(from, time), _mm256_cmpgt_epi32(until, time));
    valid = _mm256_and_si256(valid, _mm256_cmpgt_epi32(left, lanes));
    const __m256 sx = _mm256_loadu_ps(e->x + i);
    const __m256 sy = _mm256_loadu_ps(e->y + i);
    const __m256 sz = _mm256_loadu_ps(e->z + i);
    __m256 dx = _mm256_sub_ps(sx, _mm256_set1_ps(q->pickup_x));
    __m256 dy = _mm256_sub_ps(sy, _mm256_set1_ps(q->pickup_y));
    __m256 dz = _mm256_sub_ps(sz, _mm256_set1_ps(q->pickup_z));
    if (q->is_moving) {
      const __m256 elapsed = _mm256_cvtepi32_ps(_mm256_sub_epi32(time, from));
      dx = _mm256_add_ps(dx, _mm256_mul_ps(_mm256_loadu_ps(e->vx + i), elapsed));
      dy = _mm256_add_ps(dy, _mm256_mul_ps(_mm256_loadu_ps(e->vy + i), elapsed));
      dz = _mm256_add_ps(dz, _mm256_mul_ps(_mm256_loadu_ps(e->vz + i), elapsed));
    }
    const __m256 distance = _mm256_add_ps(
        _mm256_add_ps(_mm256_mul_ps(dx, dx), _mm256_mul_ps(dy, dy)), _mm256_mul_ps(dz, dz));
    const __m256 in = _mm256_and_ps(_mm256_castsi256_ps(valid), _mm256_cmp_ps(distance, outer, _CMP_LE_OQ));
    const int in_bits = _mm256_movemask_ps(in);
    if (in_bits == 0) continue;
    const int sure_bits = in_bits & _mm256_movemask_ps(_mm256_cmp_ps(distance, inner, _CMP_LE_OQ));
    sure_count += __builtin_popcount((unsigned)sure_bits);

    const __m256 lx = _mm256_sub_ps(_mm256_loadu_ps(e->end_x + i), sx);
    const __m256 ly = _mm256_sub_ps(_mm256_loadu_ps(e->end_y + i), sy);
    const __m256 lz = _mm256_sub_ps(_mm256_loadu_ps(e->end_z + i), sz);
    const __m256 wx = _mm256_sub_ps(_mm256_set1_ps(q->dropoff_x), sx);
    const __m256 wy = _mm256_sub_ps(_mm256_set1_ps(q->dropoff_y), sy);
    const __m256 wz = _mm256_sub_ps(_mm256_set1_ps(q->dropoff_z), sz);
    const __m256 length = _mm256_max_ps(
        _mm256_add_ps(_mm256_add_ps(_mm256_mul_ps(lx, lx), _mm256_mul_ps(ly, ly)), _mm256_mul_ps(lz, lz)),
        _mm256_set1_ps(1e-6f));
    const __m256 along = _mm256_div_ps(
        _mm256_add_ps(_mm256_add_ps(_mm256_mul_ps(wx, lx), _mm256_mul_ps(wy, ly)), _mm256_mul_ps(wz, lz)),
        length);
    const __m256 step = _mm256_loadu_ps(e->step + i);
    const __m256 has_step = _mm256_cmp_ps(step, zero, _CMP_GT_OQ);
    const __m256 anywhere = _mm256_min_ps(_mm256_max_ps(along, zero), one);
    // The route point nearest to the drop-off, by number.
    const __m256 points = _mm256_div_ps(_mm256_sqrt_ps(length), step);
    __m256 number = _mm256_round_ps(_mm256_mul_ps(along, points), _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
    number = _mm256_min_ps(_mm256_max_ps(number, one), _mm256_floor_ps(points));
    const __m256 share = _mm256_blendv_ps(anywhere, _mm256_div_ps(number, points), has_step);
    const __m256 ax = _mm256_sub_ps(wx, _mm256_mul_ps(share, lx));
    const __m256 ay = _mm256_sub_ps(wy, _mm256_mul_ps(share, ly));
    const __m256 az = _mm256_sub_ps(wz, _mm256_mul_ps(share, lz));
    __m256 away = _mm256_add_ps(
        _mm256_add_ps(_mm256_mul_ps(ax, ax), _mm256_mul_ps(ay, ay)), _mm256_mul_ps(az, az));
    const __m256 ex = _mm256_sub_ps(wx, lx), ey = _mm256_sub_ps(wy, ly), ez = _mm256_sub_ps(wz, lz);
    const __m256 from_end = _mm256_add_ps(
        _mm256_add_ps(_mm256_mul_ps(ex, ex), _mm256_mul_ps(ey, ey)), _mm256_mul_ps(ez, ez));
    // Where the destination comes before the next route point, there is only the destination.
    const __m256 only_end = _mm256_and_ps(has_step, _mm256_cmp_ps(points, one, _CMP_LT_OQ));
    away = _mm256_blendv_ps(away, from_end, only_end);
    const __m256 least = _mm256_min_ps(away, from_end);
    const __m256 wide = _mm256_add_ps(reach, _mm256_loadu_ps(e->bulge + i));
    const __m256 allowed = _mm256_blendv_ps(_mm256_mul_ps(wide, wide), outer, has_step);
    const int may_bits = in_bits & _mm256_movemask_ps(_mm256_cmp_ps(least, allowed, _CMP_LE_OQ));
    const __m256 passes = _mm256_or_ps(
        _mm256_and_ps(has_step, _mm256_cmp_ps(least, inner, _CMP_LE_OQ)),
        _mm256_cmp_ps(from_end, inner, _CMP_LE_OQ));
    const int pass_bits = may_bits & _mm256_movemask_ps(passes);
    unsigned open = (unsigned)(may_bits | (in_bits & ~sure_bits));
    while (open != 0) {
      const int lane = __builtin_ctz(open);
      open &= open - 1;
      const uint32_t flags = ((sure_bits >> lane) & 1u) | ((may_bits >> lane) & 1u) << 1 |
                             ((pass_bits >> lane) & 1u) << 2;
      found[count++] = (uint32_t)(i + lane) << DETOUR_FOUND_SHIFT | flags;
    }
  }
  *in_radius += sure_count;
  return count;
}
#endif

int64_t detour_scan(const detour_entries *entries, int64_t first, int64_t last,
                    const detour_scan_query *query, uint32_t *found, int64_t *in_radius) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return scan_avx2(entries, first, last, query, found, in_radius);
#endif
  return detour_scan_plain(entries, first, last, query, found, in_radius);
}
