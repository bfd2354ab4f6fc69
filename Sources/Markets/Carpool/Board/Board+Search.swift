import Quantities
public import Travellers

/// A pair of stops with bookable seats.
struct StopPair {
  var from: Int
  var to: Int
  /// The walking distance to the first stop, in metres.
  var walkToStop: Double
  /// The price of a seat, in the smallest currency unit.
  var price: Int64
}

extension Board {
  /// Returns the best trips for a passenger, and the number of trips left after each stage.
  ///
  /// - Parameters:
  ///   - excluded: the excluded drivers.
  ///   - count: the maximum number of candidates.
  ///   - agreement: returns the proportion of stated preferences that driver and passenger meet (1 if none are stated),
  ///     or nil if a required preference is not met. Called once for each driver with seats, in no particular order.
  /// - Complexity: O(log trips + stops in the window near the origin). The first search with a given cell width, a
  ///   power of 2 chosen by the larger radius, sorts all stops into a grid.
  public mutating func search(
    _ query: BoardQuery, excluding excluded: [DriverIndex] = [], top count: Int,
    agreement: (DriverIndex) -> Double?
  ) -> BoardFinding {
    var finding = BoardFinding(counts: BoardFunnel(), candidates: [])
    searches += 1
    finding.counts[.published] = published(query)
    for driver in excluded where store.trips[Int(driver)].lastSearch != searches {
      store.trips[Int(driver)].lastSearch = searches
      if isPublished(store.trips[Int(driver)], for: query) { finding.counts[.published] -= 1 }
    }
    guard finding.counts[.published] > 0 else { return finding }
    let reach = Reach(query, geometry)
    find(query, reach)
    for driver in found where store.trips[Int(driver)].lastSearch != searches {
      store.trips[Int(driver)].lastSearch = searches
      switch assess(driver, query, reach, agreement) {
      case .fails(let stage): finding.counts.count(through: stage.rawValue - 1)
      case .passes(let candidate):
        finding.counts.count(through: BoardStage.funds.rawValue)
        finding.candidates.insert(candidate, keeping: count)
      }
    }
    return finding
  }

  /// Returns the outcome for the trip of `driver` in a search with `query`.
  public mutating func judge(
    _ driver: DriverIndex, for query: BoardQuery, agreement: (DriverIndex) -> Double?
  ) -> BoardVerdict {
    guard isPublished(store.trips[Int(driver)], for: query) else { return .fails(.published) }
    return assess(driver, query, Reach(query, geometry), agreement)
  }

  /// The squares of the maximum straight-line walking distances, in the form that `Geometry.isWithin` compares.
  struct Reach {
    let squaredAccess: Double
    let squaredEgress: Double

    init(_ query: BoardQuery, _ geometry: Geometry) {
      squaredAccess = geometry.squaredReach(query.access)
      squaredEgress = geometry.squaredReach(query.egress)
    }
  }

  /// Collects in `found` a small superset of the drivers of trips with a pair of stops within walking distance.
  private mutating func find(_ query: BoardQuery, _ reach: Reach) {
    let access = reach.squaredAccess.squareRoot()
    let egress = reach.squaredEgress.squareRoot()
    let number = index(forRadius: max(access, egress), isByArrival: query.isByArrival)
    let grid = indexes[number].grid
    let origins = grid.block(within: access, of: query.origin)
    let destinations = grid.block(within: egress, of: query.destination)
    found.removeAll(keepingCapacity: true)
    indexes[number].find(
      in: query.isByArrival ? destinations : origins, from: query.earliest, to: query.latest,
      partner: grid.set(of: query.isByArrival ? origins : destinations), into: &found)
  }

  /// Returns the position in `indexes` of the stop index for discs with a radius of `radius` metres, creating the index
  /// if missing.
  private mutating func index(forRadius radius: Metres, isByArrival: Bool) -> Int {
    let exponent = frame.exponent(forRadius: radius)
    for number in indexes.indices
    where indexes[number].grid.exponent == exponent && indexes[number].isByArrival == isByArrival {
      return number
    }
    indexes.append(StopIndex(store, frame, exponent: exponent, isByArrival: isByArrival))
    return indexes.count - 1
  }

  private func isPublished(_ trip: TripStore.Trip, for query: BoardQuery) -> Bool {
    guard trip.isOnBoard else { return false }
    let times = store.times(of: trip)
    return query.meets(from: times.start, to: times.end)
  }

  /// Applies all stages after the first to a trip on the board, and returns the outcome.
  private mutating func assess(
    _ driver: DriverIndex, _ query: BoardQuery, _ reach: Reach, _ agreement: (DriverIndex) -> Double?
  ) -> BoardVerdict {
    guard findPairs(driver, query, reach) else { return .fails(.reach) }
    guard !pairs.isEmpty else { return .fails(.seats) }
    guard let agreement = agreement(driver) else { return .fails(.preferences) }
    pairs.removeAll { $0.price > query.means }
    guard !pairs.isEmpty else { return .fails(.means) }
    pairs.removeAll {
      let (price, isTooMuch) = $0.price.multipliedReportingOverflow(by: Int64(query.partySize))
      return isTooMuch || price > query.funds
    }
    guard let first = pairs.first else { return .fails(.funds) }
    var best = candidate(driver, first, query, agreement)
    for pair in pairs.dropFirst() {
      let other = candidate(driver, pair, query, agreement)
      if other.precedes(best) { best = other }
    }
    return .passes(best)
  }

  /// Returns whether any pair of stops is within walking distance and in time. Pairs with free seats are stored in
  /// `pairs`, in the order of their stops.
  mutating func findPairs(_ driver: DriverIndex, _ query: BoardQuery, _ reach: Reach) -> Bool {
    pairs.removeAll(keepingCapacity: true)
    let trip = store.trips[Int(driver)]
    let base = Int(trip.firstStop)
    let count = Int(trip.count)
    var isInReach = false
    for from in Int(trip.open)..<max(Int(trip.open), count - 1) {
      let stop = store.stops[base + from]
      guard query.isByArrival || query.isInWindow(stop.time),
        geometry.offset(from: query.origin, to: stop.position).squaredLength <= reach.squaredAccess
      else { continue }
      let walk = geometry.distance(query.origin, stop.position)
      guard stop.time >= query.notBefore.saturatingAdd(rules.walkingTime(walk)) else { continue }
      var hasRoom = true
      for to in (from + 1)..<count {
        let leg = store.legs[base + to - 1]
        hasRoom = hasRoom && leg.seats >= query.partySize && leg.luggage >= query.luggage
        let end = store.stops[base + to]
        guard !query.isByArrival || query.isInWindow(end.time),
          geometry.offset(from: end.position, to: query.destination).squaredLength <= reach.squaredEgress
        else { continue }
        isInReach = true
        guard hasRoom else { continue }
        pairs.append(
          StopPair(
            from: from, to: to, walkToStop: walk, price: store.price(of: trip, from: from, to: to)))
      }
    }
    return isInReach
  }

  private func candidate(
    _ driver: DriverIndex, _ pair: StopPair, _ query: BoardQuery, _ agreement: Double
  ) -> BoardCandidate {
    let trip = store.trips[Int(driver)]
    let start = store.stops[Int(trip.firstStop) + pair.from]
    let end = store.stops[Int(trip.firstStop) + pair.to]
    let shift = query.isByArrival ? query.latest - end.time : start.time - query.earliest
    let walkFromStop = geometry.distance(end.position, query.destination)
    let score = rules.score(
      price: pair.price, shift: shift,
      walking: rules.walkingTime(pair.walkToStop) + rules.walkingTime(walkFromStop),
      milliStars: trip.milliStars, agreement: agreement)
    return BoardCandidate(
      driver: driver, from: pair.from, to: pair.to, price: pair.price, walkToStop: pair.walkToStop,
      walkFromStop: walkFromStop, shift: shift, agreement: agreement, score: score)
  }
}

extension BoardFunnel {
  /// Counts a trip as passing every stage from the second to number `last`.
  fileprivate mutating func count(through last: Int) {
    for stage in 1..<max(1, last + 1) { left[stage] += 1 }
  }
}
