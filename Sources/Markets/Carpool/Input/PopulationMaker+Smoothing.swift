import CarpoolScenario
import Ground
import Quantities
import Scenario
import Spaces
import Statistics
import Travellers

extension PopulationMaker {
  /// Returns, on average, `factor` times as many travellers as recorded, like those of another similar day: the
  /// smoothed bootstrap of a Poisson process.
  ///
  /// Rows are drawn with replacement. A drawn row gets the destination of a row with a nearby origin, and its times are
  /// shifted to those of a row with a similar trip. Both trip ends are then displaced by about half the distance to
  /// their neighbours. Repeated rows thus differ, while the distribution of trips in space and time is preserved. All
  /// other properties of the row are kept: traits, seats, the slack of its limits. A row remains unchanged if it is
  /// refused, or if no change yields a possible trip. B. W. Silverman and G. A. Young, doi:10.1093/biomet/74.3.469; A.
  /// Cowling, P. Hall and M. J. Phillips, doi:10.1080/01621459.1996.10476719.
  ///
  /// - Complexity: O(n √n) for n rows, plus 2,000 n distance computations.
  func smoothed<Traveller: MovableTraveller>(
    _ rows: [Traveller], _ drawn: [DrawnRow], _ side: Side
  ) -> [Traveller] {
    let present = rows.filter { $0.refusal == nil }
    let kept = rows.filter { $0.refusal != nil }
    let day = RecordedDay(
      present.map { RecordedDay.Trip(origin: $0.origin, destination: $0.destination, time: $0.time) },
      in: territory)
    return drawn.map { copy in
      guard copy.row < present.count else { return kept[copy.row - present.count] }
      var traveller = present[copy.row]
      var draws = stream(.smoothing(side), copy.key)
      let change = change(of: copy.row, of: day, &draws) { span in
        var shifted = traveller
        shifted.shift(by: span)
        return shifted.directDeparture
      }
      guard let change else { return traveller }
      traveller.origin = change.origin
      traveller.destination = change.destination
      traveller.shift(by: change.span)
      traveller.take(change.travel)
      return traveller
    }
  }

  /// The new trip of a recorded row: its ends, the shift of all its times, and the direct travel.
  private struct Change {
    var origin: Place
    var destination: Place
    var span: Milliseconds
    var travel: Travel
  }

  /// Returns a trip for the row at `index`, drawn from those of similar rows; nil if 16 draws yield no possible trip.
  ///
  /// - Parameter departure: returns the departure of the direct trip after a shift of all times by the given span.
  private func change(
    of index: Int, of day: RecordedDay, _ draws: inout KeyedGenerator,
    departure: (Milliseconds) -> Milliseconds
  ) -> Change? {
    let row = day.trips[index]
    for _ in 0..<16 {
      let neighbour = day.neighbour(of: row.origin, &draws)
      guard let origin = day.origins.moved(index, &draws),
        let destination = day.destinations.moved(neighbour, &draws)
      else { continue }
      let span = day.trips[day.fellow(of: origin, destination, &draws)].time - row.time
      let trip = territory.trip(
        origin, destination, at: departure(span), longest: carpool.input.longestTrip)
      guard trip.cause == nil else { continue }
      return Change(origin: origin, destination: destination, span: span, travel: trip.travel)
    }
    return nil
  }
}

/// A traveller read from a file whose places and times can be changed.
protocol MovableTraveller: RecordedTraveller {
  var origin: Place { get set }
  var destination: Place { get set }
  /// The time that must lie within the simulated period.
  var time: Milliseconds { get }
  /// The departure of a direct trip in the traveller's own car.
  var directDeparture: Milliseconds { get }
  var refusal: Cause? { get }
  /// Sets `travel` as the direct trip, preserving the slack of the limits.
  mutating func take(_ travel: Travel)
}

extension Driver: MovableTraveller {
  var time: Milliseconds { depart }
  var directDeparture: Milliseconds { depart }

  mutating func take(_ travel: Travel) {
    if latestArrival != .never { latestArrival += travel.duration - solo.duration }
    solo = travel
  }
}

extension Request: MovableTraveller {
  var time: Milliseconds { submit }

  mutating func take(_ travel: Travel) {
    let more = travel.duration - direct.duration
    if latestDropoff != .never { latestDropoff += more }
    if earliestDropoff != .zero { earliestDropoff = max(.zero, earliestDropoff + more) }
    if maxRide != .never { maxRide += more }
    direct = travel
  }
}

extension Known: MovableTraveller where Traveller: MovableTraveller {
  var origin: Place {
    get { traveller.origin }
    set { traveller.origin = newValue }
  }
  var destination: Place {
    get { traveller.destination }
    set { traveller.destination = newValue }
  }
  var time: Milliseconds { traveller.time }
  var directDeparture: Milliseconds { traveller.directDeparture }
  var refusal: Cause? { traveller.refusal }

  mutating func take(_ travel: Travel) { traveller.take(travel) }
}
