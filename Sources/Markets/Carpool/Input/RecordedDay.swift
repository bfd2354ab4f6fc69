import Ground
import Quantities
import Spaces
import Statistics
import Travellers

/// The travellers of one side on a recorded day, as a sample of all potential travellers.
///
/// The distance within which two rows may replace each other decreases with the number of rows: the nearest of s
/// randomly drawn rows has, on average, rank n ÷ s among all n. Equally near rows thus have equal chances, without
/// sorting.
struct RecordedDay {
  /// The trip of one row.
  struct Trip {
    var origin: Place
    var destination: Place
    /// The time that must lie within the simulated period.
    var time: Milliseconds
  }

  /// The trips of the rows that have not been refused.
  let trips: [Trip]
  let origins: RecordedEnds
  let destinations: RecordedEnds
  private let geometry: Geometry

  /// Creates the day with these `trips`.
  init(_ trips: [Trip], in territory: Territory) {
    self.trips = trips
    origins = RecordedEnds(trips.map(\.origin), in: territory)
    destinations = RecordedEnds(trips.map(\.destination), in: territory)
    geometry = territory.space.geometry
  }

  /// Returns the index of a row with an origin near `origin`, whose expected rank by distance is 2√n.
  func neighbour(of origin: Place, _ draws: inout KeyedGenerator) -> Int {
    nearest(of: 0.5, &draws) { squared(origin, $0.origin) }
  }

  /// Returns the index of a row with a trip similar to that from `origin` to `destination`; its expected rank is 4√n.
  func fellow(of origin: Place, _ destination: Place, _ draws: inout KeyedGenerator) -> Int {
    nearest(of: 0.25, &draws) {
      squared(origin, $0.origin) + squared(destination, $0.destination)
    }
  }

  /// Returns the index of the row nearest by `distance` among `share` · √n randomly drawn rows, at least one.
  private func nearest(
    of share: Double, _ draws: inout KeyedGenerator, by distance: (Trip) -> Double
  ) -> Int {
    let count = max(1, Int((share * Double(trips.count).squareRoot()).rounded()))
    var best = (distance: Double.infinity, row: 0)
    for _ in 0..<count {
      let row = Int(draws.integer(below: UInt64(trips.count)))
      let found = distance(trips[row])
      if found < best.distance { best = (found, row) }
    }
    return best.row
  }

  private func squared(_ a: Place, _ b: Place) -> Double {
    geometry.offset(from: a.position, to: b.position).squaredLength
  }
}

/// The origins or the destinations of recorded trips.
struct RecordedEnds {
  private let places: [Place]
  private let territory: Territory
  /// The corners of the bounding rectangle of the trip ends.
  private let low: Coordinates
  private let high: Coordinates

  /// Creates the trip ends at `places`.
  init(_ places: [Place], in territory: Territory) {
    self.places = places
    self.territory = territory
    let points = places.map { territory.space.geometry.coordinates(of: $0.position) }
    low = Coordinates(x: points.map(\.x).min() ?? 0, y: points.map(\.y).min() ?? 0)
    high = Coordinates(x: points.map(\.x).max() ?? 0, y: points.map(\.y).max() ?? 0)
  }

  /// Returns the standard deviation, along either axis, of the displacement of trip end `index`: half the distance to
  /// its three nearest neighbours, in metres. Zero if these are at the same place, so that zone centres are not moved.
  ///
  /// - Complexity: O(n), with at most about 2,000 distances computed; distances to a sample are rescaled as on a plane.
  func width(around index: Int) -> Metres {
    let step = max(1, places.count / 2_000)
    var nearest = [Double](repeating: .infinity, count: 3)
    for other in stride(from: 0, to: places.count, by: step) where other != index {
      let offset = territory.space.geometry.offset(
        from: places[index].position, to: places[other].position)
      var distance = offset.squaredLength
      for rank in nearest.indices where distance < nearest[rank] { swap(&distance, &nearest[rank]) }
    }
    let found = nearest.filter(\.isFinite)
    guard !found.isEmpty else { return 0 }
    // Half of the square is along one axis.
    return 0.5 * (found.reduce(0, +) / Double(2 * found.count * step)).squareRoot()
  }

  /// Returns trip end `index`, displaced at random and reflected at the edges of the recorded area, which preserves the
  /// density there; nil if no trip can begin or end at the new place.
  func moved(_ index: Int, _ draws: inout KeyedGenerator) -> Place? {
    let width = width(around: index)
    guard width > 0 else { return places[index] }
    let geometry = territory.space.geometry
    var point = geometry.coordinates(of: places[index].position)
    let degree = earthRadius * .pi / 180
    let metres = geometry == .globe ? (x: degree * Rounded.cos(point.y * .pi / 180), y: degree) : (x: 1, y: 1)
    point.x += draws.normal(standardDeviation: width) / metres.x
    point.y += draws.normal(standardDeviation: width) / metres.y
    // A torus has no edges.
    if !isTorus {
      point.x = Self.reflected(point.x, into: low.x, high.x)
      point.y = Self.reflected(point.y, into: low.y, high.y)
    }
    let end = territory.end(at: territory.rounded(point))
    return end.cause == nil ? end.place : nil
  }

  private var isTorus: Bool { if case .torus = territory.space.geometry { true } else { false } }

  /// Returns `value` reflected at `low` and `high`, so that it lies between them.
  static func reflected(_ value: Double, into low: Double, _ high: Double) -> Double {
    let width = high - low
    guard width > 0 else { return low }
    let way = (value - low).truncatingRemainder(dividingBy: 2 * width)
    let ahead = way < 0 ? way + 2 * width : way
    return low + min(ahead, 2 * width - ahead)
  }
}
