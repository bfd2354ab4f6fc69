import Quantities
import Spaces
import Travellers

/// Lower bounds on the outcomes of pairs of meeting points in one plan, if stops are shared.
///
/// The bound on the added driving is the minimum over all positions of the pickup in the plan and all later positions
/// of the drop-off. Each drop-off point is summarised once per driver, so that a pair costs one pass over the legs. At
/// an existing halt at the same place, a passenger boards or alights without added driving.
struct HaltBounds {
  /// Lower bounds on the effects of a drop-off on the rest of the plan.
  struct Tail {
    /// The added driving; `.never` if the drop-off is not possible.
    var added = Milliseconds.never
    /// The delay of the arrival at the destination, before waiting absorbs some of it.
    var delay = Milliseconds.never

    mutating func take(_ other: Tail) {
      added = min(added, other.added)
      delay = min(delay, other.delay)
    }
  }

  // One row for each drop-off and a last one for the least of all, one column for each leg.
  /// The least effect over drop-offs after the halt at the end of the leg.
  private(set) var behind: [Tail] = []
  /// The least effect over drop-offs at or after the halt at the end of the leg.
  private(set) var atEnd: [Tail] = []
  /// The car's departure at the beginning of each leg, without a new passenger.
  fileprivate(set) var leave: [Milliseconds] = []
  /// The delay absorbed by waiting at all halts after the beginning of each leg.
  fileprivate(set) var absorbed: [Milliseconds] = []
  /// The least driving time from any drop-off point to the end of each leg.
  fileprivate(set) var leastOn: [Milliseconds] = []

  /// Removes all rows.
  fileprivate mutating func removeAll() {
    behind.removeAll(keepingCapacity: true)
    atEnd.removeAll(keepingCapacity: true)
  }

  /// Appends a row of `count` legs without possible drop-offs.
  fileprivate mutating func appendRow(_ count: Int) {
    behind.append(contentsOf: repeatElement(Tail(), count: count))
    atEnd.append(contentsOf: repeatElement(Tail(), count: count))
  }

  /// Sets the summary of a drop-off point at index `place`, and includes it in the minimum over all drop-off points at
  /// index `least`.
  @inline(__always)
  fileprivate mutating func set(_ place: Int, behind: Tail, atEnd: Tail, least: Int) {
    self.behind[place] = behind
    self.atEnd[place] = atEnd
    self.behind[least].take(behind)
    self.atEnd[least].take(atEnd)
  }
}

extension InsertionSearch {
  /// Computes the bounds for the meeting points of `meetings`, whose travel times to and from the plan are known.
  mutating func prepareHaltBounds(
    _ question: InsertionQuestion, _ meetings: MeetingTable, _ itinerary: borrowing Itinerary
  ) {
    let legs = halts.count + 1
    let alights = question.inquiry.request.alighting ?? question.terms.stopDuration
    prepareWaiting(question, itinerary)
    haltBounds.removeAll()
    for _ in 0...walking.dropoffs { haltBounds.appendRow(legs) }
    for (dropoff, end) in meetings.dropoffs.enumerated() {
      var rest = HaltBounds.Tail()
      for leg in (0..<legs).reversed() {
        let behind = rest
        if leg < halts.count, halts[leg].place.isOne(with: end.place) {
          rest = HaltBounds.Tail(added: min(rest.added, .zero), delay: min(rest.delay, .zero))
        }
        // A passenger aboard on a later leg is aboard on this one, too.
        if !roomOnLeg[leg] { rest = HaltBounds.Tail() }
        haltBounds.set(
          dropoff * legs + leg, behind: behind, atEnd: rest, least: walking.dropoffs * legs + leg)
        guard roomOnLeg[leg], leg > 0 else { continue }
        let to = walking.toDropoff[leg * walking.dropoffs + dropoff]
        let on = walking.fromDropoff[(leg + 1) * walking.dropoffs + dropoff]
        guard to != .never, on != .never else { continue }
        let added = to + on - base[leg]
        rest.take(HaltBounds.Tail(added: added, delay: added + alights))
      }
    }
  }

  /// Computes, without a new passenger, the departures from each halt and the waiting that absorbs delay.
  private mutating func prepareWaiting(_ question: InsertionQuestion, _ itinerary: borrowing Itinerary) {
    let count = halts.count
    haltBounds.leave.refill(with: question.start.diversion.time, count: count + 1)
    haltBounds.absorbed.refill(with: .zero, count: count + 1)
    haltBounds.leastOn.refill(with: .never, count: count + 1)
    for leg in (0...count).reversed() {
      if leg < count {
        haltBounds.leave[leg + 1] = halts[leg].leave(arriving: without[leg])
        haltBounds.absorbed[leg] =
          haltBounds.absorbed[leg + 1] + halts[leg].waiting(arriving: without[leg])
      }
      let row = (leg + 1) * walking.dropoffs
      haltBounds.leastOn[leg] = walking.fromDropoff[row..<row + walking.dropoffs].min() ?? .never
    }
  }

  /// Returns a lower bound on the value of an insertion if the passenger boards at `pickup` and alights at `dropoff`
  /// (nil: at any drop-off point); `.max` if a limit is violated.
  func haltBound(
    _ pickup: Int, _ dropoff: Int?, _ question: InsertionQuestion, _ meetings: MeetingTable,
    _ itinerary: borrowing Itinerary
  ) -> Int64 {
    let legs = halts.count + 1
    let request = question.inquiry.request
    let boards = request.boarding ?? question.terms.stopDuration
    let alights = request.alighting ?? question.terms.stopDuration
    let direct = dropoff.map { meetings.direct(pickup, $0) } ?? meetings.leastDirect
    let row = (dropoff ?? walking.dropoffs) * legs
    let (point, walk) = (meetings.pickups[pickup].place, meetings.pickups[pickup].walk)
    let ready = question.inquiry.time + walk
    let promised = question.inquiry.promise.latestDropoff
    let latestDropoff =
      promised == .never ? .never : promised - (dropoff.map { meetings.dropoffs[$0].walk } ?? .zero)
    var least = Int64.max
    for leg in 0..<legs {
      if roomOnLeg[leg] {
        let to = walking.toPickup[leg * walking.pickups + pickup]
        if to != .never {
          let boarding = max(haltBounds.leave[leg] + to, ready)
          // The delay of a car that drives straight on to the end of the leg.
          let done = max(boarding, request.earliestPickup) + boards
          let delay = done - haltBounds.leave[leg] - base[leg]
          let absorbed = haltBounds.absorbed[leg]
          let on =
            dropoff.map { walking.fromDropoff[(leg + 1) * walking.dropoffs + $0] } ?? haltBounds.leastOn[leg]
          if direct != .never, on != .never, done + direct <= latestDropoff {
            let rest = direct + on
            least = min(
              least,
              worth(
                boarding, added: to + rest - base[leg], delay: delay + rest + alights - absorbed, question,
                itinerary))
          }
          let past =
            leg + 1 < legs ? walking.fromPickup[(leg + 1) * walking.pickups + pickup] : .never
          let tail = haltBounds.atEnd[row + leg]
          if past != .never, tail.added != .never {
            least = min(
              least,
              worth(
                boarding, added: to + past - base[leg] + tail.added,
                delay: delay + past + tail.delay - absorbed,
                question, itinerary))
          }
        }
      }
      guard leg + 1 < legs, halts[leg].place.isOne(with: point) else { continue }
      let tail = haltBounds.behind[row + leg]
      guard tail.added != .never else { continue }
      // Boarding may end before the car leaves anyway.
      least = min(
        least,
        worth(
          max(without[leg], ready), added: tail.added, delay: tail.delay - haltBounds.absorbed[leg + 1],
          question,
          itinerary))
    }
    return least
  }

  /// Returns a lower bound on the value of an insertion with boarding not before `boarding`, at least `added` driving,
  /// and an arrival delayed by at least `delay`; `.max` if a limit is violated.
  @inline(__always)
  private func worth(
    _ boarding: Milliseconds, added: Milliseconds, delay: Milliseconds, _ question: InsertionQuestion,
    _ itinerary: borrowing Itinerary
  ) -> Int64 {
    let inquiry = question.inquiry
    guard boarding <= inquiry.promise.latestPickup else { return .max }
    let latest = question.latestArrival
    guard latest == .never || planned[planned.count - 1] + delay <= latest else { return .max }
    switch question.start.vantage == .actual ? question.terms.insertion.objective : .cost {
    case .addedDriving: return added.rawValue
    case .earliestArrival: return (boarding - inquiry.time).rawValue
    case .cost:
      return question.terms.cost(
        timeToPickup: boarding - inquiry.time, detour: itinerary.waits ? added : delay,
        agreement: question.agreement)
    }
  }
}
