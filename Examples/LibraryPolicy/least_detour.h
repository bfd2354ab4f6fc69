/* What the example offers, for programs that link it instead of loading it. */
#include "detour_policy.h"

uint32_t detour_policy_version(void);
int64_t detour_choose(const detour_attempt *attempt);
