import JSON5
import Quantities
import Scenario

extension CarpoolFields {
  /// The fields of trips planned ahead, and of users over several days.
  static var boardFields: [Field<Self>] {
    [
      Field(
        "board", \.board, orAbsent: .object(Scenario.Board.members),
        "Trips published in advance. `null`: none."),
      Field(
        "users", \.users, orAbsent: .object(Scenario.Users.members),
        "A population that travels over several days, as sides of kind `users`. `null`: everybody travels once."
      ),
    ]
  }

  /// Checks that sides, board and users are consistent.
  static func checkBoard(_ checked: Checked<Self>, _ faults: inout Faults) {
    let fields = checked.value
    if fields.usesUsers, fields.users == nil {
      checked.conflict(
        "a side of kind `users` requires the field `users`; give it, such as {count: 1000}",
        ["supply", "demand", "users"], &faults)
    }
    if !fields.usesUsers, fields.users != nil {
      checked.conflict(
        "no side is of kind `users`, so the field `users` is not used; give supply or demand {kind: \"users\"}",
        ["users", "supply", "demand"], &faults)
    }
    if case .recorded = fields.board?.seeks {
      if case .recorded = fields.board?.offers { return }
      checked.conflict(
        "recorded bookings require recorded offers; give board.offers of kind `recorded`",
        ["board.seeks", "board.offers", "board"], &faults)
    }
  }

  /// Checks that the period equals that of the users' days.
  static func checkDays(_ checked: Checked<Scenario>, _ faults: inout Faults) {
    guard let users = checked.value.fields(of: Self.self).users else { return }
    let time = checked.value.time
    if let duration = time.duration, duration != users.period {
      let period = JSON.number(users.period.seconds).compact
      checked.conflict(
        "the \(users.days) days of `users` take \(period) s; give time.duration_s: \(period), or null",
        ["time.duration_s", "time", "users.days", "users"], &faults)
    }
    if let start = time.start, start != start.midnight {
      checked.conflict(
        "the days of `users` begin at midnight, but time.start does not; give it the time 00:00:00",
        ["time.start", "users"], &faults)
    }
  }

  private var usesUsers: Bool {
    if case .users = supply { return true }
    if case .users = demand { return true }
    return false
  }
}
