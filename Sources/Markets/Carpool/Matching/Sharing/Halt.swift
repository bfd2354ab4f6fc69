import Quantities
import Spaces
import Travellers

/// A halt of the car: consecutive planned stops at one place, combined if stops are shared.
///
/// Each party boards or alights as soon as the car has arrived and the party is allowed to. The car leaves when the
/// last party has finished: a car that arrives at t leaves at max(t + `duration`, `opening`).
struct Halt {
  let place: Place
  /// The parties' stops, as indices in the plan.
  var stops: Range<Int>
  /// The longest of the parties' stop durations.
  private(set) var duration = Milliseconds.zero
  /// The earliest departure: the time at which the last party finishes if each begins as early as allowed.
  private(set) var opening = Milliseconds.zero

  /// Creates an empty halt at `place` for `stops`; their parties are added one by one.
  init(at place: Place, stops: Range<Int>) {
    self.place = place
    self.stops = stops
  }

  /// Adds a party whose boarding or alighting takes `duration` and starts no earlier than `earliest`.
  mutating func add(from earliest: Milliseconds, for duration: Milliseconds) {
    self.duration = max(self.duration, duration)
    opening = max(opening, earliest + duration)
  }

  /// Returns the departure of a car that arrives at `time`.
  func leave(arriving time: Milliseconds) -> Milliseconds { max(time + duration, opening) }

  /// Returns the delay absorbed by a car that would arrive at `time`.
  func waiting(arriving time: Milliseconds) -> Milliseconds { max(.zero, opening - duration - time) }

  /// Converts `slack` from the maximum delay of the next arrival to the maximum delay of the arrival at this halt.
  ///
  /// - Parameter keepsArrivals: whether the planned arrival at each stop is a promise.
  func slack(of plan: [PlannedStop], keepsArrivals: Bool, _ slack: inout Milliseconds) {
    let arrive = plan[stops.lowerBound].arrive
    if slack != .never { slack = slack + waiting(arriving: arrive) }
    for stop in plan[stops] {
      let latest = stop.latest(keepsArrivals: keepsArrivals)
      if latest != .never { slack = min(slack, latest - arrive) }
    }
  }
}

extension Place {
  /// Returns whether this place and `other` are the same node or, off networks, have the same coordinates.
  func isOne(with other: Place) -> Bool {
    isNode ? node == other.node : !other.isNode && position == other.position
  }
}

extension [PlannedStop] {
  /// Combines consecutive stops at one place into halts, and orders the stops of each: alighting, then stops of a
  /// published trip, then boarding, each in the order of requests.
  ///
  /// - Parameter standard: the duration of stops without a specified duration.
  mutating func share(standard: Milliseconds) {
    var first = 0
    while first < count {
      var end = first + 1
      while end < count, self[end].place.isOne(with: self[first].place) { end += 1 }
      if end > first + 1 { self[first..<end].sort { $0.rank < $1.rank } }
      for number in first..<end {
        self[number].isJoined = number + 1 < end
        self[number].duration = self[number].duration ?? standard
      }
      first = end
    }
  }

  /// Returns the halt that begins with stop `first`; in this list, stops have already been combined into halts.
  func halt(from first: Int) -> Halt {
    var halt = Halt(at: self[first].place, stops: first..<first)
    while true {
      let stop = self[halt.stops.upperBound]
      halt.stops = first..<halt.stops.upperBound + 1
      halt.add(from: stop.earliest, for: stop.duration ?? .zero)
      if !stop.isJoined { return halt }
    }
  }

  /// Returns the halt that ends with stop `last`.
  func halt(endingWith last: Int) -> Halt {
    var first = last
    while first > 0, self[first - 1].isJoined { first -= 1 }
    return halt(from: first)
  }
}

extension PlannedStop {
  /// The sort key of a stop within its halt.
  fileprivate var rank: (Int, Int32) {
    if let waypoint { return (1, Int32(waypoint)) }
    return (isPickup ? 2 : 0, request.rawValue)
  }

  /// The time at which the route to the next stop begins: the arrival if both stops belong to the same halt.
  var onward: Milliseconds { isJoined ? arrive : leave }
}

// MARK: - Plans

extension Itinerary {
  /// Returns whether the current leg leads to the place of `stop`, even if another party's stop comes first there.
  func leadsOn(to stop: PlannedStop?) -> Bool {
    guard let stop, let first = stops.first else { return false }
    return stop.place.isOne(with: first.place)
  }

  /// Sets the departure of stop `position`, whose arrival is planned, to the departure of its halt.
  mutating func settle(_ position: Int) {
    if position > 0, stops[position - 1].isJoined {
      stops[position].leave = stops[position - 1].leave
      return
    }
    if stops[position].isJoined {
      stops[position].leave = stops.halt(from: position).leave(arriving: stops[position].arrive)
    }
  }
}
