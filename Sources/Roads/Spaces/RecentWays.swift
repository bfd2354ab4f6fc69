import RoadNetwork

/// Routes that may be requested again, so that their links need not be computed again.
///
/// The length of a driver's trip is computed when the trip is drawn, and the trip is driven later; that of a detour is
/// computed for the offer and for the answer, and the detour is then driven.
struct RecentWays {
  /// The capacity of the list of most recent routes.
  private static let places = 8
  /// The capacity of the table of measured routes; a power of two.
  private static let measuredPlaces = 1 << 13

  private var last: [Way] = []
  private var next = 0
  /// A hash table of the routes whose lengths were computed, with two slots per key; allocated when first used.
  private var measured: [Way?] = []

  /// Returns the route from `origin` to `destination`, and adds it to the last routes; nil if it is not cached.
  mutating func way(from origin: NodeIndex, to destination: NodeIndex) -> Way? {
    if let place = last.firstIndex(where: { $0.leads(from: origin, to: destination) }) { return last[place] }
    guard !measured.isEmpty else { return nil }
    let place = Self.place(from: origin, to: destination)
    for place in [place, place ^ 1] where measured[place]?.leads(from: origin, to: destination) == true {
      let way = measured[place]
      // A route that is driven is its car's, which keeps it only as long as it needs it.
      measured[place] = nil
      if let way { append(way) }
      return way
    }
    return nil
  }

  /// Adds `way` in place of the oldest of the last routes.
  mutating func append(_ way: Way) {
    if last.count < Self.places {
      last.append(way)
    } else {
      last[next] = way
    }
    next = (next + 1) % Self.places
  }

  /// Stores `way`, whose length has been computed, in the hash table; evicts a route if both slots are taken.
  mutating func keep(_ way: Way) {
    guard way.followsLinks else { return }
    if measured.isEmpty { measured = Array(repeating: nil, count: Self.measuredPlaces) }
    let (origin, destination) = (way.origin.node, way.destination.node)
    let place = Self.place(from: origin, to: destination)
    let isFirst = measured[place]?.leads(from: origin, to: destination) ?? true
    measured[isFirst || measured[place ^ 1] != nil ? place : place ^ 1] = way
  }

  /// Returns the first of the two slots for a route from `origin` to `destination`.
  private static func place(from origin: NodeIndex, to destination: NodeIndex) -> Int {
    let ends = UInt64(UInt32(origin.rawValue)) << 32 | UInt64(UInt32(destination.rawValue))
    // The upper bits of a product depend on all bits of its factors.
    return Int((ends &* 0x9E37_79B9_7F4A_7C15) >> (64 - measuredPlaces.trailingZeroBitCount))
  }
}

extension Way {
  fileprivate func leads(from origin: NodeIndex, to destination: NodeIndex) -> Bool {
    self.destination.node == destination && self.origin.node == origin
  }

  fileprivate var followsLinks: Bool { if case .links = course { true } else { false } }
}
