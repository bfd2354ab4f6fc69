import Assignment
public import Matching
public import Quantities
public import Spaces
public import Travellers

/// The hindsight optimum of a day: the number of requests that can be served with perfect information.
///
/// Everybody accepts and nobody cancels; a driver may set out for a passenger who has not yet submitted a request,
/// and wait. Reports, radii and attempts are irrelevant. The constraints are those of a run: seats and luggage,
/// required preferences, every limit, and the patience of passengers. No policy can therefore serve more.
///
/// If passengers may transfer, `several` includes transfers, and `oneEach` excludes them. A passenger who transfers
/// is counted with the first driver, who makes two stops for them, at the pickup and at the transfer, and drives at
/// least via the pickup to the destination; another driver must be able to stop at the passenger's destination in
/// time. All other conditions of a transfer (a common place, the wait there, seats and detours of the second
/// driver) are relaxed: so every possible run is covered, and the bound holds, though it may not be tight.
///
///     let best = Hindsight(drivers: drivers, requests: requests, counting: { _ in true }, spaces: spaces, terms: terms)
///     best.oneEach        // 5,321 where a driver takes one request: exact
///     best.several        // no more than 8,964 where a car may take as many as fit
///
/// Based on the static problem of Agatz, Erera, Savelsbergh and Wang 2011, doi:10.1016/j.trb.2011.05.017.
public struct Hindsight: Sendable {
  /// The number of requests counted.
  public let requests: Int
  /// The number of pairs of a driver and a request that can share the whole trip.
  public let pairs: Int
  /// The maximum number of requests served if each driver takes one for its whole trip: exact.
  public let oneEach: Int
  /// An upper bound on the number of requests served with any number per car: the number per driver is bounded by
  /// the available detour for stops and by seats × trip time; the assignment to drivers is exact.
  public let several: Int
  /// The best assignment among pairs possible when both have been announced; nil unless drivers take one request
  /// each, for its whole trip between its own ends.
  public let announced: AnnouncedPairs?

  /// Computes the optimum for the `requests` whose index satisfies `counts`; probes and refused rows never count.
  ///
  /// - Complexity: one query to the space for each pair not excluded by times and straight lines; then a flow.
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

/// The best assignment, one request per driver, among the pairs still possible when both have been announced: the
/// optimum without foresight if nothing is decided before the day is over.
///
/// The difference to the hindsight optimum is the value of foresight; the difference to a run is the price of
/// deciding earlier and by other rules. A driver who would have left alone before the request is submitted is on
/// the road by then; such a pair counts if it counts in hindsight, so that both figures are bounds for every policy
/// with one request per driver.
public struct AnnouncedPairs: Sendable {
  /// The exact maximum number of requests that could be served.
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

  /// Returns the requests of `columns` that save distance with `driver`: the solo trip minus the distances to the
  /// pickup and from the drop-off.
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
