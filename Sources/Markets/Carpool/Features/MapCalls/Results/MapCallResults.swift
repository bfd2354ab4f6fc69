public import CarpoolScenario
import Community
import Lifecycle
import Matching
public import Metrics
import Models
public import Quantities
public import Scenario
import Simulation
import Spaces
import Statistics
public import Tables
import Travellers

extension Metric {
  public static let mapCalls = Metric(
    "map_calls_per_day", .count, over: .days, better: .lowerIsBetter, isDistribution: true,
    "Map-service calls per day: routes, distance-matrix elements and geocoded addresses.")

  public static let mapRoutes = Metric(
    "map_routes", .count, over: .days, better: .lowerIsBetter, isDistribution: true,
    "Routes requested per day.")

  public static let mapMatrix = Metric(
    "map_matrix", .count, over: .days, better: .lowerIsBetter, isDistribution: true,
    "Distance-matrix elements requested per day.")

  public static let mapGeocoding = Metric(
    "map_geocoding", .count, over: .days, better: .lowerIsBetter, isDistribution: true,
    "Addresses geocoded per day.")

  public static let mapQuotaRatio = Metric(
    "map_quota_ratio", .ratio, over: .days, better: .lowerIsBetter, isShare: false,
    "The maximum number of calls per day ÷ the daily quota; above 1, the quota is exceeded.")
}

extension CarpoolFigure {
  static let ofMapCalls = [
    Self(.mapCalls, .sample { $0.mapCallDays.map { Double($0.calls.all) } }),
    Self(.mapRoutes, .sample { $0.mapCallDays.map { Double($0.calls.routes) } }),
    Self(.mapMatrix, .sample { $0.mapCallDays.map { Double($0.calls.matrix) } }),
    Self(.mapGeocoding, .sample { $0.mapCallDays.map { Double($0.calls.geocoding) } }),
    Self(
      .mapQuotaRatio,
      .number { $0.mapCallDays.map { Double($0.calls.all) / Double($0.quota) }.max() }),
  ]
}

/// The map-service calls of one day.
public struct MapCallDay: Sendable {
  /// The number of the day, starting at 1; days run from midnight to midnight if the scenario states the time of second
  /// 0.
  public var day: Int
  public var calls = Scenario.MapCalls.Calls()
  public var quota: Int

  public var overQuota: Int { max(0, calls.all - quota) }
}

/// The rules for counting map-service calls.
public struct MapCallRules: Sendable {
  public var calls: Scenario.MapCalls
  /// The distance between route points, in metres.
  public var spacing: Metres
  /// The time from midnight to second 0.
  public var begin: Milliseconds
}

extension CarpoolRun {
  /// The map-service calls that the run would have made, by day; empty if they are not counted.
  ///
  /// A driver's position reports are counted on the day of departure, all other calls when they occur.
  ///
  /// - Complexity: one pass over requests, drivers and attempts; if places are remembered, trip ends are also sorted by
  ///   time.
  public var mapCallDays: [MapCallDay] {
    guard let rules = mapCalls else { return [] }
    let length = Scenario.Users.day.rawValue
    func day(_ time: Milliseconds) -> Int { Int((max(.zero, time) + rules.begin).rawValue / length) }
    var days = (0...day(records.end)).map { MapCallDay(day: $0 + 1, quota: rules.calls.quota) }
    func add(_ count: Int, _ calls: Scenario.MapCalls.Calls, at time: Milliseconds) {
      days[min(day(time), days.count - 1)].calls += count * calls
    }
    for end in namedEnds(rules.calls) { add(1, rules.calls.end, at: end) }
    for row in drivers.indices where hasAnnounced(row) {
      let depart = drivers[row].depart
      add(1, rules.calls.trip, at: depart)
      guard rules.spacing > 0, depart <= records.end else { continue }
      add(1 + Int(records.drivers[row].drivenMetres / rules.spacing), rules.calls.report, at: depart)
    }
    for attempt in records.attempts where !requests[Int(attempt.request)].isProbe {
      if attempt.outcome == .accepted { add(1, rules.calls.match, at: attempt.answered) }
      let candidates = attempt.left(after: .preferences)
      guard candidates != Funnel.notComputed else { continue }
      add(1, rules.calls.attempt, at: attempt.time)
      add(Int(candidates), rules.calls.candidate, at: attempt.time)
    }
    return days
  }

  /// Returns whether the driver at `row` announced the trip to the service; false if they had already left the service.
  private func hasAnnounced(_ row: Int) -> Bool {
    guard records.drivers[row].outcome != .refusedInput else { return false }
    guard let society = records.society else { return true }
    return (society.left[Int(society.setup.ofDriver[row])] ?? .never) > drivers[row].depart
  }

  /// Returns the entry times of the trip ends that had to be geocoded.
  private func namedEnds(_ calls: Scenario.MapCalls) -> [Milliseconds] {
    var ends: [(time: Milliseconds, user: UserIndex, place: Place)] = []
    let society = records.society?.setup
    for row in drivers.indices where hasAnnounced(row) {
      let user = society?.ofDriver[row] ?? .none
      for place in drivers[row].waits
        ? [drivers[row].origin] : [drivers[row].origin, drivers[row].destination]
      {
        ends.append((drivers[row].depart, user, place))
      }
    }
    for row in requests.indices {
      let role = role(ofRequest: row)
      guard role == .settled || role == .inProgress else { continue }
      let user = society?.ofRequest[row] ?? .none
      for place in [requests[row].origin, requests[row].destination] {
        ends.append((requests[row].submit, user, place))
      }
    }
    guard calls.remembersPlaces, society != nil else { return ends.map(\.time) }
    var known: [UserIndex: Set<Place>] = [:]
    // The ends of one user at one time are the same in any order.
    ends.order { $0.time < $1.time }
    return ends.filter { known[$0.user, default: []].insert($0.place).inserted }.map(\.time)
  }
}

extension CarpoolTable {
  /// One row per day with its map-service calls.
  public static let mapCalls = Table<MapCallDay>(
    "map_calls",
    "A row per day with the operator's map-service calls; only in scenarios with"
      + " `results.map_calls`.",
    key: ["day"], constant: .runID,
    columns: [
      .count("day", "The day, counted from 1; from midnight if `time.start` is set, otherwise from second 0.")
      {
        $0.day
      },
      .count("routes", "The number of routes requested.") { $0.calls.routes },
      .count("matrix", "The number of distance-matrix elements requested.") { $0.calls.matrix },
      .count("geocoding", "The number of addresses geocoded.") { $0.calls.geocoding },
      .count("calls", "The total number of calls.", formula: "routes + matrix + geocoding") { $0.calls.all },
      .count("over_quota", "Calls beyond the quota of the day.", formula: "max(0, calls − quota)") {
        $0.overQuota
      },
    ])
}

extension Feature<CarpoolRun> {
  /// The map-call feature: calls of map services are counted.
  static var mapCalls: Self {
    Feature(
      ["results", "map_calls"], isPart: { $0.mapCalls != nil },
      tables: [RunTable("map_calls", CarpoolTable.mapCalls) { $0.mapCallDays }],
      extras: CarpoolFigure.ofMapCalls,
      summary: { _, figures in [Placed(.init("map calls", figures.callsPerDay), after: nil)] })
  }
}

extension Figures {
  fileprivate var callsPerDay: String? {
    guard let mean = self[.mapCalls, .mean], let routes = self[.mapRoutes, .mean],
      let matrix = self[.mapMatrix, .mean], let geocoding = self[.mapGeocoding, .mean],
      let ratio = self[.mapQuotaRatio]
    else { return nil }
    func count(_ value: Double) -> String { Words.grouped(value, decimals: 0) }
    return SummaryText.joined([
      "\(count(mean)) a day", "\(count(routes)) routes", "\(count(matrix)) matrix elements",
      "\(count(geocoding)) addresses", "\(Words.fixed(ratio, 2)) of the quota on the busiest day",
    ])
  }
}
