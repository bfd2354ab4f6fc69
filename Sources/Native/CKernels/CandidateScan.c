#include "CandidateScan.h"

#include <math.h>
#if defined(__linux__)
#include <sys/mman.h>
#endif

void detour_prefer_large_pages(void *memory, size_t bytes) {
#if defined(__linux__)
  const size_t large = (size_t)2 << 20, first = ((size_t)memory + large - 1) / large * large;
  const size_t end = ((size_t)memory + bytes) / large * large;
  if (first < end) madvise((void *)first, end - first, MADV_HUGEPAGE);
#else
  (void)memory, (void)bytes;
#endif
}

/// The distance from the beginning of a report or its end, in reports, within which rounding leaves it open which of the
/// two counts.
static inline float open_share(float reports) { return 1e-4f + 2e-6f * reports; }

// Both versions decide with a margin, and what lies within it is decided elsewhere: they need not round alike.

/// The cell, of those up to `last` in a row or column, in which `place` lies, counted in cells from the beginning of the first.
static inline int32_t cell_of(float place, float last) {
  return (int32_t)(place > 0 ? (place < last ? place : last) : 0);
}

int64_t detour_list(const detour_blocks *all, const int32_t *heads, const detour_cells *cells, float x, float y,
                    float reach, int32_t *list) {
  // In cells from here on: one division for all edges. They are rounded; a thousandth of a cell is more than that.
  const float hair = 1.0f / 1024, scale = 1 / cells->side, radius = reach * scale;
  const float last_column = (float)(cells->columns - 1), last_row = (float)(cells->rows - 1);
  x = (x - cells->low_x) * scale, y = (y - cells->low_y) * scale;
  const int32_t bottom = cell_of(y - radius - hair, last_row), top = cell_of(y + radius + hair, last_row);
  int64_t number = 0;
  for (int32_t row = bottom; row <= top; row++) {
    // How far the disc reaches to the sides within the row; what lies beyond the outermost cells is in them.
    const float south = row == 0 ? 0 : (float)row - y, north = (float)row == last_row ? 0 : y - (float)(row + 1);
    const float away = (south > north ? south : north) - hair;
    const float rest = radius * radius - (away > 0 ? away * away : 0);
    const float half = (rest > 0 ? sqrtf(rest) : 0) + hair;
    const int32_t *line = heads + (int64_t)row * cells->columns;
    const int32_t last = cell_of(x + half, last_column);
    for (int32_t cell = cell_of(x - half, last_column); cell <= last; cell++) {
      const int32_t head = line[cell];
      list[number] = head;
      if (head < 0) continue;
      // A block is scanned soon after it was listed, and comes from memory meanwhile.
      __builtin_prefetch(all->blocks[head].x);
      number++;
    }
  }
  return number;
}

int64_t detour_scan_plain(const detour_blocks *all, int32_t *list, int64_t count, const detour_scan_query *q,
                          uint32_t *found, detour_scan_counts *counts) {
  const float far = q->radius + q->tolerance, near = q->radius - q->tolerance;
  const float inner = near > 0 ? near * near : -1;
  int64_t number = 0;
  for (int64_t place = 0; place < count; place++) {
    const int32_t block = list[place];
    const detour_block *b = all->blocks + block;
    const detour_motion *m = all->motions + block;
    const detour_height *h = q->is_flat ? 0 : all->heights + block;
    if (all->next[block] >= 0) list[count++] = all->next[block];
    for (int i = 0; i < DETOUR_LANES; i++) {
      float mx = b->x[i], my = b->y[i], mz = q->is_flat ? 0 : h->z[i];
      float reach = far, core = inner;
      uint32_t is_open = 0;
      if (q->motion != DETOUR_STANDING) {
        const float elapsed = (float)(int32_t)((uint32_t)q->time - (uint32_t)m->from[i]);
        float moves = elapsed, stray = m->stray[i];
        if (q->motion == DETOUR_STEPPING) {
          const float reports = m->phase[i] + m->rate[i] * elapsed, doubt = open_share(reports);
          moves = floorf(reports);
          is_open = reports - moves < doubt || moves + 1 - reports < doubt;
          if (is_open) stray += q->step;
        }
        mx += m->vx[i] * moves, my += m->vy[i] * moves;
        if (!q->is_flat) mz += h->vz[i] * moves;
        reach += stray;
        const float least = near - stray;
        core = least > 0 && !is_open ? least * least : -1;
      }
      const float dx = mx - q->pickup_x, dy = my - q->pickup_y, dz = mz - q->pickup_z;
      const float distance = dx * dx + dy * dy + dz * dz;
      if (!(distance <= reach * reach)) continue;
      uint32_t flags = distance <= core ? DETOUR_SURELY_IN_RADIUS : 0;
      counts->in_radius += flags;
      const float lx = b->end_x[i] - mx, ly = b->end_y[i] - my, lz = q->is_flat ? 0 : h->end_z[i] - mz;
      const float wx = q->dropoff_x - mx, wy = q->dropoff_y - my, wz = q->dropoff_z - mz;
      const float length = fmaxf(lx * lx + ly * ly + lz * lz, 1e-6f);
      const float along = (wx * lx + wy * ly + wz * lz) / length;
      const float bend = q->is_flat ? 0 : h->bend[i], closest = near - bend;
      const float within = closest > 0 ? closest * closest : -1;
      const float step = fmaxf(b->shape[i], 0), bulge = fmaxf(-b->shape[i], 0);
      float share = fminf(fmaxf(along, 0), 1);
      float allowed = far + bulge;
      if (step > 0) {
        const float points = sqrtf(length) / step;
        share = fminf(fmaxf(rintf(along * points), 1), floorf(points)) / points;
        allowed = far + bend;
      }
      const float ax = wx - share * lx, ay = wy - share * ly, az = wz - share * lz;
      const float ex = wx - lx, ey = wy - ly, ez = wz - lz;
      const float from_end = ex * ex + ey * ey + ez * ez;
      const float away = share > 0 || step == 0 ? ax * ax + ay * ay + az * az : from_end;
      const float least = fminf(away, from_end);
      if (is_open || least <= allowed * allowed) flags |= DETOUR_MAY_PASS;
      const int is_line = step > 0 || (q->motion == DETOUR_MOVING && bulge == 0);
      if ((flags & DETOUR_MAY_PASS) && !is_open && ((is_line && least <= within) || from_end <= inner)) {
        flags |= DETOUR_SURELY_PASSES;
      }
      if (flags == DETOUR_SURELY_IN_RADIUS) continue;
      found[number++] = (uint32_t)b->driver[i] << DETOUR_FOUND_SHIFT | flags;
    }
  }
  counts->looked_at += DETOUR_LANES * count;
  return number;
}

#if defined(__x86_64__)
#include <immintrin.h>

/// The number of blocks ahead of the one that is compared at which all of a block is asked for.
#define AHEAD 6

__attribute__((target("avx2"), always_inline)) static inline __m256 sum_of_squares(__m256 x, __m256 y, __m256 z,
                                                                                   int is_flat) {
  const __m256 plane = _mm256_add_ps(_mm256_mul_ps(x, x), _mm256_mul_ps(y, y));
  return is_flat ? plane : _mm256_add_ps(plane, _mm256_mul_ps(z, z));
}

__attribute__((target("avx2"), always_inline)) static inline int64_t scan_avx2(
    const detour_blocks *all, int32_t *list, int64_t count, const detour_scan_query *q, uint32_t *found,
    detour_scan_counts *counts, const int motion, const int is_flat) {
  const __m256i time = _mm256_set1_epi32(q->time);
  const float far = q->radius + q->tolerance, near = q->radius - q->tolerance;
  const __m256 reach = _mm256_set1_ps(far), core = _mm256_set1_ps(near);
  const __m256 outer = _mm256_set1_ps(far * far);
  const __m256 inner = _mm256_set1_ps(near > 0 ? near * near : -1);
  const __m256 zero = _mm256_setzero_ps(), one = _mm256_set1_ps(1), never = _mm256_set1_ps(-1);
  const __m256 px = _mm256_set1_ps(q->pickup_x), py = _mm256_set1_ps(q->pickup_y);
  const __m256 pz = _mm256_set1_ps(q->pickup_z);
  int64_t number = 0, sure_count = 0;
  for (int64_t scanned = 0; scanned < count; scanned++) {
    const int32_t block = list[scanned];
    const detour_block *b = all->blocks + block;
    const detour_motion *m = all->motions + block;
    const detour_height *h = q->is_flat ? 0 : all->heights + block;
    if (all->next[block] >= 0) list[count++] = all->next[block];
    if (scanned + AHEAD < count) {
      const int32_t coming = list[scanned + AHEAD];
      __builtin_prefetch(all->blocks[coming].x);
      __builtin_prefetch(all->blocks[coming].end_x);
      __builtin_prefetch(all->blocks[coming].shape);
      if (motion != DETOUR_STANDING) {
        __builtin_prefetch(all->motions[coming].vx);
        __builtin_prefetch(all->motions[coming].from);
        if (motion == DETOUR_STEPPING) __builtin_prefetch(all->motions[coming].rate);
      }
      if (!is_flat) __builtin_prefetch(all->heights[coming].z), __builtin_prefetch(all->heights[coming].vz);
    }
    __m256 mx = _mm256_load_ps(b->x), my = _mm256_load_ps(b->y), mz = is_flat ? zero : _mm256_load_ps(h->z);
    __m256 widest = outer, surest = inner;
    int open_bits = 0;
    if (motion != DETOUR_STANDING) {
      const __m256 elapsed =
          _mm256_cvtepi32_ps(_mm256_sub_epi32(time, _mm256_load_si256((const __m256i *)m->from)));
      __m256 moves = elapsed, stray = _mm256_load_ps(m->stray);
      if (motion == DETOUR_STEPPING) {
        const __m256 reports =
            _mm256_add_ps(_mm256_load_ps(m->phase), _mm256_mul_ps(_mm256_load_ps(m->rate), elapsed));
        moves = _mm256_floor_ps(reports);
        const __m256 share = _mm256_sub_ps(reports, moves);
        const __m256 doubt =
            _mm256_add_ps(_mm256_set1_ps(1e-4f), _mm256_mul_ps(_mm256_set1_ps(2e-6f), reports));
        const __m256 is_open = _mm256_or_ps(_mm256_cmp_ps(share, doubt, _CMP_LT_OQ),
                                            _mm256_cmp_ps(_mm256_sub_ps(one, share), doubt, _CMP_LT_OQ));
        open_bits = _mm256_movemask_ps(is_open);
        stray = _mm256_add_ps(stray, _mm256_and_ps(is_open, _mm256_set1_ps(q->step)));
      }
      mx = _mm256_add_ps(mx, _mm256_mul_ps(_mm256_load_ps(m->vx), moves));
      my = _mm256_add_ps(my, _mm256_mul_ps(_mm256_load_ps(m->vy), moves));
      if (!is_flat) mz = _mm256_add_ps(mz, _mm256_mul_ps(_mm256_load_ps(h->vz), moves));
      const __m256 wide = _mm256_add_ps(reach, stray), narrow = _mm256_sub_ps(core, stray);
      widest = _mm256_mul_ps(wide, wide);
      surest = _mm256_blendv_ps(never, _mm256_mul_ps(narrow, narrow), _mm256_cmp_ps(narrow, zero, _CMP_GT_OQ));
    }
    const __m256 distance =
        sum_of_squares(_mm256_sub_ps(mx, px), _mm256_sub_ps(my, py), _mm256_sub_ps(mz, pz), is_flat);
    const int in_bits = _mm256_movemask_ps(_mm256_cmp_ps(distance, widest, _CMP_LE_OQ));
    if (in_bits == 0) continue;
    open_bits &= in_bits;
    const int sure_bits =
        in_bits & ~open_bits & _mm256_movemask_ps(_mm256_cmp_ps(distance, surest, _CMP_LE_OQ));
    sure_count += __builtin_popcount((unsigned)sure_bits);

    const __m256 lx = _mm256_sub_ps(_mm256_load_ps(b->end_x), mx);
    const __m256 ly = _mm256_sub_ps(_mm256_load_ps(b->end_y), my);
    const __m256 lz = is_flat ? zero : _mm256_sub_ps(_mm256_load_ps(h->end_z), mz);
    const __m256 wx = _mm256_sub_ps(_mm256_set1_ps(q->dropoff_x), mx);
    const __m256 wy = _mm256_sub_ps(_mm256_set1_ps(q->dropoff_y), my);
    const __m256 wz = is_flat ? zero : _mm256_sub_ps(_mm256_set1_ps(q->dropoff_z), mz);
    const __m256 length = _mm256_max_ps(sum_of_squares(lx, ly, lz, is_flat), _mm256_set1_ps(1e-6f));
    __m256 product = _mm256_add_ps(_mm256_mul_ps(wx, lx), _mm256_mul_ps(wy, ly));
    if (!is_flat) product = _mm256_add_ps(product, _mm256_mul_ps(wz, lz));
    const __m256 step = _mm256_load_ps(b->shape);
    const __m256 bulge = _mm256_max_ps(_mm256_sub_ps(zero, step), zero);
    const __m256 wide = _mm256_add_ps(reach, bulge);
    int near_bits = in_bits;
    if (is_flat) {
      // Most routes lead elsewhere: without a division, the drop-off lies too far beside their lines, or behind
      // them.
      const __m256 cross = _mm256_sub_ps(_mm256_mul_ps(lx, wy), _mm256_mul_ps(ly, wx));
      const __m256 most = _mm256_mul_ps(wide, wide);
      const __m256 beside = _mm256_cmp_ps(_mm256_mul_ps(cross, cross), _mm256_mul_ps(most, length), _CMP_LE_OQ);
      const __m256 ahead = _mm256_or_ps(_mm256_cmp_ps(product, zero, _CMP_GT_OQ),
                                        _mm256_cmp_ps(sum_of_squares(wx, wy, wz, is_flat), most, _CMP_LE_OQ));
      near_bits &= open_bits | _mm256_movemask_ps(_mm256_and_ps(beside, ahead));
      if ((near_bits | (in_bits & ~sure_bits)) == 0) continue;
    }
    const __m256 along = _mm256_div_ps(product, length);
    const __m256 has_step = _mm256_cmp_ps(step, zero, _CMP_GT_OQ);
    __m256 share = _mm256_min_ps(_mm256_max_ps(along, zero), one);
    __m256 only_end = zero;
    if (motion != DETOUR_MOVING) {
      // The route point nearest to the drop-off, by number.
      const __m256 points = _mm256_div_ps(_mm256_sqrt_ps(length), step);
      __m256 nearest =
          _mm256_round_ps(_mm256_mul_ps(along, points), _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
      nearest = _mm256_min_ps(_mm256_max_ps(nearest, one), _mm256_floor_ps(points));
      share = _mm256_blendv_ps(share, _mm256_div_ps(nearest, points), has_step);
      // Where the destination comes before the next route point, there is only the destination.
      only_end = _mm256_and_ps(has_step, _mm256_cmp_ps(points, one, _CMP_LT_OQ));
    }
    const __m256 from_end =
        sum_of_squares(_mm256_sub_ps(wx, lx), _mm256_sub_ps(wy, ly), _mm256_sub_ps(wz, lz), is_flat);
    __m256 away =
        sum_of_squares(_mm256_sub_ps(wx, _mm256_mul_ps(share, lx)), _mm256_sub_ps(wy, _mm256_mul_ps(share, ly)),
                       _mm256_sub_ps(wz, _mm256_mul_ps(share, lz)), is_flat);
    away = _mm256_blendv_ps(away, from_end, only_end);
    const __m256 least = _mm256_min_ps(away, from_end);
    __m256 farthest = outer, within = inner;
    if (!is_flat) {
      const __m256 bend = _mm256_load_ps(h->bend);
      const __m256 longer = _mm256_add_ps(reach, bend), closer = _mm256_sub_ps(core, bend);
      farthest = _mm256_mul_ps(longer, longer);
      within = _mm256_blendv_ps(never, _mm256_mul_ps(closer, closer), _mm256_cmp_ps(closer, zero, _CMP_GT_OQ));
    }
    const __m256 allowed = _mm256_blendv_ps(_mm256_mul_ps(wide, wide), farthest, has_step);
    const int may_bits =
        open_bits | (near_bits & _mm256_movemask_ps(_mm256_cmp_ps(least, allowed, _CMP_LE_OQ)));
    const __m256 is_line = motion == DETOUR_MOVING ? _mm256_cmp_ps(bulge, zero, _CMP_EQ_OQ) : has_step;
    const __m256 passes = _mm256_or_ps(_mm256_and_ps(is_line, _mm256_cmp_ps(least, within, _CMP_LE_OQ)),
                                       _mm256_cmp_ps(from_end, inner, _CMP_LE_OQ));
    const int pass_bits = may_bits & ~open_bits & _mm256_movemask_ps(passes);
    unsigned open = (unsigned)(may_bits | (in_bits & ~sure_bits));
    while (open != 0) {
      const int lane = __builtin_ctz(open);
      open &= open - 1;
      const uint32_t flags =
          ((sure_bits >> lane) & 1u) | ((may_bits >> lane) & 1u) << 1 | ((pass_bits >> lane) & 1u) << 2;
      found[number++] = (uint32_t)b->driver[lane] << DETOUR_FOUND_SHIFT | flags;
    }
  }
  counts->in_radius += sure_count;
  counts->looked_at += DETOUR_LANES * count;
  return number;
}

__attribute__((target("avx2"))) static int64_t scan_standing(const detour_blocks *all, int32_t *list,
                                                             int64_t count, const detour_scan_query *query,
                                                             uint32_t *found, detour_scan_counts *counts) {
  return query->is_flat ? scan_avx2(all, list, count, query, found, counts, DETOUR_STANDING, 1)
                        : scan_avx2(all, list, count, query, found, counts, DETOUR_STANDING, 0);
}

__attribute__((target("avx2"))) static int64_t scan_moving(const detour_blocks *all, int32_t *list,
                                                           int64_t count, const detour_scan_query *query,
                                                           uint32_t *found, detour_scan_counts *counts) {
  return query->is_flat ? scan_avx2(all, list, count, query, found, counts, DETOUR_MOVING, 1)
                        : scan_avx2(all, list, count, query, found, counts, DETOUR_MOVING, 0);
}

__attribute__((target("avx2"))) static int64_t scan_stepping(const detour_blocks *all, int32_t *list,
                                                             int64_t count, const detour_scan_query *query,
                                                             uint32_t *found, detour_scan_counts *counts) {
  return query->is_flat ? scan_avx2(all, list, count, query, found, counts, DETOUR_STEPPING, 1)
                        : scan_avx2(all, list, count, query, found, counts, DETOUR_STEPPING, 0);
}
#endif

int64_t detour_scan(const detour_blocks *all, int32_t *list, int64_t count, const detour_scan_query *query,
                    uint32_t *found, detour_scan_counts *counts) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) {
    switch (query->motion) {
      case DETOUR_MOVING:
        return scan_moving(all, list, count, query, found, counts);
      case DETOUR_STEPPING:
        return scan_stepping(all, list, count, query, found, counts);
      default:
        return scan_standing(all, list, count, query, found, counts);
    }
  }
#endif
  return detour_scan_plain(all, list, count, query, found, counts);
}
