import Matching
import Scenario
import Statistics

extension CarpoolFields {
  /// Whether anybody may have a flexible departure, or a lead time.
  var hasSlack: Bool {
    mayLeaveLater
      || demand.attributes.map { $0.lead != .fixed(0) || $0.flexibility != .fixed(0) } == true
  }

  /// Whether fields give drivers flexible departures.
  private var mayLeaveLater: Bool {
    if case .trips = supply, readsAnnouncements { return true }
    return supply.attributes.map { $0.flexibility != .fixed(0) || $0.leaves != nil } == true
  }

  /// Whether trips are announcements, with drivers who leave as late as possible.
  package var readsAnnouncements: Bool { trips?.format == .announcements }

  /// The reason departures cannot be flexible, with the fields that cause it; nil if they can.
  package var obstacleToSlack: (sentence: String, fields: [String])? {
    let others: [(path: String, isThere: Bool, why: String)] = [
      ("board", board != nil, "a published trip has fixed times"),
      ("matching.transfer", matching.transfer != nil, "two cars meet at a fixed time"),
      ("matching.walk_m", matching.walking.reach > 0, "walking passengers set out when the offer is made"),
    ]
    return others.first(where: \.isThere).map { other in
      (
        "flexible departures cannot be combined with `\(other.path)`: \(other.why); leave out that, or flexibility_s,"
          + " leaves and lead_s", [other.path, "matching", "supply", "demand"]
      )
    }
  }

  /// The reason departures cannot be flexible under the scenario's objective, with the fields that cause it; nil if
  /// they can.
  package var obstacleToFreeDepartures: (sentence: String, fields: [String])? {
    let isLookedAt = if case .outside = matching.policy { true } else { withoutInsertion == nil }
    guard isLookedAt, matching.insertion.keepsArrivals else { return nil }
    return (
      "flexible drivers leave as late as all promises allow, whereas `earliest_arrival` must not delay anybody;"
        + " choose another objective, or fix departures",
      ["matching.insertion.objective", "matching.insertion", "matching"]
    )
  }

  /// Rejects flexible departures beside fields that fix times.
  func checkSlack(_ checked: Checked<Scenario>, _ faults: inout Faults) {
    if hasSlack, let (sentence, fields) = obstacleToSlack { checked.conflict(sentence, fields, &faults) }
    if mayLeaveLater, let (sentence, fields) = obstacleToFreeDepartures {
      checked.conflict(sentence, fields, &faults)
    }
  }
}
