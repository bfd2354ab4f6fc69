import Quantities
import RoadNetwork
import Spaces
import TestSupport
import Testing

/// The times that no trip beats, in every kind of space.
@Suite struct SpaceBoundsTests {
  /// The rounding of a trip's end to the millisecond, and of floating point.
  private static let rounding = 0.5 + 1e-3

  private static func fault(in space: any Space, from a: Place, to b: Place) -> String? {
    guard let time = space.travel(from: a, to: b)?.duration else { return nil }
    var line = space.boundPoint(of: b) - space.boundPoint(of: a)
    if case .torus(let side) = space.geometry {
      let (x, y) = (line.x.magnitude, line.y.magnitude)
      line = Position(x: min(x, side - x), y: min(y, side - y))
    }
    let straight = space.millisecondsPerMetre * line.squaredLength.squareRoot()
    if straight > Double(time.rawValue) + rounding {
      return "\(a) to \(b): \(time), a straight line \(straight)"
    }
    let least = space.leastTimes.milliseconds(from: a, to: b)
    let most = Float(time.rawValue) * (1 + 1e-6) + Float(Self.rounding)
    return least <= most ? nil : "\(a) to \(b): \(time), at least \(least) ms"
  }

  @Test func noTripOnOpenGroundBeatsThem() {
    let west = Coordinates(x: -179.99, y: -89.9)
    let grounds: [(OpenSpace, ClosedRange<Double>, ClosedRange<Double>)] = [
      (OpenSpace(geometry: .plane, speed: 11, circuity: 1.3), -9000...9000, -9000...9000),
      (OpenSpace(geometry: .torus(side: 3000), speed: 7), 0...2999.9, 0...2999.9),
      (OpenSpace(geometry: .globe, speed: 13, circuity: 1.2), 4...4.2, 52...52.2),
      (OpenSpace(geometry: .globe, speed: 250), west.x...180, west.y...90),
    ]
    for (space, x, y) in grounds {
      forAll(seeds: 0..<400) { seed in
        var random = SplitMix64(seed: seed)
        let ends = (0..<2).map { _ in
          let at = Coordinates(x: random.uniform(x), y: random.uniform(y))
          return Place(position: space.geometry.position(of: at))
        }
        let least = space.leastTimes.milliseconds(from: ends[0], to: ends[1])
        let time = Float(space.duration(from: ends[0], to: ends[1], hub: .origin).rawValue)
        guard abs(least - time) <= 1 + 1e-6 * time else { return "\(least) ms is not \(time) ms" }
        return Self.fault(in: space, from: ends[0], to: ends[1])
      }
    }
  }

  @Test func noTripOnRoadsBeatsThem() {
    forAll(seeds: 0..<6) { seed in
      var random = SplitMix64(seed: seed)
      let plan = CityPlan(columns: 9, rows: 9, oneWayShare: 0.4, seed: seed)
      let space = NetworkSpace(plan.network().network.onGlobe().winding(&random))
      for _ in 0..<400 {
        let nodes = (0..<2).map { _ in NodeIndex(random.whole(0...space.network.nodeCount - 1)) }
        let ends = nodes.map(space.place(ofNode:))
        if let fault = Self.fault(in: space, from: ends[0], to: ends[1]) { return fault }
      }
      return nil
    }
  }
}
