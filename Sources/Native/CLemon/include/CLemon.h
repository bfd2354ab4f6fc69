/* Flows and matchings as Swift sees them: a C face on LEMON's network simplex, preflows and blossoms. No C++ exception leaves it. */
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

/* Finds how much can flow from `source` to `sink` through `arcs` arcs with room for `capacities[a]`, by preflows, and
 * returns it, or -CLEMON_NO_MEMORY. Sets `flows[a]`, and `source_side[n]` to 1 on that side of a cut and to 0 on the other:
 * the proof that no more can flow is that the arcs across it have room for no more. */
int32_t clemon_maximum_flow(
    int32_t nodes, int32_t source, int32_t sink, int32_t arcs, const int32_t *tails, const int32_t *heads,
    const int32_t *capacities, int32_t *flows, uint8_t *source_side);

/* Finds a matching in a graph of `nodes` nodes, at most 2^20, and `edges` edges between `firsts[e]` and `seconds[e]` at
 * `costs[e]`, from 0 to 2^40: of least cost, where each two nodes that are left without each other cost `left`, which no cost
 * exceeds; or, where `left` is negative, with the most edges, and of those of least cost. Of equals it has more edges, and of
 * those the lower sum of the numbers of its nodes. Sets `taken[e]` to 1 or 0. The answer is a function of the arguments alone. */
int clemon_least_cost_matching(
    int32_t nodes, int32_t edges, const int32_t *firsts, const int32_t *seconds, const int64_t *costs, int64_t left,
    uint8_t *taken);

#ifdef __cplusplus
}
#endif

#endif
