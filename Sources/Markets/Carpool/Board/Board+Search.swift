import Quantities
public import Travellers

/// A pair of stops with seats that a passenger could book.
struct StopPair {
  var from: Int
  var to: Int
  /// Metres.
  var walkToStop: Double
  /// The seat's, in the smallest unit of money.
  var price: Int64
}

extension Board {
  /// The best trips for a passenger, and how many trips each stage left.
  ///
  /// - Parameters:
  ///   - excluded: drivers who are not considered at all.
  ///   - count: how many candidates are named at the most.
  ///   - agreement: what share of the stated wishes the driver and the passenger meet, 1 if none is stated; nil where a
  ///     required one is not met. It is asked once of each driver with seats, in no particular order.
  /// - Complexity: O(log trips), and the stops of the window near the origin. The first search of its width, by powers of 2
  ///   of the larger radius, sorts all stops into a grid.
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

  /// The verdict on the trip of `driver` in a search by `query`.
  public mutating func judge(
    _ driver: DriverIndex, for query: BoardQuery, agreement: (DriverIndex) -> Double?
  ) -> BoardVerdict {
    guard isPublished(store.trips[Int(driver)], for: query) else { return .fails(.published) }
    return assess(driver, query, Reach(query, geometry), agreement)
  }

  /// The distance that a passenger goes on foot, as squares of straight segments: the bounds of `Geometry.isWithin`.
  struct Reach {
    let squaredAccess: Double
    let squaredEgress: Double

    init(_ query: BoardQuery, _ geometry: Geometry) {
      squaredAccess = geometry.squaredReach(query.access)
      squaredEgress = geometry.squaredReach(query.egress)
    }
  }

  /// Gathers the trips that may have a pair of stops in reach: all that have, and few others.
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

  /// The place of the index for discs of `radius` metres, which is made if there is none yet.
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

  /// Takes a trip on the board through the stages from the second on.
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

  /// Tells whether some pair of stops is in reach and in time; those of them with seats are `pairs` then, by their stops.
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
  /// Counts a trip at the stages behind the first, up to number `last`.
  fileprivate mutating func count(through last: Int) {
    for stage in 1..<max(1, last + 1) { left[stage] += 1 }
  }
}
