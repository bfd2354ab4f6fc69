import CarpoolScenario
public import Metrics
import Quantities
import Scenario
import Simulation
import Statistics
import Tables
import Travellers

extension Metric.Population {
  static let participants = Self(
    "participants",
    "Settled requests submitted from the warm-up's end on, and drivers that arrived, over the whole run; only with slack."
  )
}

extension Metric {
  public static let participantsMatched = Metric(
    "participants_matched_ratio", .ratio, over: .participants, better: .higherIsBetter,
    "Settled requests that were served and drivers that arrived and served any ÷ all settled requests and arrived drivers.",
    elsewhere: "The success rate of Stiglic and others (doi:10.1016/j.tre.2016.04.010).")

  public static let savedOfRequests = Metric(
    "vkt_saved_of_requests_ratio", .ratio, over: .vehicles, better: .higherIsBetter,
    "vkt_saved_km ÷ the direct kilometres of the requests alone; vkt_saved_ratio also includes the drivers' solo kilometres."
  )

  public static let knownBefore = Metric(
    "known_before_s", .seconds, over: .settled, better: .higherIsBetter, isDistribution: true,
    "pickup_s − match_s: the notice of the driver before the pickup.")
}

extension CarpoolFigure {
  static let ofSlack = [
    Self(
      .participantsMatched,
      .number { RunTotals.share($0.outcomes[.served] + $0.sharing, of: $0.participants) }),
    Self(.savedOfRequests, .number { RunTotals.quotient($0.savedMetres, $0.directMetres) }),
    Self(
      .knownBefore,
      .ofRequests { of in
        of.record.pickup.flatMap { pickup in of.record.match.map { (pickup - $0.time).seconds } }
      }),
  ].map { $0.needing([.flexibleDrivers, .flexibleRequests, .announcedRequests, .provisional]) }
}

extension Scenario {
  /// The features of slack in the scenario.
  var slack: Set<CarpoolFeature> {
    var slack: Set<CarpoolFeature> = []
    if case .trips = supply, carpool.readsAnnouncements { slack.insert(.flexibleDrivers) }
    if case .trips = demand, carpool.readsAnnouncements {
      slack.formUnion([.flexibleRequests, .announcedRequests])
    }
    if let drivers = supply.attributes, drivers.flexibility != .fixed(0) { slack.insert(.flexibleDrivers) }
    if let requests = demand.attributes {
      if requests.flexibility != .fixed(0) { slack.insert(.flexibleRequests) }
      if requests.lead != .fixed(0) { slack.insert(.announcedRequests) }
    }
    return slack
  }
}
