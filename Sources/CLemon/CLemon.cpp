#include "CLemon.h"

#include <new>

#include <lemon/network_simplex.h>
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
