import CarpoolScenario
import Ground
import Quantities
import Scenario
import Spaces
import Statistics
import Travellers

extension PopulationMaker {
  /// Returns `factor` times as many travellers, as on another day like the recorded one: the smoothed bootstrap of
  /// a Poisson process.
  ///
  /// A row is drawn with replacement. Its destination becomes that of a row with a nearby origin, its times shift to
  /// those of a row with a similar trip, and both ends move by half the distance to their neighbours; so repeated rows
  /// differ, while the distribution of trips in space and time is preserved. All other properties of the row are kept:
  /// traits, seats, the slack of its limits. A row is drawn unchanged if it is refused, or if no change gives a
  /// possible trip. B. W. Silverman and G. A. Young, doi:10.1093/biomet/74.3.469; A. Cowling, P. Hall and M. J.
  /// Phillips, doi:10.1080/01621459.1996.10476719.
  ///
  /// - Complexity: O(n √n) for n rows, and 2,000 n distances.
  func smoothed<Traveller: MovableTraveller>(
    _ rows: [Traveller], _ drawn: [DrawnRow], _ side: Side
  ) -> [Traveller] {
    let day = RecordedDay(rows, in: territory)
    let kept = rows.filter { $0.refusal != nil }
    return drawn.map { copy in
      var draws = stream(.smoothing(side), copy.key)
      return copy.row < day.rows.count
        ? changed(copy.row, of: day, &draws) : kept[copy.row - day.rows.count]
    }
  }

  /// Returns the row at `index` with a trip drawn from those of similar rows; the row itself if none of 16 draws is
  /// possible.
  private func changed<Traveller: MovableTraveller>(
    _ index: Int, of day: RecordedDay<Traveller>, _ draws: inout KeyedGenerator
  ) -> Traveller {
    let row = day.rows[index]
    for _ in 0..<16 {
      let neighbour = day.neighbour(of: row, &draws)
      guard let origin = day.origins.moved(index, &draws),
        let destination = day.destinations.moved(neighbour, &draws)
      else { continue }
      var traveller = row
      traveller.origin = origin
      traveller.destination = destination
      traveller.shift(by: day.rows[day.fellow(of: traveller, &draws)].time - row.time)
      let trip = territory.trip(
        origin, destination, at: traveller.directDeparture, longest: carpool.input.longestTrip)
      guard trip.cause == nil else { continue }
      traveller.take(trip.travel)
      return traveller
    }
    return row
  }
}

/// A traveller read from a file who can be moved in place and time.
protocol MovableTraveller: RecordedTraveller {
  var origin: Place { get set }
  var destination: Place { get set }
  /// The time that determines membership of the period.
  var time: Milliseconds { get }
  /// The departure of the trip in the traveller's own car.
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
