import Quantities
import Spaces
import Travellers

extension InsertionSearch {
  /// Finds the best pair of meeting points, and of stops between them, over all pairs, if stops are shared.
  ///
  /// Ties go to the pair with less walking, then to the one whose pickup, then whose drop-off, comes first in
  /// `meetings`. Bounds from single stops do not hold: a passenger who joins a stop of the car may cause no delay.
  mutating func searchHalts(
    _ question: InsertionQuestion, _ meetings: MeetingTable, in itinerary: borrowing Itinerary
  ) -> InsertionResult {
    var best = InsertionResult()
    best.bindingLimit = .seats
    guard let first = meetings.firstPair else { return best }
    prepareHalts(question, itinerary)
    var question = question
    let count = halts.count
    let places = (0...(count + 1)).map { place(ofHalt: $0, question, itinerary) }
    walking.compute(
      meetings, room: roomOnLeg, in: question.space, positions: count + 2, waits: itinerary.waits
    ) { places[$0] }
    let isForDrivers = question.start.vantage == .actual
    var rank = Rank(value: .max, walk: .zero, pickup: 0, dropoff: 0)
    for (pickup, start) in meetings.pickups.enumerated() {
      for (dropoff, end) in meetings.dropoffs.enumerated() where meetings.isPair(pickup, dropoff) {
        take(pickup, dropoff, &question, meetings, positions: count + 2)
        var result = searchPreparedHalts(start.place, end.place, question, in: itinerary)
        if (pickup, dropoff) == first { best = result }
        guard result.best != nil else { continue }
        result.best?.pickupPoint = Int32(pickup)
        result.best?.dropoffPoint = Int32(dropoff)
        let other = Rank(
          value: isForDrivers ? result.value : result.cost, walk: start.walk + end.walk, pickup: pickup,
          dropoff: dropoff)
        if best.best == nil || other < rank { (rank, best) = (other, result) }
      }
    }
    return best
  }
}
