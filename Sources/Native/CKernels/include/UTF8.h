#ifndef DETOUR_UTF8_H
#define DETOUR_UTF8_H

#include <stdint.h>

/// The place of the first of the `count` bytes with which no text in UTF-8 goes on; `count` where all are one.
intptr_t detour_utf8(const uint8_t *bytes, intptr_t count);

#endif
