import Quantities
import RoadNetwork
import Spaces
import TestSupport
import Testing

@Suite struct SpaceTests {
  static let city: Network =
    CityPlan(columns: 9, rows: 8, blockMetres: 200, oneWayShare: 0.5, seed: 5).network().network

  private func spaces() -> [any Space] {
    let network = Self.city
    return [
      OpenSpace(geometry: .plane, speed: 12, circuity: 1.3),
      OpenSpace(geometry: .torus(side: 1700), speed: 7),
      NetworkSpace(network), NetworkSpace(RoutingIndex(network, method: .hierarchy)),
      NetworkSpace(RoutingIndex(network, method: .labels)),
    ]
  }

  /// Durations asked from either end, trips and paths tell the same.
  @Test func durationsTripsAndPathsAgree() throws {
    for space in spaces() {
      var random = SplitMix64(seed: 1)
      for _ in 0..<80 {
        let ends = (0..<2).map { _ in
          Coordinates(x: random.uniform(0...1600), y: random.uniform(0...1400))
        }
        let (a, b) = (try #require(space.place(at: ends[0])), try #require(space.place(at: ends[1])))
        let travel = try #require(space.travel(from: a, to: b))
        #expect(space.duration(from: a, to: b, hub: .origin) == travel.duration)
        #expect(space.duration(from: a, to: b, hub: .destination) == travel.duration)
        var path: [PathPoint] = []
        space.appendPath(from: a, to: b, into: &path)
        let last = try #require(path.last)
        #expect(last.place == b && last.travel.duration == travel.duration)
        #expect(abs(last.travel.metres - travel.metres) < 1e-6)
      }
    }
  }

  @Test func everyMethodDrivesTheSameWay() throws {
    let spaces = spaces().dropFirst(2)
    var random = SplitMix64(seed: 2)
    for _ in 0..<80 {
      let nodes = (0..<2).map { _ in NodeIndex(random.whole(0...Self.city.nodeCount - 1)) }
      let paths = spaces.map { space in
        var path: [PathPoint] = []
        let places = nodes.map { Place(position: Self.city.positions[Int($0)], node: $0) }
        space.appendPath(from: places[0], to: places[1], into: &path)
        return path
      }
      let areEqual = paths.allSatisfy { $0 == paths[0] }
      #expect(areEqual)
    }
  }

  @Test func whereNoRouteLeadsThereIsNoTrip() throws {
    var builder = NetworkBuilder(geometry: .plane)
    let a = builder.addNode(id: 1, at: Coordinates(x: 0, y: 0))
    let b = builder.addNode(id: 2, at: Coordinates(x: 100, y: 0))
    builder.addLink(id: 1, from: a, to: b, metres: 100, milliseconds: 9000)
    let network = builder.build()
    for method in RoutingMethod.allCases {
      let space = NetworkSpace(RoutingIndex(network, method: method))
      let (start, end) = (space.place(ofNode: a), space.place(ofNode: b))
      #expect(space.travel(from: end, to: start) == nil)
      #expect(space.duration(from: end, to: start, hub: .origin) == .never)
      #expect(space.duration(from: end, to: start, hub: .destination) == .never)
      #expect(space.travel(from: start, to: end) == Travel(duration: Milliseconds(9000), metres: 100))
      #expect(space.travel(from: start, to: start) == Travel.none)
    }
  }

  @Test func placesLieWithinTheirSpace() {
    let bounds = Bounds(low: Coordinates(x: 0, y: 0), high: Coordinates(x: 10, y: 10))
    let space = OpenSpace(geometry: .plane, speed: 1, bounds: bounds)
    #expect(space.place(at: Coordinates(x: 10, y: 0)) != nil)
    #expect(space.place(at: Coordinates(x: 10.1, y: 0)) == nil)
    let network = NetworkSpace(Self.city, snap: 300)
    #expect(network.place(at: Coordinates(x: -1000, y: 0)) == nil)
    #expect(network.place(at: Coordinates(x: 1, y: 1))?.node ?? -1 >= 0)
  }
}
