/* A library that decides windows: pairs by their cost, the cheapest first, as long as nobody is in two. */
#include "detour_policy.h"

#include <stdlib.h>

uint32_t detour_policy_version(void) { return DETOUR_POLICY_VERSION; }

static int by_cost(const void *a, const void *b) {
  const detour_pair *first = *(const detour_pair *const *)a, *second = *(const detour_pair *const *)b;
  if (first->cost != second->cost) return first->cost < second->cost ? -1 : 1;
  return first < second ? -1 : 1; /* by their order in the window */
}

int32_t detour_decide(const detour_window *window, int32_t *taken) {
  const detour_pair **order = malloc((size_t)window->pair_count * sizeof *order);
  char *rides = calloc((size_t)window->request_count, 1), *drives = calloc((size_t)window->driver_count, 1);
  char *owner = calloc((size_t)window->request_count, 1); /* whose car drives somebody */
  int32_t count = 0;
  if (order == NULL || rides == NULL || drives == NULL || owner == NULL) abort();
  for (int32_t i = 0; i < window->pair_count; i++) order[i] = &window->pairs[i];
  qsort(order, (size_t)window->pair_count, sizeof *order, by_cost);
  for (int32_t i = 0; i < window->pair_count; i++) {
    int32_t request = order[i]->request, driver = order[i]->driver, own = window->drivers[driver].own_request;
    if (rides[request] || owner[request] || drives[driver] || (own >= 0 && rides[own])) continue;
    rides[request] = drives[driver] = 1;
    if (own >= 0) owner[own] = 1;
    taken[count++] = (int32_t)(order[i] - window->pairs);
  }
  free(order), free(rides), free(drives), free(owner);
  return count;
}
