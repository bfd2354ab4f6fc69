import CarpoolScenario
import JSON5
public import Metrics
import Models
import Quantities
import Scenario
import Simulation
import Statistics
import Synthesis
public import Tables
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
    title: "VKT saved, of the requests alone",
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
  ]
}

/// The kinds of slack in a scenario.
struct SlackKinds: OptionSet, Sendable {
  let rawValue: Int

  /// Drivers who choose their departure time.
  static let flexibleDrivers = Self(rawValue: 1)
  /// Passengers with a latest arrival.
  static let flexibleRequests = Self(rawValue: 2)
  /// Passengers who submit requests before they can leave.
  static let announcedRequests = Self(rawValue: 4)
}

extension Scenario {
  /// The kinds of slack in the scenario.
  var slack: SlackKinds {
    var slack: SlackKinds = []
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

extension CarpoolTable {
  /// One row per driver with a flexible departure.
  public static let driverSlack = Table<DriverRow>(
    "driver_slack",
    "A row per driver with a flexible departure; only in scenarios with such drivers.", key: ["driver_id"],
    constant: .runID,
    columns: [
      .driver("driver_id", "The driver, by the id of the supply file.") { $0.index },
      .seconds("announce_s", "The time of the announcement.") { $0.driver.announce },
      .seconds("earliest_s", "The earliest departure.") { $0.driver.depart },
      .seconds("latest_depart_s", "The latest departure without passengers.") {
        $0.driver.depart + $0.driver.flexibility
      },
      .seconds("latest_arrive_s", "The latest arrival.", formula: "latest_depart_s + solo_s") {
        $0.driver.latestArrival
      },
      .seconds("depart_s", "The departure; empty if the driver has not departed.") { $0.record.departed },
    ])

  /// One row per request with a lead time or a latest arrival.
  public static let requestSlack = Table<RequestRow>(
    "request_slack",
    "A row per request; only in scenarios with `demand.lead_s` or `demand.flexibility_s`, or with rows whose `earliest_pickup_s` is"
      + " later than their `submit_s`.",
    key: ["request_id"], constant: .runID,
    columns: [
      .request("request_id", "The request, by the id of the demand file.") { $0.index },
      .seconds("submit_s", "The time of the announcement.") { $0.request.submit },
      .seconds("earliest_s", "The earliest departure of the party.") { $0.request.directDeparture },
      .seconds(
        "waits_from_s", "The start of the wait: for a party that requests in advance, the earliest departure."
      ) {
        $0.planned.waitsFrom
      },
      .seconds("latest_arrive_s", "The latest arrival of the party; empty without an individual limit.") {
        $0.request.latestDropoff.ifEver
      },
    ])
}

extension Feature<CarpoolRun> {
  /// The slack feature: participants have slack, or provisional pairs use it.
  static var slack: Self {
    Feature(
      ["supply", "flexibility_s"], ["demand", "flexibility_s"], ["demand", "lead_s"],
      ["matching", "batch", "commit"], isPart: { !$0.slack.isEmpty || $0.has(.provisional) },
      extras: CarpoolFigure.ofSlack)
  }

  /// The flexible-departure feature: drivers choose their departure time, set by the scenario or by a file.
  static var flexibleDrivers: Self {
    Feature(
      isPart: { $0.drivers.contains(where: \.isFlexible) },
      tables: [
        RunTable("driver_slack", CarpoolTable.driverSlack) { run, source in
          run.drivers.indices.lazy.filter { run.drivers[$0].isFlexible }.map { DriverRow($0, source) }
        }
      ])
  }

  /// The lead-time feature: requests have a lead time, set by the scenario or by a file.
  static var announcedRequests: Self {
    Feature(isPart: { $0.slack.contains(.announcedRequests) || $0.requests.contains { $0.lead > .zero } })
  }

  /// The request-slack feature: passengers have a latest arrival or a lead time.
  static var flexibleRequests: Self {
    Feature(
      isPart: { $0.slack.contains(.flexibleRequests) || $0.has(.announcedRequests) },
      tables: [
        RunTable("request_slack", CarpoolTable.requestSlack) { run, source in
          run.requests.indices.lazy.map { RequestRow($0, source) }
        }
      ])
  }
}

extension Explanation {
  /// The facts on the passenger's earliest departure and latest arrival; empty if there are none.
  var slack: [AccountFact] {
    guard
      input.lead > .zero
        || (input.latestDropoff != .never && world.scenario.slack.contains(.flexibleRequests))
    else { return [] }
    let latest = input.latestDropoff == .never ? "" : ", to be there by \(clock(input.latestDropoff))"
    return [
      AccountFact(
        "slack",
        .object([
          .init("leave_s", .number(input.directDeparture.seconds)),
          .init("latest_dropoff_s", RequestAccount.seconds(input.latestDropoff)),
        ]), ["can leave at \(clock(input.directDeparture))\(latest)"])
    ]
  }
}
