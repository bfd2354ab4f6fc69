import Quantities
import Testing

@testable import RoadNetwork

/// Mistakes of the caller end the process instead of giving a wrong time.
@Suite struct PreconditionTests {
  @Test func aSearchAnswersOnlyAfterItsStart() async {
    await #expect(processExitsWith: .failure) {
      var search = ResumableSearch(CityPlan(columns: 3, rows: 3).network().network)
      _ = search.milliseconds(of: 0)
    }
  }

  @Test func aRootIsANodeOfTheNetwork() async {
    await #expect(processExitsWith: .failure) {
      var search = ResumableSearch(CityPlan(columns: 3, rows: 3).network().network)
      search.start(at: 9, .forward)
    }
  }

  @Test func labelsKnowTheirNodes() async {
    await #expect(processExitsWith: .failure) {
      let labels = HubLabels(ContractionHierarchy(CityPlan(columns: 3, rows: 3).network().network))
      _ = labels.milliseconds(from: 0, to: 9)
    }
  }

  @Test func aLinkJoinsNodesInSomeTime() async {
    await #expect(processExitsWith: .failure) {
      var builder = NetworkBuilder(geometry: .plane)
      let node = builder.addNode(id: 1, at: Coordinates(x: 0, y: 0))
      let other = builder.addNode(id: 2, at: Coordinates(x: 9, y: 0))
      builder.addLink(id: 1, from: node, to: other, metres: 9, milliseconds: 0)
    }
  }

  @Test func aTownIsPlannedWithoutFaults() async {
    await #expect(processExitsWith: .failure) {
      _ = CityPlan(columns: 3, rows: 3, oneWayShare: 2).network()
    }
  }
}
