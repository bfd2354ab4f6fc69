import Assignment
public import Quantities
import Spaces
import Travellers

/// The best assignment, one request per driver, among the pairs still possible when both have been announced: the
/// optimum without foresight if nothing is decided before the day is over.
///
/// The difference to the hindsight optimum is the value of foresight; the difference to a run is the price of
/// deciding earlier and by other rules. A driver who would have left alone before the request is submitted is on
/// the road by then; such a pair counts if it counts in hindsight, so that both figures are bounds for every policy
/// with one request per driver.
public struct AnnouncedPairs: Sendable {
  /// The maximum number of requests served: exact.
  public let served: Int
  /// The maximum distance saved, metres, for any set of requests served: exact.
  public let savedMetres: Metres

  init(_ rides: SharedRides, _ drivers: [Driver], _ requests: [Request], _ spaces: DailySpaces) {
    var graph = PairGraph(columns: requests.count)
    for columns in rides.timely { graph.appendRow(columns.map { ($0, 0) }) }
    served = graph.mostPairs(capacities: Array(repeating: 1, count: drivers.count)).places.count
    let saved = zip(drivers, rides.timely).map { driver, columns in
      Self.saved(by: driver, requests, columns, spaces)
    }
    // The greatest saving costs nothing, and pairs without a saving are not made.
    let most = saved.joined().map(\.millimetres).max() ?? 0
    var worth = PairGraph(columns: requests.count)
    for row in saved { worth.appendRow(row.map { ($0.column, most - $0.millimetres) }) }
    let best = worth.leastCostAssignment(left: most)
    savedMetres = Double(Int64(best.count) * most - best.cost(in: worth)) / 1_000
  }

  /// Returns the requests of `columns` that save distance with `driver`: the solo trip minus the ways to the pickup
  /// and from the drop-off.
  private static func saved(
    by driver: Driver, _ requests: [Request], _ columns: [Int32], _ spaces: DailySpaces
  ) -> [(column: Int32, millimetres: Int64)] {
    let space = spaces.space(at: driver.depart)
    return columns.compactMap { column in
      let request = requests[Int(column)]
      // Straight-line bounds first.
      let straight =
        spaces.geometry.distance(driver.origin.position, request.origin.position)
        + spaces.geometry.distance(request.destination.position, driver.destination.position)
      guard straight < driver.solo.metres,
        let there = space.travel(from: driver.origin, to: request.origin)?.metres,
        let back = space.travel(from: request.destination, to: driver.destination)?.metres
      else { return nil }
      let saved = Int64(((driver.solo.metres - there - back) * 1_000).rounded())
      return saved > 0 ? (column, saved) : nil
    }
  }
}
