import Matching
public import Scenario
import Statistics

extension CarpoolFields {
  /// Whether any participant may have a flexible departure or a lead time.
  var hasSlack: Bool {
    mayLeaveLater
      || demand.attributes.map { $0.lead != .fixed(0) || $0.flexibility != .fixed(0) } == true
  }

  /// Whether drivers may have flexible departures.
  private var mayLeaveLater: Bool {
    if case .trips = supply, readsAnnouncements { return true }
    return supply.attributes.map { $0.flexibility != .fixed(0) || $0.leaves != nil } == true
  }

  /// Whether the trip file contains announcements, with drivers who leave as late as possible.
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
        "flexible departures cannot be combined with `\(other.path)`: \(other.why); leave it out, or leave out flexibility_s,"
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
      "flexible drivers depart as late as all promises allow, whereas `earliest_arrival` must delay nobody;"
        + " choose another objective, or fix departures",
      ["matching.insertion.objective", "matching.insertion", "matching"]
    )
  }

  /// Rejects flexible departures combined with fields that fix times.
  func checkSlack(_ checked: Checked<Scenario>, _ faults: inout Faults) {
    if hasSlack, let (sentence, fields) = obstacleToSlack { checked.conflict(sentence, fields, &faults) }
    if mayLeaveLater, let (sentence, fields) = obstacleToFreeDepartures {
      checked.conflict(sentence, fields, &faults)
    }
  }
}

extension Scenario {
  /// The time, within the departure window, at which an unmatched driver leaves.
  public enum Leaving: String, CaseIterable, Sendable {
    case earliest
    case latest
  }
}

extension Scenario.DriverAttributes {
  /// Returns the departure fields of the driver attributes at `place`.
  static func departureFields<Root>(_ place: WritableKeyPath<Root, Self>) -> [Field<Root>] {
    [
      Field(
        "flexibility_s", place.appending(path: \.flexibility), .law(), unwrittenAt: .fixed(0),
        "The driver's slack: the latest arrival is `depart_s` + solo time + this, which limits detour and postponed departure "
          + "together. It overrides the latest arrivals of `trips`; 0: fixed departures, or as recorded."
      ).idle { $1.carpool.withoutOwnTrips },
      Field(
        "leaves", place.appending(path: \.leaves), orAbsent: .oneOf,
        "When a driver without passengers to wait for departs: at the `latest` time that meets the latest arrival, or at the "
          + "`earliest` time. `null`: `latest`, but `depart_s` for drivers of a file with `latest_arrive_s` only."
      ).idle { root, scenario in
        let isInFile =
          switch scenario.carpool.supply {
          case .recorded: true
          case .trips: scenario.carpool.readsAnnouncements
          default: false
          }
        return root[keyPath: place].flexibility == .fixed(0) && !isInFile
          ? "every departure is fixed (`flexibility_s` is 0)" : nil
      },
    ]
  }
}

extension Scenario.RequestAttributes {
  /// Returns the departure and latest-arrival fields of the request attributes at `place`.
  static func departureFields<Root>(_ place: WritableKeyPath<Root, Self>) -> [Field<Root>] {
    [
      Field(
        "lead_s", place.appending(path: \.lead), .law(), unwrittenAt: .fixed(0),
        "The time from submission to the earliest pickup, from which wait limits and patience count. Rows with `earliest_pickup_s` "
          + "keep that time and their `submit_s` instead; so do the announcements of `trips` if this is 0."
      ),
      Field(
        "flexibility_s", place.appending(path: \.flexibility), .law(), unwrittenAt: .fixed(0),
        "The passenger's slack: the latest drop-off is the earliest departure + direct time + this, boarding included; 0: only the "
          + "other limits apply. Rows with `latest_dropoff_s` keep that limit; rows of `trips` do so if this is 0."
      ),
    ]
  }
}
