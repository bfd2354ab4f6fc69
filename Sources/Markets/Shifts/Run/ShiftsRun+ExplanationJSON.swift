import JSON5
import Lifecycle
import Models
import Quantities

extension ShiftsRun {
  /// The figures of the explanation of `ask` for programs, called as in the tables.
  func members(of ask: AskIndex) -> [JSON.Member] {
    let record = records.lifecycle.asks[ask]
    let input = festival.asks[ask]
    let volunteer = festival.volunteers[input.volunteer]
    let slot = festival.programme.slots[input.slot]
    let wishes = input.wishes.map { json(festival.wishes[Int($0)]) }
    let attempts = records.lifecycle.attempts.filter { $0.ask == ask }
    return AskAccount.members(outcome: record.outcome, cause: record.cause, submitted: volunteer.signUp) + [
      .init("volunteer_id", .text(names.text(of: volunteer.id))),
      .init("flexible", .boolean(volunteer.isFlexible)),
      .init("max_shifts", AskAccount.integer(volunteer.maxShifts == .max ? nil : volunteer.maxShifts)),
      .init("slot", .text(slot.name)), .init("begin_s", .number(slot.begin.seconds)),
      .init("end_s", .number(slot.end.seconds)), .init("wishes", .list(wishes)),
      .init("place", place(of: ask)), .init("attempts", .list(attempts.map(json))),
    ]
  }

  /// The place that the volunteer has at the end; null for none.
  private func place(of ask: AskIndex) -> JSON {
    let record = records.lifecycle.asks[ask]
    guard record.section != .none else { return .null }
    let words = words(record.section)
    return .object([
      .init("post", .text(words.post)), .init("zone", AskAccount.text(words.zone)),
      .init("rank", AskAccount.integer(rank(of: ask))),
      .init("confirmed_s", AskAccount.seconds(record.confirmed)),
      .init("assigned", .boolean(record.wasAssigned)), .init("moves", .integer(Int128(record.moves))),
    ])
  }

  /// A post, and the zone where one is named.
  private func json(_ wish: Wish) -> JSON {
    let programme = festival.programme
    return .object([
      .init("post", .text(programme.posts[programme.shifts[wish.shift].post].name)),
      .init("zone", AskAccount.text(wish.section == .none ? nil : words(wish.section).zone)),
    ])
  }

  private func json(_ attempt: ShiftAttemptRecord) -> JSON {
    let chosen = attempt.section == .none ? nil : words(attempt.section)
    return .object(
      AskAccount.members(
        ofAttempt: attempt.attempt, inCycle: attempt.cycle, at: attempt.time, outcome: attempt.outcome,
        cause: attempt.cause, funnel: attempt.funnel) + [
          .init("assignment", .boolean(attempt.isAssignment)),
          .init("wished", attempt.wished.map(json) ?? .null),
          .init("post", AskAccount.text(chosen?.post)), .init("zone", AskAccount.text(chosen?.zone)),
          .init("rank", AskAccount.integer(chosen == nil ? nil : attempt.rank)),
          .init("answered_s", AskAccount.seconds(attempt.answered)),
        ])
  }
}
