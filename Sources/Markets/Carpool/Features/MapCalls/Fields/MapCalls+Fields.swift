import Community
import Matching
import Quantities
package import Scenario

extension Scenario.MapCalls {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field("quota", \.quota, .integer(1, to: 1_000_000_000), "The calls that a day may have."),
        calls("end", \.end, "For each end that a driver or a passenger names."),
        calls("trip", \.trip, "For each trip that a driver announces."),
        calls("report", \.report, "For each route point that a car passes and reports, the origin included."),
        calls("attempt", \.attempt, "For each attempt that looks for drivers on the road."),
        calls(
          "candidate", \.candidate,
          "For each driver in an attempt who has passed the circles, the seats and the wishes, and whose detour is worked"
            + " out."),
        calls("match", \.match, "For each accepted attempt."),
        Field(
          "remembers_places", \.remembersPlaces, .boolean,
          "Whether an end that the same user has named before costs nothing."
        ).idle { calls, scenario in
          if calls.end == Calls() { return "looking an end up costs nothing (`end`)" }
          return scenario.carpool.mayKnowUsers ? nil : "every traveller is a user of their own"
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
            Field("routes", \.routes, count, "Routes."),
            Field("matrix", \.matrix, count, "Elements of a distance matrix."),
            Field("geocoding", \.geocoding, count, "Addresses looked up, either way."),
          ])), summary)
  }
}

extension CarpoolFields {
  /// Whether several travellers may be one user: by `users`, or by a file if the scenario has platform services.
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

  /// Checks that the map-service calls of the rule are known.
  func checkMapCalls(_ checked: Checked<Scenario>, _ faults: inout Faults) {
    guard let calls = mapCalls else { return }
    let field = ["results.map_calls", "results"]
    if matching.spacing == 0, calls.report != Scenario.MapCalls.Calls() {
      checked.conflict(
        "cars report all the time, which no map service can be asked about; give matching.spacing_m, or"
          + " results.map_calls.report no calls",
        ["results.map_calls.report"] + field + ["matching.spacing_m", "matching"], &faults)
    }
    let others: [(String, Bool)] = [
      ("matching.policy", matching.policy == .shipped(.insertion)),
      ("matching.transfer", matching.transfer != nil), ("matching.walk_m", matching.walking.reach > 0),
    ]
    for (name, isThere) in others where isThere {
      checked.conflict(
        "the calls of map services are counted for the rule of two circles, from door to door and with one driver;"
          + " leave out results.map_calls or \(name == "matching.policy" ? "the policy `insertion`" : name)",
        field + [name, "matching"], &faults)
    }
  }
}
