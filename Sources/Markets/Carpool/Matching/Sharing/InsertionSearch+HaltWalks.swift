import Quantities
import Spaces
import Travellers

extension InsertionSearch {
  /// Finds the best pair of meeting points, and the best pair of stops for them, by an exact search over all pairs, if
  /// stops are shared.
  ///
  /// Ties go to the pair with less walking, then to the pair whose pickup, then whose drop-off, comes first in
  /// `meetings`. Pairs are skipped if bounds prove that they are worse than a known pair or violate a limit, except for
  /// drivers who have not left: they may leave later, which invalidates the bounds.
  ///
  /// - Parameter most: the greatest value of use to the caller; worse results may be reported as infeasible.
  mutating func searchHalts(
    _ question: InsertionQuestion, _ meetings: MeetingTable, in itinerary: borrowing Itinerary,
    worth most: Int64
  ) -> InsertionResult {
    var best = InsertionResult()
    best.bindingLimit = .seats
    guard let first = meetings.firstPair else { return best }
    prepareHalts(question, itinerary)
    var question = question
    let count = halts.count
    let (start, destination) = (question.start.diversion.place, itinerary.destination)
    walking.compute(
      meetings, room: roomOnLeg, in: question.space, positions: count + 2, waits: itinerary.waits
    ) { [halts] position in
      position == 0 ? start : position <= count ? halts[position - 1].place : destination
    }
    question.latestArrival = question.driver.latestArrivalWithinLimits(leaving: itinerary.departure)
    let isBounded = !question.start.isFree
    if isBounded { prepareHaltBounds(question, meetings, itinerary) }
    let isForDrivers = question.start.vantage == .actual
    func worth(_ result: InsertionResult) -> Int64 { isForDrivers ? result.value : result.cost }
    var rank: Rank?
    if most == .max || !isBounded
      || haltBound(first.pickup, first.dropoff, question, meetings, itinerary) <= most
    {
      best = searchHalts(first.pickup, first.dropoff, &question, meetings, itinerary, worth: most)
      if best.best != nil { rank = self.rank(worth: worth(best), first.pickup, first.dropoff, meetings) }
    }
    for pickup in meetings.pickups.indices {
      if isBounded {
        let least = haltBound(pickup, nil, question, meetings, itinerary)
        guard least < .max, least <= min(rank?.value ?? .max, most) else { continue }
      }
      for dropoff in meetings.dropoffs.indices where (pickup, dropoff) != first {
        guard meetings.isPair(pickup, dropoff) else { continue }
        if isBounded {
          let least = haltBound(pickup, dropoff, question, meetings, itinerary)
          guard least < .max, least <= most else { continue }
          let other = self.rank(worth: least, pickup, dropoff, meetings)
          guard rank.map({ other < $0 }) ?? true else { continue }
        }
        let result = searchHalts(
          pickup, dropoff, &question, meetings, itinerary, worth: min(rank?.value ?? .max, most))
        guard result.best != nil else { continue }
        let other = self.rank(worth: worth(result), pickup, dropoff, meetings)
        if rank.map({ other < $0 }) ?? true { (rank, best) = (other, result) }
      }
    }
    return best
  }

  /// Finds the best stops for the points `pickup` and `dropoff`.
  ///
  /// - Parameter most: the greatest value of use to the caller, under the objective for meeting points; worse results
  ///   may be reported as infeasible.
  private mutating func searchHalts(
    _ pickup: Int, _ dropoff: Int, _ question: inout InsertionQuestion, _ meetings: MeetingTable,
    _ itinerary: borrowing Itinerary, worth most: Int64
  ) -> InsertionResult {
    take(pickup, dropoff, &question, meetings, positions: halts.count + 2)
    // Stops and points may be chosen by different objectives.
    let isOne =
      question.objective == (question.start.vantage == .actual ? question.terms.insertion.objective : .cost)
    var result = searchPreparedHalts(
      meetings.pickups[pickup].place, meetings.dropoffs[dropoff].place, question, in: itinerary,
      worth: isOne ? most : .max)
    result.best?.pickupPoint = Int32(pickup)
    result.best?.dropoffPoint = Int32(dropoff)
    return result
  }

  private func rank(worth value: Int64, _ pickup: Int, _ dropoff: Int, _ meetings: MeetingTable) -> Rank {
    Rank(
      value: value, walk: meetings.pickups[pickup].walk + meetings.dropoffs[dropoff].walk, pickup: pickup,
      dropoff: dropoff)
  }
}
