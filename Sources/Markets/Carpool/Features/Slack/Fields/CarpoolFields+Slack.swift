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
      ("board", board != nil, "a published trip has times of its own"),
      ("matching.transfer", matching.transfer != nil, "two cars meet at a fixed time"),
      ("matching.walk_m", matching.walking.reach > 0, "a passenger who walks sets out with the offer"),
    ]
    return others.first(where: \.isThere).map { other in
      (
        "departures that may move cannot be had together with `\(other.path)`: \(other.why); leave out that, or flexibility_s,"
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
      "drivers who may leave later leave as late as every promise allows, and under `earliest_arrival` nobody is to come later;"
        + " take another objective, or fix departures",
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
