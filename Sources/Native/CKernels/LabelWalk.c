#include "LabelWalk.h"

void detour_group_walk_plain(const detour_hub_entry *label, const int32_t *rows, const int32_t *times,
                             int64_t columns, int32_t none, int32_t *least) {
  for (int64_t column = 0; column < columns; column++) least[column] = none;
  for (; label->hub != INT32_MAX; label++) {
    const int32_t *row = times + rows[label->hub] * columns;
    for (int64_t column = 0; column < columns; column++) {
      const int32_t time = row[column] + label->milliseconds;
      if (time < least[column]) least[column] = time;
    }
  }
}

int64_t detour_group_spread(const detour_hub_entry *label, int32_t *rows, int32_t *hubs, int64_t count, int32_t *times,
                            int64_t columns, int64_t column, int32_t none) {
  for (; label->hub != INT32_MAX; label++) {
    int64_t row = rows[label->hub];
    if (row == 0) {
      hubs[count] = label->hub;
      row = rows[label->hub] = (int32_t)++count;
      for (int64_t other = 0; other < columns; other++) times[row * columns + other] = none;
    }
    times[row * columns + column] = label->milliseconds;
  }
  return count;
}

#if defined(__x86_64__)
#include <immintrin.h>

// What a walk has found so far stays in registers; a hub of no root costs a row of nothing, not a jump that is mispredicted.

__attribute__((target("avx2"))) static void walk_avx2(const detour_hub_entry *label, const int32_t *rows,
                                                      const int32_t *times, int64_t columns, int32_t none,
                                                      int32_t *least) {
  for (int64_t first = 0; first < columns; first += DETOUR_ROOT_LANES) {
    __m256i low = _mm256_set1_epi32(none), high = low;
    for (const detour_hub_entry *entry = label; entry->hub != INT32_MAX; entry++) {
      const int32_t *row = times + rows[entry->hub] * columns + first;
      const __m256i further = _mm256_set1_epi32(entry->milliseconds);
      low = _mm256_min_epi32(low, _mm256_add_epi32(_mm256_loadu_si256((const __m256i *)row), further));
      high = _mm256_min_epi32(high, _mm256_add_epi32(_mm256_loadu_si256((const __m256i *)(row + 8)), further));
    }
    _mm256_storeu_si256((__m256i *)(least + first), low);
    _mm256_storeu_si256((__m256i *)(least + first + 8), high);
  }
}
#endif

void detour_group_walk(const detour_hub_entry *label, const int32_t *rows, const int32_t *times, int64_t columns,
                       int32_t none, int32_t *least) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) {
    walk_avx2(label, rows, times, columns, none, least);
    return;
  }
#endif
  detour_group_walk_plain(label, rows, times, columns, none, least);
}
