import Assignment
public import Matching
public import Quantities
public import Spaces
public import Travellers

/// The hindsight optimum of a day: the number of requests that can be served with perfect information.
///
/// Everybody accepts and nobody cancels; a driver may set out for a passenger who has not yet submitted the request,
/// and wait there. Reports, radii and attempts play no role. The constraints are the same as in a run: seats and
/// luggage, required preferences, every limit, and passengers' patience. Therefore no policy can serve more.
///
/// If passengers may transfer, `several` includes transfers, but `oneEach` does not. A passenger who transfers is
/// counted with the first driver, who makes two stops for them, at the pickup and at the transfer, and drives at least
/// via the pickup to the destination. Another driver must be able to stop at the passenger's destination in time. All
/// other conditions of a transfer are relaxed: a common place, the wait there, and the second driver's seats and
/// detour. So the bound covers every possible run, though it may not be tight.
///
///     let best = Hindsight(drivers: drivers, requests: requests, counting: { _ in true }, spaces: spaces, terms: terms)
///     best.oneEach        // 5,321 where a driver takes one request: exact
///     best.several        // no more than 8,964 where a car may take as many as fit
///
/// This is based on the static problem of Agatz, Erera, Savelsbergh and Wang 2011, doi:10.1016/j.trb.2011.05.017.
public struct Hindsight: Sendable {
  /// The number of requests that count.
  public let requests: Int
  /// The number of driver–request pairs that can share the request's whole trip.
  public let pairs: Int
  /// The exact maximum number of requests served if each driver takes one request, for its whole trip.
  public let oneEach: Int
  /// An upper bound on the number of requests served with any number per driver. The number per driver is bounded by
  /// the detour available for stops and by seats × trip time; the assignment to drivers is exact.
  public let several: Int
  /// The best assignment among the pairs still possible once both trips have been announced; nil unless drivers take
  /// one request each, for its whole trip and without walking.
  public let announced: AnnouncedPairs?

  /// Computes the optimum for those of `requests` whose index satisfies `counts`; probes and rejected rows never count.
  ///
  /// - Complexity: one query to the space for each pair not excluded by times and straight-line bounds, followed by a
  ///   flow computation.
  public init(
    drivers: [Driver], requests: [Request], counting counts: (Int) -> Bool, spaces: DailySpaces, terms: Terms
  ) {
    let counted = requests.indices.filter {
      counts($0) && requests[$0].refusal == nil && !requests[$0].isProbe
    }
    let counting = counted.map { requests[$0] }
    let (alone, changing) = SharedRides.find(drivers, counting, spaces, terms)
    self.requests = counted.count
    pairs = alone.graph.pairs.count
    oneEach = alone.graph.mostPairs(capacities: alone.most.map { min($0, 1) }).places.count
    let all = changing ?? alone
    several = all.graph.mostPairs(capacities: all.most).places.count
    announced =
      terms.batch.riders == .one && changing == nil && terms.walking.reach == 0
      ? AnnouncedPairs(alone, drivers, counting, spaces) : nil
  }
}

/// The best assignment, with one request per driver, among the pairs still possible once both trips have been
/// announced: the optimum without foresight if all decisions could wait until the end of the day.
///
/// The gap to the hindsight optimum is the value of foresight; the gap to a run is the price of deciding earlier and by
/// other rules. A driver who would have left alone before the request is submitted is already on the road; such a pair
/// counts if it counts in hindsight. So both figures are bounds for every policy with one request per driver.
public struct AnnouncedPairs: Sendable {
  /// The exact maximum number of requests that could be served.
  public let served: Int
  /// The exact maximum distance saved, in metres, over all sets of requests served.
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

  /// Returns the requests in `columns` that save distance with `driver`, and the distance saved: the solo trip minus
  /// the distances to the pickup and from the drop-off.
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
