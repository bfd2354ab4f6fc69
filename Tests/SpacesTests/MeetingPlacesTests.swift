import Foundation
import Quantities
import RoadNetwork
import Spaces
import TestSupport
import Testing

/// Where cars meet passengers, and how long the ways are between a place and all of a group.
@Suite struct MeetingPlacesTests {
  private func place(_ x: Double, _ y: Double) -> Place { Place(position: Position(x: x, y: y)) }

  @Test func aPlaneHasAGridThatLiesFixed() {
    let bounds = Bounds(low: Coordinates(x: 0, y: 0), high: Coordinates(x: 1000, y: 1000))
    let space = OpenSpace(geometry: .plane, speed: 10, bounds: bounds)
    let found = space.meetingPlaces(around: place(130, 20), within: 90, grid: 100)
    #expect(found.map(\.position) == [(100, 0), (200, 0), (100, 100)].map { Position(x: $0.0, y: $0.1) })
    // The point on the rim is in reach, what lies outside of the plane is not.
    #expect(space.meetingPlaces(around: place(100, 0), within: 100, grid: 100).count == 4)
    #expect(space.meetingPlaces(around: place(150, 50), within: 10, grid: 100).isEmpty)
  }

  @Test func aTorusHasNoRim() {
    let space = OpenSpace(geometry: .torus(side: 250), speed: 10)
    let found = space.meetingPlaces(around: place(240, 5), within: 60, grid: 100)
    #expect(
      Set(found.map(\.position)) == [Position(x: 0, y: 0), Position(x: 200, y: 0), Position(x: 0, y: 200)])
    // Each point is one, however often the circle goes round.
    #expect(space.meetingPlaces(around: place(10, 10), within: 1000, grid: 100).count == 9)
  }

  @Test func pointsOnTheGlobeAreAsFarApartAsAskedAndNoneIsMissed() {
    forAll(seeds: 0..<60) { seed in
      var random = SplitMix64(seed: seed)
      let space = OpenSpace(geometry: .globe, speed: 10)
      let latitude = random.pick([0, 30.67, -66, 89.99])
      let at = Coordinates(x: random.pick([104.06, 179.9999, -179.9999]), y: latitude)
      let end = Place(position: Geometry.globe.position(of: at))
      let (reach, grid) = (random.uniform(50...700), random.uniform(60...200))
      let found = space.meetingPlaces(around: end, within: reach, grid: grid)
      guard found.allSatisfy({ Geometry.globe.isWithin(reach, end.position, $0.position) }) else {
        return "a point is out of reach"
      }
      for (number, a) in found.enumerated() {
        for b in found[..<number] {
          let apart = Geometry.globe.distance(a.position, b.position)
          // Rows are shifted against each other, but never nearer than they are high.
          if apart < 0.99 * grid { return "points \(apart) m apart on a grid of \(grid) m" }
        }
      }
      // As many as the disc has room for: near a pole a row has few.
      let expected = Double.pi * reach * reach / (grid * grid)
      if abs(latitude) < 80, reach > 4 * grid, abs(Double(found.count) / expected - 1) > 0.35 {
        return "\(found.count) points, not about \(expected)"
      }
      // From a bit away the same points are seen.
      let near = Place(
        position: Geometry.globe.position(of: Coordinates(x: at.x, y: at.y + (latitude > 80 ? -1 : 1) * 1e-4))
      )
      let seen = space.meetingPlaces(around: near, within: reach + 30, grid: grid)
      return Set(found).isSubset(of: Set(seen)) ? nil : "points move with who looks"
    }
  }

  @Test func cornersAreTheNodesInReach() {
    forAll(seeds: 0..<40) { seed in
      var random = SplitMix64(seed: seed)
      let network = CityPlan(columns: 12, rows: 9, seed: seed).network().network
      let space = NetworkSpace(network)
      let end = space.place(ofNode: NodeIndex(random.whole(0...network.nodeCount - 1)))
      let reach = random.uniform(0...500)
      let expected = network.nodes.map(space.place(ofNode:)).filter {
        network.geometry.isWithin(reach, end.position, $0.position)
      }
      return space.meetingPlaces(around: end, within: reach, grid: 1) == expected ? nil : "\(end), \(reach)"
    }
  }

  @Test(arguments: [RoutingMethod.dijkstra, .hierarchy, .labels])
  func theTimesOfAGroupAreThoseOfItsPlaces(_ method: RoutingMethod) {
    forAll(seeds: 0..<10) { seed in
      var random = SplitMix64(seed: seed)
      let network = CityPlan(columns: 9, rows: 9, oneWayShare: 0.5, seed: seed).network().network
      let (space, plain) = (NetworkSpace(RoutingIndex(network, method: method)), NetworkSpace(network))
      func any() -> Place { space.place(ofNode: NodeIndex(random.whole(0...network.nodeCount - 1))) }
      // More groups than are kept.
      let groups = (0..<9).map { _ in PlaceGroup((0..<random.whole(1...9)).map { _ in any() }) }
      var times: [Milliseconds] = []
      for _ in 0..<80 {
        let (group, other) = (random.pick(groups), any())
        for hub in [Hub.origin, .destination] {
          times.removeAll()
          space.appendDurations(of: group, hub, other, to: &times)
          let expected = group.places.map {
            hub == .origin
              ? plain.duration(from: $0, to: other, hub: .origin)
              : plain.duration(from: other, to: $0, hub: .origin)
          }
          if times != expected { return "\(times), not \(expected)" }
        }
      }
      return nil
    }
  }

  @Test(arguments: [true, false])
  func boundsOfAGroupHoldForEachOfIts(_ isOnRoads: Bool) {
    forAll(seeds: 0..<10) { seed in
      var random = SplitMix64(seed: seed)
      let network = CityPlan(columns: 9, rows: 9, oneWayShare: 0.5, seed: seed).network().network
      let roads = NetworkSpace(RoutingIndex(network, method: .labels))
      let space: any Space = isOnRoads ? roads : OpenSpace(geometry: .torus(side: 1000), speed: 10)
      func any() -> Place {
        isOnRoads
          ? roads.place(ofNode: NodeIndex(random.whole(0...network.nodeCount - 1)))
          : place(random.uniform(0...999), random.uniform(0...999))
      }
      for _ in 0..<100 {
        let group = PlaceGroup((0..<random.whole(1...6)).map { _ in any() })
        let (bounds, other) = (space.leastTimes.bounds(of: group), any())
        for member in group.places {
          let there = space.duration(from: other, to: member, hub: .origin)
          let back = space.duration(from: member, to: other, hub: .origin)
          if space.leastTimes.milliseconds(from: other, to: bounds) > Float(there.rawValue) + 1 {
            return "to"
          }
          if space.leastTimes.milliseconds(from: bounds, to: other) > Float(back.rawValue) + 1 {
            return "from"
          }
        }
      }
      return nil
    }
  }
}
