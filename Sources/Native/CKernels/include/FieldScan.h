/// The scan of a table in CSV: where the fields of rows without quotes begin, and where the rows end.
#ifndef DETOUR_FIELD_SCAN_H
#define DETOUR_FIELD_SCAN_H

#include <stdint.h>

/// Bytes that are looked at together: so many must be readable from the last one on.
enum { DETOUR_FIELD_BLOCK = 64 };

/// The processor features that the scan makes use of; every level finds the same.
enum { DETOUR_FIELD_PLAIN, DETOUR_FIELD_AVX2, DETOUR_FIELD_AVX512 };

/// The highest level that this processor has.
int detour_field_level(void);

/// Scans `bytes`[`first` … `last` - 1] up to the first quote, or to its end.
///
/// Writes to `starts` the place `first` and the place behind every `separator` and line feed, and to `row_ends` for every
/// line feed how many places stand before that of the next row: so fields `row_ends[r - 1]` … `row_ends[r]` - 1 are
/// those of row r, and the next field's start, less one, is where a field ends. Returns the number of rows that
/// end before the first quote. `starts` has room for a place for each byte and as many as a block holds besides,
/// `row_ends` for one for each byte. `level` is one that the processor has.
intptr_t detour_field_scan(int level, const uint8_t *bytes, intptr_t first, intptr_t last, uint8_t separator,
                           intptr_t *starts, int32_t *row_ends);

#endif
