#include "detour_policy.h"

#include <stddef.h>

/* What libraries that exist go by, on a machine of 64 bits. */
#if UINTPTR_MAX == UINT64_MAX
_Static_assert(sizeof(detour_candidate) == 176, "candidates keep their size, which is the step of their array");
_Static_assert(sizeof(detour_walk) == 16, "walks likewise");
_Static_assert(sizeof(detour_slack) == 72, "slacks likewise");
_Static_assert(sizeof(detour_window_request) == 136, "requests of windows likewise");
_Static_assert(sizeof(detour_window_driver) == 192, "drivers of windows likewise");
_Static_assert(sizeof(detour_pair) == 104, "pairs likewise");
_Static_assert(offsetof(detour_attempt, slacks) == 192, "what version 3 added stands behind the walks");
_Static_assert(offsetof(detour_attempt, walks) == 184, "attempts grow at their end alone");
#endif
