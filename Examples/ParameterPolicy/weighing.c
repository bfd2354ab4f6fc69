/* Weighs the way to the passenger against the detour, by a parameter of the scenario, as a shared library.
 *
 *     cc -O2 -shared -fPIC -I Sources/Native/CPolicy/include -o libweighing.so Examples/ParameterPolicy/weighing.c
 *     detour sweep Scenarios/quickstart.json5 --set 'matching.policy={library:"../libweighing.so"}' \
 *       --vary matching.policy.parameters.alpha=0:1:3 --out Results/weighing
 */
#include <stdlib.h>

#include "detour_policy.h"

uint32_t detour_policy_version(void) { return DETOUR_POLICY_VERSION; }

const char *const *detour_policy_parameters(void) {
  static const char *const names[] = {"alpha", NULL};
  return names;
}

const char *detour_begin(const detour_parameter *parameters, int32_t count, void **state) {
  double alpha = detour_number(parameters, count, "alpha", 0.2);
  if (!(alpha >= 0 && alpha <= 1)) return "alpha lies between 0 and 1";
  double *kept = malloc(sizeof *kept);
  if (!kept) return "there is no memory left";
  *kept = alpha;
  *state = kept;
  return NULL;
}

void detour_end(void *state) { free(state); }

int64_t detour_choose(const detour_attempt *attempt) {
  double alpha = *(const double *)attempt->state;
  int64_t best = 0;
  double least = 0;
  for (int32_t i = 0; i < attempt->candidate_count; i++) {
    double cost = (1 - alpha) * attempt->candidates[i].time_to_pickup_ms + alpha * attempt->slacks[i].added_detour_ms;
    if (i == 0 || cost < least) best = i, least = cost;
  }
  return best;
}
