public import Board
import Quantities
import Spaces
import Travellers

/// The reference for the board: a scan of every stop of every trip of a country, in the order of the trips, with
/// one list per property.
public struct CountryScan {
  private let country: Country
  /// By stop: its time, its position, and its trip.
  private var times: [Milliseconds] = []
  private var positions: [Position] = []
  private var drivers: [DriverIndex] = []
  /// By stop: the free seats to the next one; unused for the last one of a trip.
  private var seats: [Int16] = []
  /// By trip: the index of its first stop.
  private var starts: [Int] = []

  /// Prepares the lists.
  public init(_ country: Country) {
    self.country = country
    for (driver, trip) in country.trips.enumerated() {
      starts.append(times.count)
      times += trip.stops.map(\.time)
      positions += trip.stops.map(\.place.position)
      drivers += trip.stops.map { _ in DriverIndex(driver) }
      seats += country.free[driver] + [0]
    }
  }

  /// Returns the best candidate for `query`.
  public func winner(_ query: BoardQuery) -> BoardCandidate? {
    let access = Geometry.plane.squaredReach(query.access)
    var best: BoardCandidate?
    for stop in times.indices where times[stop] >= query.earliest && times[stop] <= query.latest {
      guard (positions[stop] - query.origin).squaredLength <= access else { continue }
      var next = stop
      while seats[next] >= query.partySize {
        next += 1
        guard let candidate = candidate(query, from: stop, to: next) else { continue }
        if candidate.score < best?.score ?? .max { best = candidate }
      }
    }
    return best
  }

  /// Returns the candidate between two stops of a trip, if the second is within reach and the seat within the
  /// budget.
  private func candidate(_ query: BoardQuery, from start: Int, to end: Int) -> BoardCandidate? {
    let driver = drivers[start]
    let (from, to) = (start - starts[Int(driver)], end - starts[Int(driver)])
    let price = country.trips[Int(driver)].price(from: from, to: to)
    guard price <= query.means, Geometry.plane.isWithin(query.egress, positions[end], query.destination)
    else {
      return nil
    }
    let walkToStop = Geometry.plane.distance(query.origin, positions[start])
    let walkFromStop = Geometry.plane.distance(positions[end], query.destination)
    let shift = times[start] - query.earliest
    let score = country.rules.score(
      price: price, shift: shift,
      walking: country.rules.walkingTime(walkToStop) + country.rules.walkingTime(walkFromStop),
      milliStars: country.ratings[Int(driver)], agreement: 1)
    return BoardCandidate(
      driver: driver, from: from, to: to, price: price, walkToStop: walkToStop, walkFromStop: walkFromStop,
      shift: shift, agreement: 1, score: score)
  }
}
