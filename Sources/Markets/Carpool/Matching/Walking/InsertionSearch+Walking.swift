import Quantities
import Spaces
import Travellers

extension InsertionSearch {
  /// Finds the best pair of meeting points, and the best pair of stops for them, by an exact search over all pairs.
  ///
  /// For each pair of points, the stops are chosen as without walking. The least-cost pair of points is chosen; ties go
  /// to the least walking, then to the pair whose pickup, then whose drop-off, comes first in `meetings`. Pairs are
  /// skipped if bounds prove that they are worse than a known pair or violate a limit.
  ///
  /// If no pair is feasible, the nearest miss of the first pair is returned: the pair of origin and destination, unless
  /// these are not meeting points.
  /// - Parameter most: the greatest value of use to the caller; worse results may be reported as infeasible.
  mutating func search(
    _ question: InsertionQuestion, _ meetings: MeetingTable, in itinerary: borrowing Itinerary,
    worth most: Int64
  ) -> InsertionResult {
    if question.terms.sharesStops { return searchHalts(question, meetings, in: itinerary, worth: most) }
    var best = InsertionResult()
    best.bindingLimit = .seats
    guard let first = meetings.firstPair else { return best }
    prepare(question, meetings, itinerary)
    var question = question
    question.latestArrival = question.driver.latestArrivalWithinLimits(
      leaving: itinerary.departure)
    let start = meetings.pickups[first.pickup]
    let ready = question.inquiry.time + start.walk
    if most == .max || bound(first.pickup, first.dropoff, ready, question, meetings) <= most {
      best = searchOne(first.pickup, first.dropoff, &question, meetings, itinerary, worth: most)
    }
    let isForDrivers = question.start.vantage == .actual
    func worth(_ result: InsertionResult) -> Int64 { isForDrivers ? result.value : result.cost }
    var rank = Rank(
      value: best.best == nil ? .max : worth(best), walk: start.walk + meetings.dropoffs[first.dropoff].walk,
      pickup: first.pickup, dropoff: first.dropoff)
    for pickup in meetings.pickups.indices {
      let start = meetings.pickups[pickup]
      let ready = question.inquiry.time + start.walk
      let worst = min(rank.value, most)
      let least = bound(pickup, ready, question, meetings, byRide: false)
      guard least < .max, least <= worst else { continue }
      // One pass over the drop-offs of a leg prunes most pickups.
      let leastByRide = bound(pickup, ready, question, meetings, byRide: true)
      guard leastByRide < .max, leastByRide <= worst else { continue }
      for dropoff in meetings.dropoffs.indices where (pickup, dropoff) != first {
        let least = bound(pickup, dropoff, ready, question, meetings)
        guard least <= min(rank.value, most), meetings.isPair(pickup, dropoff) else { continue }
        let end = meetings.dropoffs[dropoff]
        var other = Rank(value: least, walk: start.walk + end.walk, pickup: pickup, dropoff: dropoff)
        guard least < .max, other < rank else { continue }
        let result = searchOne(
          pickup, dropoff, &question, meetings, itinerary, worth: min(rank.value, most))
        guard result.best != nil else { continue }
        other.value = worth(result)
        guard other < rank else { continue }
        (rank, best) = (other, result)
      }
    }
    return best
  }

  /// The sort key of pairs of points, best first.
  struct Rank: Comparable {
    var value: Int64
    let walk: Milliseconds
    let pickup: Int
    let dropoff: Int

    static func < (a: Self, b: Self) -> Bool {
      (a.value, a.walk, a.pickup, a.dropoff) < (b.value, b.walk, b.pickup, b.dropoff)
    }
  }

  private mutating func prepare(
    _ question: InsertionQuestion, _ meetings: MeetingTable, _ itinerary: borrowing Itinerary
  ) {
    preparePlan(question, itinerary)
    let stops = itinerary.stops
    let count = stops.count
    let (start, destination) = (question.start.diversion.place, itinerary.destination)
    walking.compute(
      meetings, room: roomOnLeg, in: question.space, positions: count + 2, waits: itinerary.waits
    ) { position in
      position == 0 ? start : position <= count ? stops[position - 1].place : destination
    }
    let stop = question.terms.stopDuration
    walking.leave.removeAll(keepingCapacity: true)
    walking.leave.append(question.start.diversion.time)
    for position in 0..<count {
      walking.leave.append(max(without[position], stops[position].earliest) + stop)
    }
    walking.absorbed.refill(with: .zero, count: count + 1)
    walking.leastOn.refill(with: .never, count: count + 1)
    walking.leastBehind.refill(with: .never, count: count + 1)
    for leg in (0...count).reversed() {
      if leg < count {
        walking.absorbed[leg] = walking.absorbed[leg + 1] + max(.zero, stops[leg].earliest - without[leg])
        // A later drop-off needs room on all legs from here on.
        if roomOnLeg[leg + 1] {
          walking.leastBehind[leg] = min(walking.leastBehind[leg + 1], leastAround(leg + 1, stop))
        }
      }
      let row = (leg + 1) * walking.dropoffs
      walking.leastOn[leg] = walking.fromDropoff[row..<row + walking.dropoffs].min() ?? .never
    }
  }

  /// Returns the least driving and stop time added by a drop-off at any point on `leg`, which is not the first leg.
  private func leastAround(_ leg: Int, _ stop: Milliseconds) -> Milliseconds {
    var least = Milliseconds.never
    for point in 0..<walking.dropoffs {
      if let added = around(leg, point, stop) { least = min(least, added) }
    }
    return least
  }

  /// Returns the driving and stop time added by a drop-off at `point` on `leg` if the pickup is on another leg; nil
  /// without a route.
  @inline(__always)
  private func around(_ leg: Int, _ point: Int, _ stop: Milliseconds) -> Milliseconds? {
    let to = walking.toDropoff[leg * walking.dropoffs + point]
    let on = walking.fromDropoff[(leg + 1) * walking.dropoffs + point]
    return to == .never || on == .never ? nil : to + stop + on - base[leg]
  }

  /// Finds the best stops for the points `pickup` and `dropoff`.
  ///
  /// - Parameter most: the greatest value of use to the caller, under the objective for meeting points; worse results
  ///   may be reported as infeasible.
  private mutating func searchOne(
    _ pickup: Int, _ dropoff: Int, _ question: inout InsertionQuestion, _ meetings: MeetingTable,
    _ itinerary: borrowing Itinerary, worth most: Int64
  ) -> InsertionResult {
    take(pickup, dropoff, &question, meetings, positions: itinerary.stops.count + 2)
    // Stops and points may be chosen by different objectives.
    let isOne =
      question.objective == (question.start.vantage == .actual ? question.terms.insertion.objective : .cost)
    var result = searchPrepared(question, in: itinerary, worth: isOne ? most : .max)
    result.best?.pickupPoint = Int32(pickup)
    result.best?.dropoffPoint = Int32(dropoff)
    return result
  }
}

extension InsertionSearch {
  /// Adapts `question`, and the times of a plan with `count` positions, to the points `pickup` and `dropoff`.
  mutating func take(
    _ pickup: Int, _ dropoff: Int, _ question: inout InsertionQuestion, _ meetings: MeetingTable,
    positions count: Int
  ) {
    toPickup.removeAll()
    fromPickup.removeAll()
    toDropoff.removeAll()
    fromDropoff.removeAll()
    for position in 0..<count {
      toPickup.append(walking.toPickup[position * walking.pickups + pickup])
      fromPickup.append(walking.fromPickup[position * walking.pickups + pickup])
      toDropoff.append(walking.toDropoff[position * walking.dropoffs + dropoff])
      fromDropoff.append(walking.fromDropoff[position * walking.dropoffs + dropoff])
    }
    let (start, end) = (meetings.pickups[pickup], meetings.dropoffs[dropoff])
    let promised = question.inquiry.promise.latestDropoff
    question.direct = meetings.direct(pickup, dropoff)
    question.ready = question.inquiry.time + start.walk
    question.latestDropoff = promised == .never ? .never : promised - end.walk
  }
}

// MARK: - Bounds

extension InsertionSearch {
  /// The outcome of a pickup at a point on a leg, regardless of the drop-off.
  private struct Boarding {
    let timeToPickup: Milliseconds
    /// The time at which the car leaves the pickup.
    let leave: Milliseconds
    /// The driving time to the pickup.
    let toPickup: Milliseconds
  }

  /// Returns the outcome of boarding at `pickup` on `leg`; nil if infeasible.
  @inline(__always)
  private func boarding(_ pickup: Int, on leg: Int, _ ready: Milliseconds, _ question: InsertionQuestion)
    -> Boarding?
  {
    let toPickup = walking.toPickup[leg * walking.pickups + pickup]
    guard roomOnLeg[leg], toPickup != .never else { return nil }
    let time = max(walking.leave[leg] + toPickup, ready)
    guard time <= question.inquiry.promise.latestPickup else { return nil }
    return Boarding(
      timeToPickup: time - question.inquiry.time,
      leave: max(time, question.inquiry.request.earliestPickup) + question.terms.stopDuration,
      toPickup: toPickup)
  }

  /// Returns a lower bound on the value of an insertion with `boarding` on `leg`, from which the car takes `rest` to
  /// drive to the end of the leg, via the drop-off unless that is on a later leg. There, the drop-off adds `behind`,
  /// including its stop. `.max` if a limit is violated.
  @inline(__always)
  private func worth(
    _ boarding: Boarding, on leg: Int, rest: Milliseconds, behind: Milliseconds?,
    _ question: InsertionQuestion
  ) -> Int64 {
    let stop = question.terms.stopDuration
    let reached = boarding.leave + rest + (behind == nil ? stop : .zero)
    let delay = reached - walking.leave[leg] - base[leg] + (behind ?? .zero) - walking.absorbed[leg]
    let latest = question.latestArrival
    guard latest == .never || planned[planned.count - 1] + delay <= latest else { return .max }
    let driven = boarding.toPickup + rest - base[leg] + (behind.map { $0 - stop } ?? .zero)
    switch question.meetingObjective {
    case .cost:
      // The detour of a waiting car is its driving.
      return question.terms.cost(
        timeToPickup: boarding.timeToPickup, detour: question.driver.waits ? driven : delay,
        agreement: question.agreement)
    case .addedDriving: return driven.rawValue
    case .earliestArrival: return (boarding.leave - question.inquiry.time).rawValue
    }
  }

  /// Returns a lower bound on the value of an insertion with a pickup at `pickup`, for any drop-off.
  ///
  /// - Parameter byRide: whether to minimise the sum of the ride to the drop-off and the drive on from there, rather
  ///   than each of the two separately; the bound is then tighter.
  private func bound(
    _ pickup: Int, _ ready: Milliseconds, _ question: InsertionQuestion, _ meetings: MeetingTable,
    byRide: Bool
  ) -> Int64 {
    var least = Int64.max
    for leg in roomOnLeg.indices {
      guard let boarding = boarding(pickup, on: leg, ready, question) else { continue }
      if walking.leastOn[leg] != .never, meetings.leastDirect != .never,
        boarding.leave + meetings.leastDirect <= question.inquiry.promise.latestDropoff
      {
        let rest =
          byRide ? leastRide(from: pickup, on: leg, meetings) : meetings.leastDirect + walking.leastOn[leg]
        if rest != .never {
          least = min(least, worth(boarding, on: leg, rest: rest, behind: nil, question))
        }
      }
      let past = leg + 1 < roomOnLeg.count ? walking.fromPickup[(leg + 1) * walking.pickups + pickup] : .never
      if past != .never, walking.leastBehind[leg] != .never {
        least = min(
          least, worth(boarding, on: leg, rest: past, behind: walking.leastBehind[leg], question))
      }
    }
    return least
  }

  /// Returns the least time from `pickup` via any drop-off to the end of `leg`; `.never` if there is no route.
  private func leastRide(from pickup: Int, on leg: Int, _ meetings: MeetingTable) -> Milliseconds {
    var least = Milliseconds.never
    let row = (leg + 1) * walking.dropoffs
    for dropoff in 0..<walking.dropoffs {
      let (ride, on) = (meetings.direct(pickup, dropoff), walking.fromDropoff[row + dropoff])
      if ride != .never, on != .never { least = min(least, ride + on) }
    }
    return least
  }

  /// Returns a lower bound on the value of an insertion with a pickup at `pickup` and a drop-off at `dropoff`.
  private func bound(
    _ pickup: Int, _ dropoff: Int, _ ready: Milliseconds, _ question: InsertionQuestion,
    _ meetings: MeetingTable
  ) -> Int64 {
    var least = Int64.max
    let direct = meetings.direct(pickup, dropoff)
    let promised = question.inquiry.promise.latestDropoff
    let latestDropoff = promised == .never ? .never : promised - meetings.dropoffs[dropoff].walk
    for leg in roomOnLeg.indices {
      guard let boarding = boarding(pickup, on: leg, ready, question) else { continue }
      let on = walking.fromDropoff[(leg + 1) * walking.dropoffs + dropoff]
      if direct != .never, on != .never, boarding.leave + direct <= latestDropoff {
        least = min(least, worth(boarding, on: leg, rest: direct + on, behind: nil, question))
      }
      guard leg + 1 < roomOnLeg.count else { continue }
      let past = walking.fromPickup[(leg + 1) * walking.pickups + pickup]
      guard past != .never else { continue }
      for later in leg + 1..<roomOnLeg.count {
        guard roomOnLeg[later] else { break }
        guard let behind = around(later, dropoff, question.terms.stopDuration) else { continue }
        least = min(least, worth(boarding, on: leg, rest: past, behind: behind, question))
      }
    }
    return least
  }
}
