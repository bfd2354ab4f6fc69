import Community
import JSON5
import Lifecycle
import Models
import Quantities

extension ShiftsRun {
  /// Returns the figures of the explanation of `request` as JSON, with the names of the tables.
  func members(of request: SignUpIndex) -> [JSON.Member] {
    let record = records.lifecycle.requests[request]
    let input = festival.requests[request]
    let volunteer = festival.volunteers[input.volunteer]
    let slot = festival.programme.slots[input.slot]
    let wishes = input.wishes.map { json(festival.wishes[Int($0)]) }
    let attempts = records.lifecycle.attempts.filter { $0.request == request }
    return RequestAccount.members(outcome: record.outcome, cause: record.cause, submitted: volunteer.signUp)
      + [
        .init("volunteer_id", .text(names.text(of: volunteer.id))),
        .init("flexible", .boolean(input.isFlexible)),
        .init("flexible_everywhere", .boolean(volunteer.isFlexible)),
        .init("max_shifts", .integer(volunteer.maxShifts == .max ? nil : volunteer.maxShifts)),
        .init("slot", .text(slot.name)), .init("begin_s", .number(slot.begin.seconds)),
        .init("end_s", .number(slot.end.seconds)), .init("wishes", .list(wishes)),
        .init("place", place(of: request)), .init("reserve", .boolean(record.isReserve)),
        .init("attempts", .list(attempts.map(json))), .init("remedy", .text(remedy(for: request))),
      ] + (records.lifecycle.outages?.members(ofRequest: Int(request)) ?? []) + setMembers(of: request)
      + zoneMembers(of: request) + rebookingMembers(of: request)
  }

  /// Returns the place the volunteer has at the end; null for none.
  private func place(of request: SignUpIndex) -> JSON {
    let record = records.lifecycle.requests[request]
    guard record.section != .none else { return .null }
    let words = words(record.section)
    return .object([
      .init("post", .text(words.post)), .init("zone", .text(words.zone)),
      .init("rank", .integer(rank(of: request))),
      .init("confirmed_s", RequestAccount.seconds(record.confirmed)),
      .init("assigned", .boolean(record.wasAssigned)),
      .init("stepped_in", .boolean(!record.wasAssigned && record.isReserve)),
      .init("moves", .integer(Int128(record.moves))),
    ])
  }

  /// Returns the post, and the zone if one is given.
  private func json(_ wish: Wish) -> JSON {
    let programme = festival.programme
    return .object([
      .init("post", .text(programme.posts[programme.shifts[wish.shift].post].name)),
      .init("zone", .text(wish.section == .none ? nil : words(wish.section).zone)),
    ])
  }

  private func json(_ attempt: ShiftAttemptRecord) -> JSON {
    let chosen = attempt.section == .none ? nil : words(attempt.section)
    return .object(
      RequestAccount.members(
        ofAttempt: attempt.attempt, inCycle: attempt.cycle, at: attempt.time, outcome: attempt.outcome,
        cause: attempt.cause, funnel: attempt.funnel) + [
          .init("assignment", .boolean(attempt.isAssignment)),
          .init("wished", attempt.wished.map(json) ?? .null),
          .init("post", .text(chosen?.post)), .init("zone", .text(chosen?.zone)),
          .init("rank", .integer(chosen == nil ? nil : attempt.rank)),
          .init("answered_s", RequestAccount.seconds(attempt.answered)),
        ])
  }
}
