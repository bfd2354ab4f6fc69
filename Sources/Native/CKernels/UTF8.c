#include <string.h>

#include "UTF8.h"

/// Returns the number of bytes of the sequence at `i`, 0 where none is sound (Unicode 16, table 3-7).
static intptr_t sequence(const uint8_t *bytes, intptr_t i, intptr_t count) {
  const uint8_t first = bytes[i];
  const intptr_t length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
  if (length == 0 || length > count - i) return 0;
  const uint8_t low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
  const uint8_t high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  if (bytes[i + 1] < low || bytes[i + 1] > high) return 0;
  for (intptr_t k = 2; k < length; k++) {
    if ((bytes[i + k] & 0xC0) != 0x80) return 0;
  }
  return length;
}

intptr_t detour_utf8(const uint8_t *bytes, intptr_t count) {
  intptr_t i = 0;
  while (i < count) {
    // Most of a table is ASCII.
    for (uint64_t words[4]; count - i >= 32; i += 32) {
      memcpy(words, bytes + i, 32);
      if ((words[0] | words[1] | words[2] | words[3]) & UINT64_C(0x8080808080808080)) break;
    }
    for (const intptr_t end = count - i < 32 ? count : i + 32; i < end;) {
      const intptr_t length = bytes[i] < 0x80 ? 1 : sequence(bytes, i, count);
      if (length == 0) return i;
      i += length;
    }
  }
  return count;
}
