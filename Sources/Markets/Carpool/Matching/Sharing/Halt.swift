import Quantities
import Spaces
import Travellers

/// A stop of the car: the consecutive stops of a plan at one place, if stops are shared.
///
/// Each party boards or alights once the car is there and the party may; the car leaves when the last one is done:
/// a car that arrives at t leaves at max(t + `duration`, `opening`).
struct Halt {
  let place: Place
  /// The parties' stops, as indices in the plan.
  var stops: Range<Int>
  /// The longest of the parties' stop durations.
  private(set) var duration = Milliseconds.zero
  /// The earliest departure: the time at which the last party is done, if each begins as soon as it may.
  private(set) var opening = Milliseconds.zero

  /// Creates the stop at `place` for the first of `stops`, which are added one by one.
  init(at place: Place, stops: Range<Int>) {
    self.place = place
    self.stops = stops
  }

  /// Adds a party that boards or alights from `earliest` on for `duration`.
  mutating func add(from earliest: Milliseconds, for duration: Milliseconds) {
    self.duration = max(self.duration, duration)
    opening = max(opening, earliest + duration)
  }

  /// Returns the departure of a car that arrives at `time`.
  func leave(arriving time: Milliseconds) -> Milliseconds { max(time + duration, opening) }

  /// Returns the delay absorbed by a car that would arrive at `time`.
  func waiting(arriving time: Milliseconds) -> Milliseconds { max(.zero, opening - duration - time) }

  /// Converts `slack` from the maximum delay of the next arrival to that of the arrival here.
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
  /// Returns whether stops here and at `other` are at one place: the same node, or the same coordinates.
  func isOne(with other: Place) -> Bool {
    isNode ? node == other.node : !other.isNode && position == other.position
  }
}

extension [PlannedStop] {
  /// Joins consecutive stops at one place, and orders each group: alighting first, then stops of a published trip, then
  /// boarding, each in the order of requests.
  ///
  /// - Parameter standard: the duration of stops that do not specify one.
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

  /// Returns the stop of the car whose first party is number `first`, in a list in which stops are joined.
  func halt(from first: Int) -> Halt {
    var halt = Halt(at: self[first].place, stops: first..<first)
    while true {
      let stop = self[halt.stops.upperBound]
      halt.stops = first..<halt.stops.upperBound + 1
      halt.add(from: stop.earliest, for: stop.duration ?? .zero)
      if !stop.isJoined { return halt }
    }
  }

  /// Returns the stop of the car whose last party is number `last`.
  func halt(endingWith last: Int) -> Halt {
    var first = last
    while first > 0, self[first - 1].isJoined { first -= 1 }
    return halt(from: first)
  }
}

extension PlannedStop {
  /// The order among stops that are joined.
  fileprivate var rank: (Int, Int32) {
    if let waypoint { return (1, Int32(waypoint)) }
    return (isPickup ? 2 : 0, request.rawValue)
  }

  /// The time at which the way to the next stop begins; if the two are joined, on arrival.
  var onward: Milliseconds { isJoined ? arrive : leave }
}

// MARK: - Plans

extension Itinerary {
  /// Returns whether the current leg leads to the place of `stop`, whichever party is first there.
  func leadsOn(to stop: PlannedStop?) -> Bool {
    guard let stop, let first = stops.first else { return false }
    return stop.place.isOne(with: first.place)
  }

  /// Sets the departure of stop `position`, whose arrival is planned, to that of the stop of the car that it is part of.
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
