/* The candidate who goes least out of the way, the lower driver id among equals, as a shared library.
 *
 *     cc -O2 -shared -fPIC -I Sources/Native/CPolicy/include -o libleast_detour.so Examples/LibraryPolicy/least_detour.c
 *     detour run Scenarios/quickstart.json5 --set 'matching.policy={library:"../libleast_detour.so"}'
 */
#include "detour_policy.h"

uint32_t detour_policy_version(void) { return DETOUR_POLICY_VERSION; }

int64_t detour_choose(const detour_attempt *attempt) {
  int64_t best = 0;
  for (int32_t i = 1; i < attempt->candidate_count; i++) {
    if (attempt->candidates[i].detour_ms < attempt->candidates[best].detour_ms) best = i;
  }
  return best;
}
