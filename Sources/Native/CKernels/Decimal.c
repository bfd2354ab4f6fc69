#include "Decimal.h"

#if defined(__SSE2__)
#define DETOUR_EIGHT(x) x, x, x, x, x, x, x, x
const uint8_t detour_masks[48] = {DETOUR_EIGHT(0xFF), DETOUR_EIGHT(0xFF), DETOUR_EIGHT(0),
                                  DETOUR_EIGHT(0),    DETOUR_EIGHT(0xFF), DETOUR_EIGHT(0xFF)};

const double detour_powers_of_ten[16] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                         1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
#endif
