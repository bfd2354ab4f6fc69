import Community
import Matching
import Quantities
public import Scenario

extension Scenario.MapCalls {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field("quota", \.quota, .integer(1, to: 1_000_000_000), "The daily quota of calls."),
        calls("end", \.end, "The calls per trip end entered by a driver or passenger."),
        calls("trip", \.trip, "The calls per trip announced by a driver."),
        calls("report", \.report, "The calls per reported route point, including the origin."),
        calls("attempt", \.attempt, "The calls per matching attempt."),
        calls(
          "candidate", \.candidate,
          "The calls per driver whose detour an attempt computes: those who satisfy the two circles, the seats and the"
            + " wishes."),
        calls("match", \.match, "The calls per accepted attempt."),
        Field(
          "remembers_places", \.remembersPlaces, .boolean,
          "Whether a trip end that the same user has entered before requires no calls."
        ).idle { calls, scenario in
          if calls.end == Calls() { return "trip ends require no calls (`end`)" }
          return scenario.carpool.mayKnowUsers ? nil : "every traveller is a separate user"
        },
      ])
  }

  private static func calls(
    _ name: String, _ place: WritableKeyPath<Self, Calls>, _ summary: String
  ) -> Field<Self> {
    let count = Shape<Int>.integer(0, to: 1_000)
    return Field(
      name, place,
      .object(
        Members(
          Self()[keyPath: place],
          [
            Field("routes", \.routes, count, "The number of routes."),
            Field("matrix", \.matrix, count, "The number of elements of a distance matrix."),
            Field("geocoding", \.geocoding, count, "The number of addresses geocoded, in either direction."),
          ])), summary)
  }
}

extension CarpoolFields {
  /// Whether several travellers may be the same user: through `users`, or through a file if the scenario has platform
  /// services.
  fileprivate var mayKnowUsers: Bool {
    if users != nil { return true }
    guard verification != nil || money != nil || friends != nil || ratings != nil || channel != nil else {
      return false
    }
    if case .recorded = supply { return true }
    if case .recorded = demand { return true }
    if case .recorded = board?.offers { return true }
    if case .recorded = board?.seeks { return true }
    return false
  }

  /// Rejects map-service calls whose number would be infinite, or undefined under the scenario's matching rules.
  func checkMapCalls(_ checked: Checked<Scenario>, _ faults: inout Faults) {
    guard let calls = mapCalls else { return }
    let field = ["results.map_calls", "results"]
    if matching.spacing == 0, calls.report != Scenario.MapCalls.Calls() {
      checked.conflict(
        "cars report continuously, so the number of calls is not finite; give matching.spacing_m, or set"
          + " results.map_calls.report to no calls",
        ["results.map_calls.report"] + field + ["matching.spacing_m", "matching"], &faults)
    }
    let others: [(String, Bool)] = [
      ("matching.policy", matching.policy == .shipped(.insertion)),
      ("matching.transfer", matching.transfer != nil), ("matching.walk_m", matching.walking.reach > 0),
    ]
    for (name, isThere) in others where isThere {
      checked.conflict(
        "map-service calls are counted only for the two-circle rule, door to door, with one driver;"
          + " leave out results.map_calls or \(name == "matching.policy" ? "the policy `insertion`" : name)",
        field + [name, "matching"], &faults)
    }
  }
}

extension Scenario {
  /// The calls to paid map services that an operator without its own network would make, by occasion.
  public struct MapCalls: Equatable, Sendable {
    /// The daily quota of calls.
    public var quota = 28_000
    /// The calls per trip end entered by a driver or a passenger, for geocoding it.
    public var end = Calls(geocoding: 1)
    /// The calls per trip announced by a driver, for its route.
    public var trip = Calls(routes: 1)
    /// The calls per route point that a car passes and reports, for its address.
    public var report = Calls(geocoding: 1)
    /// The calls per attempt, for the passenger's direct route.
    public var attempt = Calls(routes: 1)
    /// The calls per driver evaluated in an attempt, for the routes to the pickup and from the drop-off.
    public var candidate = Calls(matrix: 2)
    /// The calls per match, for the driver's new route.
    public var match = Calls(routes: 1)
    /// Whether a trip end is looked up only once per user.
    public var remembersPlaces = false

    public init() {}

    /// The number of calls of each kind.
    public struct Calls: Equatable, Sendable {
      public var routes = 0
      /// The number of elements of distance matrices.
      public var matrix = 0
      public var geocoding = 0

      public init(routes: Int = 0, matrix: Int = 0, geocoding: Int = 0) {
        (self.routes, self.matrix, self.geocoding) = (routes, matrix, geocoding)
      }

      public var all: Int { routes + matrix + geocoding }

      public static func += (sum: inout Self, calls: Self) {
        sum.routes += calls.routes
        sum.matrix += calls.matrix
        sum.geocoding += calls.geocoding
      }

      public static func * (count: Int, calls: Self) -> Self {
        Self(routes: count * calls.routes, matrix: count * calls.matrix, geocoding: count * calls.geocoding)
      }
    }
  }
}
