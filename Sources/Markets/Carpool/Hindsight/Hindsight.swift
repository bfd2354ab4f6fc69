import Assignment
public import Matching
public import Spaces
public import Travellers

/// The best that perfect information could make of a day: how many requests can be served by a planner who knows all of it beforehand.
///
/// Everybody says yes and nobody cancels; a driver may set out for a passenger who has not asked yet, and wait for them.
/// Reports, radii and attempts do not matter. What binds is what binds in a run: seats and luggage, wishes that are required,
/// every limit, and the patience of passengers. It is therefore at least what any policy serves.
///
/// If passengers may transfer, `several` bounds that too, and `oneEach` is what can be had without. A passenger who transfers is
/// counted with the first driver, who makes two stops for them, at the pickup and where they get off, and drives at least by the
/// pickup to the own destination; and another driver must be able to make a stop at their destination in time. Whatever else a
/// transfer takes (a place that both pass, the wait there, seats and detours of the second driver) is left out: so everything
/// that a run can do is among what is counted, and the bound holds, though no plan may come near to it.
///
///     let best = Hindsight(drivers: drivers, requests: requests, counting: { _ in true }, spaces: spaces, terms: terms)
///     best.oneEach        // 5,321 where a driver takes one request: exact
///     best.several        // no more than 8,964 where a car may take as many as fit
///
/// After the static problem of Agatz, Erera, Savelsbergh and Wang 2011, doi:10.1016/j.trb.2011.05.017.
public struct Hindsight: Sendable {
  /// The number of requests that are counted.
  public let requests: Int
  /// The number of pairs of a driver and a request that can travel together all the way.
  public let pairs: Int
  /// The most requests that can be served where each driver takes one all the way: exact.
  public let oneEach: Int
  /// No plan serves more, however many a car takes. It is a bound: for each driver the number of requests is bounded by the
  /// detour that stops leave and by the seats in the time of the trip; who is taken is shared out among drivers exactly.
  public let several: Int
  /// The best of what could still be done when both were announced; nil unless drivers take one request each, all the way, from
  /// its origin to its destination.
  public let announced: AnnouncedPairs?

  /// Works it out for those of `requests` at whose places `counts` holds; probes and refused rows never count.
  ///
  /// - Complexity: a question of the space for each pair that time and straight lines leave open; then a flow.
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
