import Foundation
import Quantities
import TestSupport
import Testing

@Suite struct GeometryTests {
  static let all: [Geometry] = [.plane, .torus(side: 1000), .globe]

  /// A random position: on the ground of a square kilometre, on the globe anywhere.
  private func position(_ geometry: Geometry, _ random: inout SplitMix64) -> Position {
    let at =
      geometry == .globe
      ? Coordinates(x: random.uniform(-180...180), y: random.uniform(-90...90))
      : Coordinates(x: random.uniform(0...999), y: random.uniform(0...999))
    return geometry.position(of: at)
  }

  /// A random position at most a few kilometres away.
  private func near(_ position: Position, _ geometry: Geometry, _ random: inout SplitMix64) -> Position {
    guard geometry == .globe else { return self.position(geometry, &random) }
    let at = geometry.coordinates(of: position)
    return geometry.position(
      of: Coordinates(x: at.x + random.uniform(-0.05...0.05), y: at.y + random.uniform(-0.02...0.02)))
  }

  @Test(arguments: all)
  func coordinatesAreTheInverseOfPositions(_ geometry: Geometry) {
    var random = SplitMix64(seed: 1)
    for _ in 0..<200 {
      let position = position(geometry, &random)
      let again = geometry.position(of: geometry.coordinates(of: position))
      #expect(geometry.distance(position, again) < 1e-6)
    }
  }

  @Test(arguments: all)
  func distancesAreAMetric(_ geometry: Geometry) {
    var random = SplitMix64(seed: 2)
    for _ in 0..<200 {
      let (a, b) = (position(geometry, &random), position(geometry, &random))
      let c = near(b, geometry, &random)
      #expect(geometry.distance(a, a) == 0)
      #expect(geometry.distance(a, b) == geometry.distance(b, a))
      #expect(geometry.distance(a, c) <= geometry.distance(a, b) + geometry.distance(b, c) + 1e-6)
    }
  }

  @Test func distancesAreTheKnownOnes() {
    let degree = earthRadius * .pi / 180
    func distance(_ a: (Double, Double), _ b: (Double, Double)) -> Metres {
      Geometry.globe.distance(
        Geometry.globe.position(of: Coordinates(x: a.0, y: a.1)),
        Geometry.globe.position(of: Coordinates(x: b.0, y: b.1)))
    }
    #expect(abs(distance((0, 0), (0, 1)) - degree) < 1e-6)
    #expect(abs(distance((179.5, 0), (-179.5, 0)) - degree) < 1e-6)
    #expect(abs(distance((0, 90), (123, 89)) - degree) < 1e-6)
    #expect(abs(distance((0, 60), (1, 60)) - degree / 2) < 10)
    let torus = Geometry.torus(side: 1000)
    #expect(torus.distance(Position(x: 1, y: 999), Position(x: 999, y: 1)) == (8.0).squareRoot())
    #expect(Geometry.plane.distance(Position(x: 0, y: 0), Position(x: 3, y: 4)) == 5)
  }

  /// The disc is closed, and the test by squares agrees with the distance.
  @Test(arguments: all)
  func withinIsWithinTheDistance(_ geometry: Geometry) {
    var random = SplitMix64(seed: 3)
    for _ in 0..<500 {
      let a = position(geometry, &random)
      let b = near(a, geometry, &random)
      let distance = geometry.distance(a, b)
      #expect(geometry.isWithin(distance + 1e-6, a, b))
      #expect(distance < 1e-3 || !geometry.isWithin(distance - 1e-6, a, b))
    }
    #expect(Geometry.plane.isWithin(5, Position(x: 0, y: 0), Position(x: 3, y: 4)))
  }

  /// On the line the distances from both ends add up, in proportion.
  @Test(arguments: all)
  func interpolationFollowsTheShortestLine(_ geometry: Geometry) {
    var random = SplitMix64(seed: 4)
    for _ in 0..<200 {
      let a = position(geometry, &random)
      let b = near(a, geometry, &random)
      let share = random.uniform()
      let point = geometry.interpolate(a, b, fraction: share)
      let whole = geometry.distance(a, b)
      #expect(abs(geometry.distance(a, point) - share * whole) < 1e-6)
      #expect(abs(geometry.distance(point, b) - (1 - share) * whole) < 1e-6)
    }
  }

  @Test(arguments: all)
  func theDistanceToALineIsTheLeastToItsPoints(_ geometry: Geometry) {
    var random = SplitMix64(seed: 5)
    for _ in 0..<60 {
      let a = position(geometry, &random)
      let (b, point) = (near(a, geometry, &random), near(a, geometry, &random))
      let distance = geometry.distance(point, toSegment: a, b)
      let steps = 500
      let least = (0...steps).map { step in
        geometry.distance(point, geometry.interpolate(a, b, fraction: Double(step) / Double(steps)))
      }.min()!
      let step = geometry.distance(a, b) / Double(steps)
      #expect(distance <= least + 1e-6 && distance >= least - step)
      if let foot = geometry.foot(of: point, onLine: a, b), foot > 0, foot < 1 {
        let onLine = geometry.interpolate(a, b, fraction: foot)
        #expect(abs(geometry.distance(point, onLine) - distance) < 1e-5)
      }
    }
  }

  @Test func aLineOfNoLengthIsAPoint() {
    for geometry in Self.all {
      let a = geometry.position(of: Coordinates(x: 10, y: 20))
      let b = geometry.position(of: Coordinates(x: 10.01, y: 20.02))
      #expect(abs(geometry.distance(b, toSegment: a, a) - geometry.distance(a, b)) < 1e-6)
    }
  }
}
