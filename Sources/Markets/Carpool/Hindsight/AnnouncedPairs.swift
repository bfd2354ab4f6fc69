import Assignment
public import Quantities
import Spaces
import Travellers

/// The best that could be made of the pairs that are still possible when both are announced, a request for each driver: of what
/// nobody has to know beforehand, if nothing is decided before the day is over.
///
/// What hindsight makes more of a day is the worth of knowing beforehand; what a run makes less of it is the price of deciding
/// earlier, and by other rules. A driver who would have left alone before the request is submitted is on the road by then; that pair counts if
/// hindsight has it, so that both figures are bounds for every policy under which a driver takes one request.
public struct AnnouncedPairs: Sendable {
  /// The most requests that can be served: exact.
  public let served: Int
  /// The most metres that can be saved, whoever is served: exact.
  public let savedMetres: Metres

  init(_ rides: SharedRides, _ drivers: [Driver], _ requests: [Request], _ spaces: DailySpaces) {
    var graph = PairGraph(columns: requests.count)
    for columns in rides.timely { graph.appendRow(columns.map { ($0, 0) }) }
    served = graph.mostPairs(capacities: Array(repeating: 1, count: drivers.count)).places.count
    let saved = zip(drivers, rides.timely).map { driver, columns in
      Self.saved(by: driver, requests, columns, spaces)
    }
    // Who saves most costs nothing, and nobody is brought together who saves nothing.
    let most = saved.joined().map(\.millimetres).max() ?? 0
    var worth = PairGraph(columns: requests.count)
    for row in saved { worth.appendRow(row.map { ($0.column, most - $0.millimetres) }) }
    let best = worth.leastCostAssignment(left: most)
    savedMetres = Double(Int64(best.count) * most - best.cost(in: worth)) / 1_000
  }

  /// The requests of `columns` with which `driver` saves anything: the driver's own trip, less the ways to the pickup and from the
  /// drop-off.
  private static func saved(
    by driver: Driver, _ requests: [Request], _ columns: [Int32], _ spaces: DailySpaces
  ) -> [(column: Int32, millimetres: Int64)] {
    let space = spaces.space(at: driver.depart)
    return columns.compactMap { column in
      let request = requests[Int(column)]
      // Straight lines first.
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
