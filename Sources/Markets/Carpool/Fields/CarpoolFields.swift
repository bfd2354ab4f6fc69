package import Community
import JSON5
import Matching
package import Quantities
package import Scenario

/// The scenario fields specific to the carpool: drivers, requests, and the rules between them.
package struct CarpoolFields: MarketFields {
  package static let market = "carpool"
  package static let sentence =
    "Passengers who request a seat at short notice in the car of a driver making their own trip."
  package static let takesPlace = true
  package static let isStandard = true
  package static let recordable = [
    "tracks", "candidates", "events", "messages", "reviews", "friendships",
  ]

  package var supply = Scenario.Supply.none
  package var demand = Scenario.Demand.none
  package var trips: Scenario.Trips?
  /// The proportion of drivers and of requests that is simulated; nil: all.
  package var sampleShare: Double?
  package var matching = Scenario.Matching()
  package var behaviour = Scenario.Behaviour()
  package var input = Scenario.Input()
  package var board: Scenario.Board?
  package var users: Scenario.Users?
  package var verification: VerificationRules?
  package var money: MoneyRules?
  package var friends: FriendRules?
  package var ratings: RatingRules?
  package var channel: ChannelRules?
  /// The emissions per vehicle kilometre, in kg CO₂.
  package var co2PerKm = 0.15
  /// Whether to compute the hindsight optimum; nil: no.
  package var hindsight: Bool?
  /// The map-service calls to count; nil: none.
  package var mapCalls: Scenario.MapCalls?

  package init() {}

  package static let whole = Scenario.members(of: Self.self, among: [market])

  package static let resultFields: [Field<Self>] = [
    Field(
      "co2_kg_per_km", \.co2PerKm, .number(.from(0, to: 100), "kg/km"),
      "The CO₂ emissions per vehicle kilometre."),
    Field(
      "hindsight", \.hindsight, orAbsent: .boolean,
      "Whether to compute the perfect-information optimum of served requests and the gap between it and the"
        + " policy."),
    Field(
      "map_calls", \.mapCalls, orAbsent: .object(Scenario.MapCalls.members),
      "The operator's calls to paid map services, counted per day against a quota; the members give the number of calls"
        + " per event. `null`: not counted."),
  ]

  package static let members = Members(
    Self(),
    [
      Field("supply", \.supply, Scenario.Supply.shape, isRequired: true, "The source of drivers."),
      Field("demand", \.demand, Scenario.Demand.shape, isRequired: true, "The source of requests."),
      Field(
        "trips", \.trips, orNull: .object(Scenario.Trips.members),
        "Recorded trips that become drivers and requests; required if a side is of kind `trips`."
      ).idle("no side is of kind `trips`") { !$0.usesTrips },
      Field(
        "sample_share", \.sampleShare, orAbsent: .number(Interval(lower: 0, upper: 1, includesLower: false)),
        "The share of drivers and requests included in the run. They are sampled by id, so that smaller samples are subsets of "
          + "larger ones. `null`: all."
      ).idle("nobody travels (both sides are of kind `none`)") { $0.supply == .none && $0.demand == .none },
      Field(
        "matching", \.matching, .object(Scenario.Matching.members), "The matching of requests and drivers."),
      Field(
        "behaviour", \.behaviour, .object(Scenario.Behaviour.members),
        "The behaviour of drivers and passengers."),
      Field("input", \.input, .object(Scenario.Input.members), "The limits on accepted input."),
    ] + boardFields + communityFields,
    check: { checked, faults in
      checkBoard(checked, &faults)
      checkSample(checked, &faults)
      if checked.value.usesTrips, checked.value.trips == nil {
        checked.conflict(
          "a side of kind `trips` requires the field `trips`; give it, such as {file: \"trips.csv\"}",
          ["supply", "demand", "trips"], &faults)
      }
    })

  /// The fields for the platform services.
  private static var communityFields: [Field<Self>] {
    [
      .verification(
        \.verification,
        "Identity checks: only verified users may request rides or receive offers. `null`: no checks."),
      Field(
        "money", \.money, orAbsent: MoneyRules.shape(friends: \.carpool.friends),
        "Ride prices and payment. `null`: rides are free."),
      Field(
        "friends", \.friends, orAbsent: .object(FriendRules.members),
        "The friendship network, and the preference for riding with friends. `null`: none."),
      Field(
        "ratings", \.ratings, orAbsent: .object(RatingRules.members),
        "Ratings after rides and their effects. `null`: none."),
      .channel(
        \.channel,
        "The delivery of messages between the service and the phones. `null`: instantaneous and reliable."),
    ]
  }

  package static func check(_ checked: Checked<Scenario>, _ faults: inout Faults) {
    checkDays(checked, &faults)
    let fields = checked.value.fields(of: Self.self)
    if fields.money?.price == .recorded, !fields.readsRequests {
      checked.conflict(
        "a price of kind `recorded` is read from the request file; give a demand of kind `recorded`",
        ["money.price", "money", "demand"], &faults)
    }
    fields.checkRecord(checked, &faults)
    fields.checkTransfer(checked, &faults)
    fields.checkStops(checked, &faults)
    fields.checkSlack(checked, &faults)
    fields.checkCommitment(checked, &faults)
    fields.checkRoles(checked, &faults)
    fields.checkMapCalls(checked, &faults)
    fields.checkChoice(checked, &faults)
    checkMatrices(checked, &faults)
    fields.checkWaiting(checked, &faults)
    if checked.value.space.isOpen, let sentence = fields.matching.gridFault {
      checked.conflict(sentence, ["matching.walk_grid_m", "matching.walk_m", "matching"], &faults)
    }
    if let window = fields.matching.batch?.window, let patience = fields.behaviour.patience, window > patience
    {
      checked.conflict(
        "the window exceeds the passengers' patience; give at most the \(JSON.number(patience.seconds).compact) s of"
          + " behaviour.patience_s", ["matching.batch.window_s", "matching.batch", "behaviour.patience_s"],
        &faults)
    }
    if fields.hindsight == true, fields.board != nil {
      checked.conflict(
        "the perfect-information optimum is not available for trips planned ahead; leave out `results.hindsight` or"
          + " `board`", ["results.hindsight", "results", "board"], &faults)
    }
    if checked.value.fields(of: Self.self).drawsArrivals, checked.value.time.duration == nil {
      checked.conflict(
        "a side of kind `synthetic` requires a duration; give time.duration_s a number",
        ["time.duration_s", "time", "supply", "demand"], &faults)
    }
  }

  /// Rejects sampling of travellers on whom others depend.
  private static func checkSample(_ checked: Checked<Self>, _ faults: inout Faults) {
    guard checked.value.sampleShare != nil else { return }
    if checked.value.users != nil {
      checked.conflict(
        "`users` cannot be sampled by sample_share; reduce users.count instead",
        ["sample_share", "users"], &faults)
    }
    if checked.value.board != nil {
      checked.conflict(
        "`board` has separate trips, which cannot be sampled; leave out sample_share or `board`",
        ["sample_share", "board"], &faults)
    }
  }

  /// Checks that the requested optional tables would not be empty.
  private func checkRecord(_ checked: Checked<Scenario>, _ faults: inout Faults) {
    let services = [
      ("messages", "channel", channel != nil), ("reviews", "ratings", ratings != nil),
      ("friendships", "friends", friends != nil),
    ]
    for (table, member, isThere) in services
    where !isThere && checked.value.results.record.contains(table) {
      checked.conflict(
        "\(table).csv would be empty, because the scenario has no `\(member)`; give `\(member)`, such as {}, or leave"
          + " `\(table)` out", ["results.record", "results", member], &faults)
    }
  }

  var readsRequests: Bool { if case .recorded = demand { true } else { false } }

  private var usesTrips: Bool {
    if case .trips = supply { return true }
    if case .trips = demand { return true }
    return false
  }

  private var drawsArrivals: Bool {
    if case .synthetic = supply { return true }
    if case .synthetic = demand { return true }
    return false
  }
}

extension CarpoolFields {
  /// Returns the end of the stationary period; nil if there is none. There is one if nobody plans ahead, drivers and
  /// requests are both drawn at a constant rate (no matrix, and no `profile` or one of equal weights), and travel times
  /// are the same at all hours (no `time_profile`). It ends with the duration or the horizon. If drivers are announced
  /// before their departure (`announce_before_s`), it ends earlier by that time, because no drivers are announced in
  /// the last span of this length.
  package func stationaryPeriod(in scenario: Scenario) -> Milliseconds? {
    let time = scenario.time
    guard board == nil, case .synthetic(let drivers) = supply, case .synthetic(let requests) = demand,
      let duration = time.duration, drivers.arrivals.isConstant(over: duration),
      requests.arrivals.isConstant(over: duration), drivers.od.matrix == nil, requests.od.matrix == nil,
      !scenario.space.changesOverTheDay
    else { return nil }
    var end = min(duration - drivers.attributes.announceBefore, time.horizon ?? duration)
    if case .stays(let stays) = drivers.od {
      // Waiting cars that arrive one by one and stay accumulate.
      guard stays.depart == .zero else { return nil }
      end = min(stays.end ?? .never, time.horizon ?? duration, duration)
    }
    return end > .zero ? end : nil
  }
}
