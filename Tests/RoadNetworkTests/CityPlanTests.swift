import Quantities
import TestSupport
import Testing

@testable import RoadNetwork

@Suite struct CityPlanTests {
  @Test func isTheSameTwice() {
    let plan = CityPlan(columns: 25, rows: 20, seed: 11)
    let (first, second) = (plan.network().network, plan.network().network)
    #expect(first.coordinates == second.coordinates)
    #expect(first.outgoing == second.outgoing)
    #expect(first.metres == second.metres)
  }

  @Test func changesWithTheSeed() {
    let first = CityPlan(columns: 10, rows: 10, seed: 1).network().network
    let second = CityPlan(columns: 10, rows: 10, seed: 2).network().network
    #expect(first.coordinates != second.coordinates)
  }

  @Test func isStronglyConnected() {
    forAll(seeds: 0..<20) { seed in
      let plan = CityPlan(columns: 13, rows: 9, arterialEvery: Int(seed % 4), oneWayShare: 0.9, seed: seed)
      let (network, report) = plan.network()
      guard network.strongComponents().count == 1 else { return "several parts" }
      guard network.nodeCount + report.nodesDropped == 13 * 9 else { return "nodes lost" }
      guard network.linkCount + report.linksDropped == report.linksRead else { return "links lost" }
      return nil
    }
  }

  @Test func isAnUndisturbedGridWhenToldSo() {
    let plan = CityPlan(
      columns: 4, rows: 3, blockMetres: 100, perturbation: 0, arterialEvery: 2, oneWayShare: 0,
      streetKmh: 36, arterialKmh: 72)
    let network = plan.network().network
    #expect(network.nodeCount == 12)
    #expect(network.linkCount == 2 * (3 * 3 + 4 * 2))
    #expect(network.coordinates[5] == Coordinates(x: 100, y: 100))
    #expect(Set(network.outgoing.arcs.map(\.milliseconds)) == [5_000, 10_000])
  }

  @Test func saysEveryFaultAtOnce() {
    let plan = CityPlan(columns: 0, rows: 3, perturbation: 0.5, oneWayShare: .nan)
    #expect(plan.faults.count == 3)
  }
}
