import Quantities
import TestSupport
import Testing

@testable import RoadNetwork

@Suite struct NodeLocatorTests {
  @Test(arguments: [Geometry.plane, .globe])
  func agreesWithLookingAtEveryNode(geometry: Geometry) {
    forAll(seeds: 0..<20) { seed in
      var random = TestGenerator(seed: seed)
      let network = scattered(in: geometry, count: 300, &random)
      let locator = NodeLocator(network)
      for _ in 0..<200 {
        let point = geometry.position(of: randomPoint(in: geometry, &random))
        let reach = Double.random(in: 0..<(geometry == .globe ? 2_000_000 : 80), using: &random)
        guard locator.nearest(to: point, within: reach) == bruteForce(network, point, reach) else {
          return "\(point) within \(reach)"
        }
      }
      return nil
    }
  }

  @Test func prefersTheLowerIndexAmongEquals() {
    var builder = NetworkBuilder(geometry: .plane)
    for corner in [(1.0, 1.0), (-1, 1), (1, -1), (-1, -1)] {
      builder.addNode(id: 0, at: Coordinates(x: corner.0, y: corner.1))
    }
    for _ in 0..<20 { builder.addNode(id: 0, at: Coordinates(x: 5, y: 5)) }
    let locator = NodeLocator(builder.build())
    #expect(locator.nearest(to: Coordinates(x: 0, y: 0), within: 10) == 0)
    #expect(locator.nearest(to: Coordinates(x: 5, y: 5), within: 0) == 4)
    #expect(locator.nearest(to: Coordinates(x: 0, y: 0), within: 1.4) == nil)
  }

  @Test func findsNothingInAnEmptyNetwork() {
    let locator = NodeLocator(NetworkBuilder(geometry: .plane).build())
    #expect(locator.nearest(to: Coordinates(x: 0, y: 0), within: 1e9) == nil)
  }
}

private func randomPoint(in geometry: Geometry, _ random: inout TestGenerator) -> Coordinates {
  geometry == .globe
    ? Coordinates(x: .random(in: -180...180, using: &random), y: .random(in: -90...90, using: &random))
    // Whole numbers, so that equal distances are common.
    : Coordinates(
      x: Double(Int.random(in: 0..<100, using: &random)), y: Double(Int.random(in: 0..<100, using: &random)))
}

private func scattered(in geometry: Geometry, count: Int, _ random: inout TestGenerator) -> Network {
  var builder = NetworkBuilder(geometry: geometry)
  for id in 0..<count { builder.addNode(id: Int64(id), at: randomPoint(in: geometry, &random)) }
  return builder.build()
}

private func bruteForce(_ network: Network, _ point: Position, _ reach: Metres) -> NodeIndex? {
  network.positions.indices
    .filter { network.geometry.isWithin(reach, point, network.positions[$0]) }
    .min { a, b in
      (network.positions[a] - point).squaredLength < (network.positions[b] - point).squaredLength
    }
    .map { NodeIndex($0) }
}
