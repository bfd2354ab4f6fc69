import Quantities
import Statistics

/// What a row of attempts.csv holds, with values spread as a run spreads them.
struct Attempt {
  static let columns = [
    "request_id", "cycle", "attempt", "time_s", "drivers_active", "in_radius", "on_route", "with_seats",
    "with_preferences", "within_limits", "bounded_out", "evaluated", "outcome", "cause", "driver_id",
    "reported_x",
    "reported_y", "time_to_pickup_s", "detour_s", "detour_m", "binding_limit", "cost", "answered_s",
  ]
  static let outcomes = ["accepted", "declined", "no_candidate"]

  var request: Int32
  var attempt: Int32
  var time: Milliseconds
  var funnel: (active: Int32, inRadius: Int32, onRoute: Int32, seats: Int32, wishes: Int32, limits: Int32)
  var outcome: Int
  var driver: Int32
  var x: Double
  var y: Double
  var toPickup: Milliseconds
  var detour: Milliseconds
  var metres: Double
  var cost: Int64
  var answered: Milliseconds

  /// `count` rows, always the same.
  static func sample(_ count: Int) -> [Attempt] {
    var draws = KeyedGenerator(seed: 1, replication: 0, purpose: Purpose(rawValue: 1))
    return (0..<count).map { index in
      let active = draws.integer(in: 500..<5000)
      let inRadius = draws.integer(in: 0..<active / 10)
      let onRoute = draws.integer(in: 0..<inRadius + 1)
      let limits = draws.integer(in: 0..<onRoute + 1)
      let time = Milliseconds(Int64(index) * 137)
      return Attempt(
        request: Int32(index), attempt: Int32(draws.integer(in: 1..<4)), time: time,
        funnel: (
          Int32(active), Int32(inRadius), Int32(onRoute), Int32(onRoute), Int32(limits), Int32(limits)
        ),
        outcome: draws.integer(in: 0..<3), driver: Int32(draws.integer(in: 0..<50_000)),
        x: draws.uniform(in: -122.52 ... -122.35), y: draws.uniform(in: 37.7...37.82),
        toPickup: Milliseconds(Int64(draws.integer(in: 0..<900_000))),
        detour: Milliseconds(Int64(draws.integer(in: 0..<900_000))), metres: draws.uniform(in: 0...12_000),
        cost: Int64(draws.integer(in: 0..<2_000_000)), answered: time + Milliseconds(5000))
    }
  }

  /// The row by interpolation and Foundation's formats: what one writes without a thought.
  func interpolated() -> String {
    let accepted = outcome < 2
    return
      "\(request),1,\(attempt),\(fixed(time.seconds, 3)),\(funnel.active),\(funnel.inRadius),\(funnel.onRoute),"
      + "\(funnel.seats),\(funnel.wishes),\(funnel.limits),,,\(Self.outcomes[outcome]),"
      + (accepted
        ? ",\(driver),\(fixed(x, 7)),\(fixed(y, 7)),\(fixed(toPickup.seconds, 3)),\(fixed(detour.seconds, 3)),"
          + "\(fixed(metres, 1)),,\(cost),\(fixed(answered.seconds, 3))\n"
        : "none_on_route,,,,,,,,,\n")
  }

  /// `value` with `decimals` decimals by rounding and interpolation.
  private func fixed(_ value: Double, _ decimals: Int) -> String {
    let scale = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7][decimals]
    return "\((value * scale).rounded() / scale)"
  }
}
