#include "FieldScan.h"

static intptr_t scan_plain(const uint8_t *bytes, intptr_t first, intptr_t last, uint8_t separator,
                           intptr_t *starts, int32_t *row_ends) {
  intptr_t fields = 1, rows = 0;
  starts[0] = first;
  for (intptr_t i = first; i < last; i++) {
    if (bytes[i] == '"') break;
    if (bytes[i] != separator && bytes[i] != '\n') continue;
    if (bytes[i] == '\n') row_ends[rows++] = (int32_t)fields;
    starts[fields++] = i + 1;
  }
  return rows;
}

#if defined(__x86_64__)
#include <immintrin.h>

/// The content of a block, a bit for each byte: separators and line feeds, line feeds alone, quotes.
typedef struct {
  uint64_t marks, feeds, quotes;
} block_bits;

/// Keeps what stands before the first quote and before `last`.
static inline void cut(block_bits *bits, intptr_t left) {
  uint64_t valid = left < DETOUR_FIELD_BLOCK ? ((uint64_t)1 << left) - 1 : ~(uint64_t)0;
  if (bits->quotes != 0) valid &= (bits->quotes & -bits->quotes) - 1;
  bits->marks &= valid;
  bits->feeds &= valid;
}

/// Writes the ends of the rows that end in a block before which `fields` begin, and returns the number of rows.
__attribute__((target("avx2,bmi,popcnt"))) static inline intptr_t end_rows(block_bits bits, intptr_t fields,
                                                                           intptr_t rows, int32_t *row_ends) {
  while (bits.feeds != 0) {
    const uint64_t before = bits.marks & (bits.feeds ^ (bits.feeds - 1)) >> 1;
    row_ends[rows++] = (int32_t)(fields + __builtin_popcountll(before));
    bits.feeds &= bits.feeds - 1;
  }
  return rows;
}

__attribute__((target("avx2"))) static inline uint64_t equal_bits(__m256i low, __m256i high, char byte) {
  const __m256i wanted = _mm256_set1_epi8(byte);
  const uint32_t first = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(low, wanted));
  const uint32_t second = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(high, wanted));
  return (uint64_t)second << 32 | first;
}

__attribute__((target("avx2,bmi,popcnt"))) static intptr_t scan_avx2(const uint8_t *bytes, intptr_t first,
                                                                     intptr_t last, uint8_t separator,
                                                                     intptr_t *starts, int32_t *row_ends) {
  intptr_t fields = 1, rows = 0;
  starts[0] = first;
  for (intptr_t i = first; i < last; i += DETOUR_FIELD_BLOCK) {
    const __m256i low = _mm256_loadu_si256((const __m256i *)(bytes + i));
    const __m256i high = _mm256_loadu_si256((const __m256i *)(bytes + i + 32));
    const uint64_t feeds = equal_bits(low, high, '\n');
    block_bits bits = {equal_bits(low, high, (char)separator) | feeds, feeds, equal_bits(low, high, '"')};
    cut(&bits, last - i);
    rows = end_rows(bits, fields, rows, row_ends);
    // Eight at a time, whether there are as many or not: a branch for each is guessed wrong too often.
    const intptr_t count = __builtin_popcountll(bits.marks);
    for (intptr_t done = 0; done < count; done += 8) {
      for (int k = 0; k < 8; k++) {
        starts[fields + done + k] = i + 1 + (intptr_t)_tzcnt_u64(bits.marks);
        bits.marks = _blsr_u64(bits.marks);
      }
    }
    fields += count;
    if (bits.quotes != 0) break;
  }
  return rows;
}

__attribute__((target("avx512bw,avx512vbmi2,bmi,popcnt"))) static intptr_t scan_avx512(
    const uint8_t *bytes, intptr_t first, intptr_t last, uint8_t separator, intptr_t *starts,
    int32_t *row_ends) {
  uint8_t numbers[DETOUR_FIELD_BLOCK];
  for (int k = 0; k < DETOUR_FIELD_BLOCK; k++) numbers[k] = (uint8_t)(k + 1);
  const __m512i places = _mm512_loadu_si512(numbers);
  intptr_t fields = 1, rows = 0;
  starts[0] = first;
  for (intptr_t i = first; i < last; i += DETOUR_FIELD_BLOCK) {
    const __m512i text = _mm512_loadu_si512(bytes + i);
    const uint64_t feeds = _mm512_cmpeq_epi8_mask(text, _mm512_set1_epi8('\n'));
    block_bits bits = {_mm512_cmpeq_epi8_mask(text, _mm512_set1_epi8((char)separator)) | feeds, feeds,
                       _mm512_cmpeq_epi8_mask(text, _mm512_set1_epi8('"'))};
    cut(&bits, last - i);
    rows = end_rows(bits, fields, rows, row_ends);
    const intptr_t count = __builtin_popcountll(bits.marks);
    const __m512i origin = _mm512_set1_epi64(i);
    __m512i found = _mm512_maskz_compress_epi8(bits.marks, places);
    for (intptr_t done = 0; done < count; done += 16) {
      const __m512i eight = _mm512_cvtepu8_epi64(_mm512_castsi512_si128(found));
      const __m512i next = _mm512_cvtepu8_epi64(_mm_srli_si128(_mm512_castsi512_si128(found), 8));
      _mm512_storeu_si512(starts + fields + done, _mm512_add_epi64(eight, origin));
      _mm512_storeu_si512(starts + fields + done + 8, _mm512_add_epi64(next, origin));
      found = _mm512_alignr_epi64(_mm512_setzero_si512(), found, 2);
    }
    fields += count;
    if (bits.quotes != 0) break;
  }
  return rows;
}
#endif

int detour_field_level(void) {
#if defined(__x86_64__)
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi")) return DETOUR_FIELD_PLAIN;
  const int is_wide = __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vbmi2");
  return is_wide ? DETOUR_FIELD_AVX512 : DETOUR_FIELD_AVX2;
#else
  return DETOUR_FIELD_PLAIN;
#endif
}

intptr_t detour_field_scan(int level, const uint8_t *bytes, intptr_t first, intptr_t last, uint8_t separator,
                           intptr_t *starts, int32_t *row_ends) {
#if defined(__x86_64__)
  if (level == DETOUR_FIELD_AVX512) return scan_avx512(bytes, first, last, separator, starts, row_ends);
  if (level == DETOUR_FIELD_AVX2) return scan_avx2(bytes, first, last, separator, starts, row_ends);
#endif
  (void)level;
  return scan_plain(bytes, first, last, separator, starts, row_ends);
}
