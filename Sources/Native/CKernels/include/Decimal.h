/// Short decimal numbers as text: all digits are taken at once.
#ifndef DETOUR_DECIMAL_H
#define DETOUR_DECIMAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__SSE2__)
#include <emmintrin.h>

/// Sixteen bytes of ones between zeros, after as many: a load from here is a mask.
extern const uint8_t detour_masks[48];

/// 10^0 … 10^15, exactly.
extern const double detour_powers_of_ten[16];
#endif

/// Writes to `value` the double nearest to the number in `start` ..< `end`: a minus or none, up to fifteen digits and
/// up to one point. False, and nothing is written, where the text is anything else, which may be a number too; and
/// on processors for which nobody has written it.
///
/// The sixteen bytes before `end` must be readable.
static inline bool detour_short_decimal(const uint8_t *start, const uint8_t *end, double *value) {
#if defined(__SSE2__)
  const bool is_negative = *start == '-';
  const ptrdiff_t length = end - start - is_negative;
  if (length < 1 || length > 16) return false;
  const __m128i text = _mm_loadu_si128((const __m128i *)(end - 16));
  const __m128i places = _mm_sub_epi8(text, _mm_set1_epi8('0'));
  const unsigned inside = 0xFFFFu << (16 - length) & 0xFFFFu;
  const unsigned points = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(text, _mm_set1_epi8('.'))) & inside;
  // What stands before the point moves up to what stands behind it; a second point is no digit below.
  const int point = 31 - __builtin_clz(points | 1u);
  const ptrdiff_t decimals = points != 0 ? 15 - point : 0;
  const ptrdiff_t digits = length - (points != 0);
  const __m128i front = points != 0 ? _mm_loadu_si128((const __m128i *)(detour_masks + decimals)) : _mm_setzero_si128();
  const __m128i kept = _mm_loadu_si128((const __m128i *)(detour_masks + 16 + digits));
  const __m128i joined = _mm_or_si128(_mm_and_si128(front, _mm_slli_si128(places, 1)), _mm_andnot_si128(front, places));
  const __m128i all = _mm_and_si128(joined, kept);
  const __m128i nines = _mm_set1_epi8(9);
  const bool are_digits = _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_max_epu8(all, nines), nines)) == 0xFFFF;
  if (!are_digits || digits < 1 || digits > 15) return false;
  // Pairs, fours, then eights of digits.
  const __m128i none = _mm_setzero_si128(), tens = _mm_set1_epi32(1 << 16 | 10);
  const __m128i pairs = _mm_packs_epi32(_mm_madd_epi16(_mm_unpacklo_epi8(all, none), tens),
                                        _mm_madd_epi16(_mm_unpackhi_epi8(all, none), tens));
  const __m128i fours = _mm_madd_epi16(pairs, _mm_set1_epi32(1 << 16 | 100));
  const __m128i eights = _mm_madd_epi16(_mm_packs_epi32(fours, fours), _mm_set1_epi32(1 << 16 | 10000));
  const uint64_t halves = (uint64_t)_mm_cvtsi128_si64(eights);
  const uint64_t mantissa = (halves & 0xFFFFFFFFu) * 100000000u + (halves >> 32);
  // Both are exact in a double, so the quotient is rounded once: Clinger's fast path.
  const double magnitude = (double)(int64_t)mantissa / detour_powers_of_ten[decimals];
  *value = is_negative ? -magnitude : magnitude;
  return true;
#else
  (void)start, (void)end, (void)value;
  return false;
#endif
}

#endif
