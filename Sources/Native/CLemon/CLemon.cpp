#include "CLemon.h"

#include <algorithm>
#include <limits>
#include <new>

#include <lemon/matching.h>
#include <lemon/network_simplex.h>
#include <lemon/preflow.h>
#include <lemon/smart_graph.h>

namespace {

typedef lemon::SmartDigraph Graph;
typedef lemon::NetworkSimplex<Graph, int64_t, int64_t> Simplex;

int solve(
    int32_t nodes, const int64_t *supplies, int32_t arcs, const int32_t *tails, const int32_t *heads,
    const int64_t *capacities, const int64_t *costs, int64_t *flows, int64_t *potentials) {
  Graph graph;
  graph.reserveNode(nodes);
  graph.reserveArc(arcs);
  for (int32_t node = 0; node < nodes; ++node) graph.addNode();
  for (int32_t arc = 0; arc < arcs; ++arc) graph.addArc(graph.nodeFromId(tails[arc]), graph.nodeFromId(heads[arc]));
  Graph::ArcMap<int64_t> capacity(graph), cost(graph);
  Graph::NodeMap<int64_t> supply(graph);
  for (int32_t arc = 0; arc < arcs; ++arc) {
    capacity[graph.arcFromId(arc)] = capacities[arc];
    cost[graph.arcFromId(arc)] = costs[arc];
  }
  for (int32_t node = 0; node < nodes; ++node) supply[graph.nodeFromId(node)] = supplies[node];
  Simplex simplex(graph);
  simplex.upperMap(capacity).costMap(cost).supplyMap(supply);
  switch (simplex.run(Simplex::BLOCK_SEARCH)) {
    case Simplex::INFEASIBLE: return CLEMON_INFEASIBLE;
    case Simplex::UNBOUNDED: return CLEMON_UNBOUNDED;
    case Simplex::OPTIMAL: break;
  }
  for (int32_t arc = 0; arc < arcs; ++arc) flows[arc] = simplex.flow(graph.arcFromId(arc));
  for (int32_t node = 0; node < nodes; ++node) potentials[node] = simplex.potential(graph.nodeFromId(node));
  return CLEMON_OPTIMAL;
}

int32_t carry(
    int32_t nodes, int32_t source, int32_t sink, int32_t arcs, const int32_t *tails, const int32_t *heads,
    const int32_t *capacities, int32_t *flows, uint8_t *source_side) {
  Graph graph;
  graph.reserveNode(nodes);
  graph.reserveArc(arcs);
  for (int32_t node = 0; node < nodes; ++node) graph.addNode();
  for (int32_t arc = 0; arc < arcs; ++arc) graph.addArc(graph.nodeFromId(tails[arc]), graph.nodeFromId(heads[arc]));
  Graph::ArcMap<int32_t> capacity(graph);
  for (int32_t arc = 0; arc < arcs; ++arc) capacity[graph.arcFromId(arc)] = capacities[arc];
  lemon::Preflow<Graph, Graph::ArcMap<int32_t>> preflow(
      graph, capacity, graph.nodeFromId(source), graph.nodeFromId(sink));
  preflow.run();
  for (int32_t arc = 0; arc < arcs; ++arc) flows[arc] = preflow.flow(graph.arcFromId(arc));
  for (int32_t node = 0; node < nodes; ++node) source_side[node] = preflow.minCut(graph.nodeFromId(node));
  return preflow.flowValue();
}

typedef __int128 Weight;
static_assert(std::numeric_limits<Weight>::is_integer, "the matching of LEMON tells integers apart by their limits");

void match(
    int32_t nodes, int32_t edges, const int32_t *firsts, const int32_t *seconds, const int64_t *costs, int64_t left,
    uint8_t *taken) {
  lemon::SmartGraph graph;
  graph.reserveNode(nodes);
  graph.reserveEdge(edges);
  for (int32_t node = 0; node < nodes; ++node) graph.addNode();
  for (int32_t edge = 0; edge < edges; ++edge) graph.addEdge(graph.nodeFromId(firsts[edge]), graph.nodeFromId(seconds[edge]));
  // One edge more is worth whatever the others then cost, then whatever the numbers of the nodes add up to.
  const Weight most = edges ? *std::max_element(costs, costs + edges) : 0;
  const Weight worth = left < 0 ? nodes / 2 * most + 1 : Weight(left);
  const Weight sums = Weight(nodes) * nodes + 1;
  const Weight scale = (nodes / 2 + 1) * sums;
  lemon::SmartGraph::EdgeMap<Weight> weight(graph);
  for (int32_t edge = 0; edge < edges; ++edge)
    weight[graph.edgeFromId(edge)] = (worth - costs[edge]) * scale + sums - firsts[edge] - seconds[edge];
  lemon::MaxWeightedMatching<lemon::SmartGraph, lemon::SmartGraph::EdgeMap<Weight>> matching(graph, weight);
  matching.run();
  for (int32_t edge = 0; edge < edges; ++edge) taken[edge] = matching.matching(graph.edgeFromId(edge));
}

}  // namespace

int clemon_minimum_cost_flow(
    int32_t nodes, const int64_t *supplies, int32_t arcs, const int32_t *tails, const int32_t *heads,
    const int64_t *capacities, const int64_t *costs, int64_t *flows, int64_t *potentials) {
  try {
    return solve(nodes, supplies, arcs, tails, heads, capacities, costs, flows, potentials);
  } catch (const std::bad_alloc &) {
    return CLEMON_NO_MEMORY;
  }
}

int clemon_least_cost_matching(
    int32_t nodes, int32_t edges, const int32_t *firsts, const int32_t *seconds, const int64_t *costs, int64_t left,
    uint8_t *taken) {
  try {
    match(nodes, edges, firsts, seconds, costs, left, taken);
    return CLEMON_OPTIMAL;
  } catch (const std::bad_alloc &) {
    return CLEMON_NO_MEMORY;
  }
}

int32_t clemon_maximum_flow(
    int32_t nodes, int32_t source, int32_t sink, int32_t arcs, const int32_t *tails, const int32_t *heads,
    const int32_t *capacities, int32_t *flows, uint8_t *source_side) {
  try {
    return carry(nodes, source, sink, arcs, tails, heads, capacities, flows, source_side);
  } catch (const std::bad_alloc &) {
    return -CLEMON_NO_MEMORY;
  }
}
