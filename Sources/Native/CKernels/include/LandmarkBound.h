/// Comparisons of the rows of landmarks, 32 times each: vectors of that length are taken apart by a compiler for old processors.
#ifndef DETOUR_LANDMARK_BOUND_H
#define DETOUR_LANDMARK_BOUND_H

#include <stdint.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/// The greatest of the differences `to[i]` - `from[i]`, which fit sixteen bits.
static inline int32_t detour_greatest_difference(const int16_t *to, const int16_t *from) {
#if defined(__SSE2__)
  __m128i most = _mm_set1_epi16(INT16_MIN);
  for (int part = 0; part < 32; part += 8) {
    most = _mm_max_epi16(most, _mm_sub_epi16(_mm_loadu_si128((const __m128i *)(to + part)),
                                             _mm_loadu_si128((const __m128i *)(from + part))));
  }
  most = _mm_max_epi16(most, _mm_srli_si128(most, 8));
  most = _mm_max_epi16(most, _mm_srli_si128(most, 4));
  most = _mm_max_epi16(most, _mm_srli_si128(most, 2));
  return (int16_t)_mm_extract_epi16(most, 0);
#else
  int32_t most = INT16_MIN;
  for (int i = 0; i < 32; i++) most = to[i] - from[i] > most ? to[i] - from[i] : most;
  return most;
#endif
}

/// Lowers `lowest` and raises `highest` to what `row` has.
static inline void detour_widen(int16_t *lowest, int16_t *highest, const int16_t *row) {
  for (int part = 0; part < 32; part += 8) {
#if defined(__SSE2__)
    const __m128i values = _mm_loadu_si128((const __m128i *)(row + part));
    __m128i *low = (__m128i *)(lowest + part), *high = (__m128i *)(highest + part);
    _mm_storeu_si128(low, _mm_min_epi16(_mm_loadu_si128(low), values));
    _mm_storeu_si128(high, _mm_max_epi16(_mm_loadu_si128(high), values));
#else
    for (int i = part; i < part + 8; i++) {
      if (row[i] < lowest[i]) lowest[i] = row[i];
      if (row[i] > highest[i]) highest[i] = row[i];
    }
#endif
  }
}

#endif
