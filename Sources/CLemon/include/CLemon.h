/* Flows of least cost as Swift sees them: a C face on LEMON's network simplex. No C++ exception leaves it. */
#ifndef CLEMON_H
#define CLEMON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What became of a problem. */
enum {
  CLEMON_OPTIMAL = 0,
  /* The supplies cannot flow through the capacities. */
  CLEMON_INFEASIBLE = 1,
  /* The least cost is not bounded. */
  CLEMON_UNBOUNDED = 2,
  /* There was not enough memory. */
  CLEMON_NO_MEMORY = 3,
};

/* Finds the flow of least cost in a network of `nodes` nodes, the supplies of which add up to 0, and `arcs` arcs from
 * `tails[a]` to `heads[a]` with room for `capacities[a]` at `costs[a]` a unit. Sets `flows[a]` and `potentials[n]`: the
 * proof that no flow costs less is that cost + potential of the tail - potential of the head is nowhere negative where
 * there is room left, and nowhere positive where anything flows. The answer is a function of the arguments alone. */
int clemon_minimum_cost_flow(
    int32_t nodes, const int64_t *supplies, int32_t arcs, const int32_t *tails, const int32_t *heads,
    const int64_t *capacities, const int64_t *costs, int64_t *flows, int64_t *potentials);

#ifdef __cplusplus
}
#endif

#endif
