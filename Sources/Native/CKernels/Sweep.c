#include "Sweep.h"

static inline int32_t lesser(int32_t a, int32_t b) { return a < b ? a : b; }

static inline int32_t least(const detour_sweep_block *block, const detour_sweep_arc *arcs, const int32_t *times,
                            int64_t place) {
  const int64_t width = block->last - block->first;
  const detour_sweep_arc *arc = arcs + block->arcs + (place - block->first);
  int32_t least = times[place];
  for (int32_t number = 0; number < block->degree; number++, arc += width)
    least = lesser(least, times[arc->end] + arc->milliseconds);
  return least;
}

void detour_sweep_plain(const detour_sweep_block *blocks, int64_t count, const detour_sweep_arc *arcs,
                        int32_t *times) {
  for (const detour_sweep_block *block = blocks; block < blocks + count; block++)
    for (int64_t place = block->first; place < block->last; place++) times[place] = least(block, arcs, times, place);
}

static inline int32_t time_of(const detour_sweep_times *t, const detour_sweep_target *target) {
  if (t->holds_root[target->chain]) return t->inner[target->node];
  return lesser(t->horizon, lesser(t->times[target->first] + target->to_first,
                                   t->times[target->second] + target->to_second));
}

static inline const detour_sweep_target *target_at(const void *targets, int64_t stride, uint32_t number) {
  return (const detour_sweep_target *)((const char *)targets + stride * number);
}

void detour_swept_times_plain(const detour_sweep_times *times, const void *targets, int64_t stride,
                              const uint32_t *numbers, int64_t count, float *result) {
  for (int64_t place = 0; place < count; place++)
    result[place] = (float)time_of(times, target_at(targets, stride, numbers[place]));
}

#if defined(__x86_64__)
#include <immintrin.h>
#include <stddef.h>

// Eight places at a time: the arcs of neighbours lie next to each other.
__attribute__((target("avx2"))) static void sweep_avx2(const detour_sweep_block *blocks, int64_t count,
                                                       const detour_sweep_arc *arcs, int32_t *times) {
  for (const detour_sweep_block *block = blocks; block < blocks + count; block++) {
    const int64_t width = block->last - block->first;
    int64_t place = block->first;
    for (; place + 8 <= block->last; place += 8) {
      const detour_sweep_arc *arc = arcs + block->arcs + (place - block->first);
      // In the order 0 1 4 5 2 3 6 7, in which the halves of two loads are shuffled.
      __m256i low = _mm256_permute4x64_epi64(_mm256_loadu_si256((const __m256i *)(times + place)), 0xd8);
      for (int32_t number = 0; number < block->degree; number++, arc += width) {
        const __m256 a = _mm256_loadu_ps((const float *)arc), b = _mm256_loadu_ps((const float *)(arc + 4));
        const __m256i ends = _mm256_castps_si256(_mm256_shuffle_ps(a, b, 0x88));
        const __m256i further = _mm256_castps_si256(_mm256_shuffle_ps(a, b, 0xdd));
        low = _mm256_min_epi32(low, _mm256_add_epi32(_mm256_i32gather_epi32(times, ends, 4), further));
      }
      _mm256_storeu_si256((__m256i *)(times + place), _mm256_permute4x64_epi64(low, 0xd8));
    }
    for (; place < block->last; place++) times[place] = least(block, arcs, times, place);
  }
}

__attribute__((target("avx2"))) static void times_avx2(const detour_sweep_times *t, const void *targets,
                                                       int64_t stride, const uint32_t *numbers, int64_t count,
                                                       float *result) {
  const __m256i step = _mm256_set1_epi32((int)stride), byte = _mm256_set1_epi32(0xff);
  int64_t place = 0;
  for (; place + 8 <= count; place += 8) {
    for (int64_t next = place + 32; next < place + 40 && next < count; next++) {
      const char *ahead = (const char *)target_at(targets, stride, numbers[next]);
      __builtin_prefetch(ahead), __builtin_prefetch(ahead + sizeof(detour_sweep_target) - 1);
    }
    const __m256i at = _mm256_mullo_epi32(_mm256_loadu_si256((const __m256i *)(numbers + place)), step);
#define FIELD(name) _mm256_i32gather_epi32((const int *)((const char *)targets + offsetof(detour_sweep_target, name)), at, 1)
    const __m256i holds = _mm256_i32gather_epi32((const int *)t->holds_root, FIELD(chain), 1);
    const __m256i first = _mm256_add_epi32(_mm256_i32gather_epi32(t->times, FIELD(first), 4), FIELD(to_first));
    const __m256i second = _mm256_add_epi32(_mm256_i32gather_epi32(t->times, FIELD(second), 4), FIELD(to_second));
#undef FIELD
    const __m256i time = _mm256_min_epi32(_mm256_min_epi32(first, second), _mm256_set1_epi32(t->horizon));
    _mm256_storeu_ps(result + place, _mm256_cvtepi32_ps(time));
    if (!_mm256_testz_si256(holds, byte))
      for (int64_t one = place; one < place + 8; one++)
        result[one] = (float)time_of(t, target_at(targets, stride, numbers[one]));
  }
  for (; place < count; place++) result[place] = (float)time_of(t, target_at(targets, stride, numbers[place]));
}
#endif

void detour_sweep(const detour_sweep_block *blocks, int64_t count, const detour_sweep_arc *arcs, int32_t *times) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) {
    sweep_avx2(blocks, count, arcs, times);
    return;
  }
#endif
  detour_sweep_plain(blocks, count, arcs, times);
}

void detour_swept_times(const detour_sweep_times *times, const void *targets, int64_t stride, const uint32_t *numbers,
                        int64_t count, float *result) {
#if defined(__x86_64__)
  // Offsets of targets are computed in 32 bits.
  if (__builtin_cpu_supports("avx2") && count > 0 && numbers[count - 1] < INT32_MAX / stride) {
    times_avx2(times, targets, stride, numbers, count, result);
    return;
  }
#endif
  detour_swept_times_plain(times, targets, stride, numbers, count, result);
}
