import Lifecycle
import Models
import Quantities

extension ShiftsRun {
  /// Returns the history of `request`, attempt by attempt, in lines; the last ends with a line feed.
  func explanation(of request: SignUpIndex) -> String {
    let attempts = records.lifecycle.attempts.filter { $0.request == request }
    let end = ownFeatures.flatMap { $0.account(ofRequest: Int(request), in: self, at: .end) }
    return (heading(of: request) + attempts.flatMap(lines) + (end.isEmpty ? [] : [""] + end)).joined(
      separator: "\n") + "\n"
  }

  private func heading(of request: SignUpIndex) -> [String] {
    let record = records.lifecycle.requests[request]
    let input = festival.requests[request]
    let volunteer = festival.volunteers[input.volunteer]
    let cause = record.cause.map { " (\($0.rawValue): \($0.meaning))" } ?? ""
    let slot = festival.programme.slots[input.slot]
    let most =
      volunteer.maxShifts == .max ? "" : ", at most \(Words.plural(Int(volunteer.maxShifts), "shift"))"
    var lines = [
      "sign-up \(number(of: request)): \(record.outcome.rawValue)\(cause)",
      "volunteer \(names.text(of: volunteer.id)), \(volunteer.isFlexible ? "flexible" : input.isFlexible ? "flexible in the slot" : "not flexible")\(most),"
        + " signed up at \(Words.clock(volunteer.signUp)) for \(slot.name) (\(Words.clock(slot.begin)) to"
        + " \(Words.clock(slot.end)))",
    ]
    let wishes = input.wishes.map { place in
      "\(place - input.wishes.lowerBound + 1) " + words(festival.wishes[Int(place)])
    }
    let all = input.wishes.map { words(festival.wishes[Int($0)]) }.joined(separator: ", ")
    lines.append(
      input.isSet
        ? "wishes: any of \(all)"
        : wishes.isEmpty ? "wishes: none, any post" : "wishes: " + wishes.joined(separator: ", "))
    if record.section != .none {
      let how = record.wasAssigned ? "assigned" : record.isReserve ? "stepped in" : "confirmed"
      let moved = record.moves > 0 ? ", then moved at the deadline" : ""
      lines.append(
        "\(how) at \(record.confirmed.map(Words.clock) ?? "–")\(moved): \(words(Wish(festival.programme.sections[record.section].shift, in: record.section)))"
      )
    }
    lines += ownFeatures.flatMap { $0.account(ofRequest: Int(request), in: self, at: .submission) }
    if record.isReserve { lines.append("in the reserve of the slot from the deadline on") }
    if let remedy = remedy(for: request) { lines.append("what may help: \(remedy)") }
    return lines
  }

  /// What may help a sign-up without a place; nil for others.
  func remedy(for request: SignUpIndex) -> String? {
    let record = records.lifecycle.requests[request]
    guard record.outcome == .unmatched, let cause = record.cause else { return nil }
    return ShiftStage.allCases.first { $0.cause == cause }?.remedy
  }

  private func lines(of attempt: ShiftAttemptRecord) -> [String] {
    var outcome = attempt.outcome.rawValue
    if let cause = attempt.cause, cause.rawValue != outcome { outcome += ", \(cause.rawValue)" }
    if attempt.section != .none {
      outcome += ", \(words(Wish(attempt.provider, in: attempt.section))) (wish \(attempt.rank))"
    }
    let what =
      attempt.wished.map { words($0) }
      ?? (attempt.isAssignment ? "any post, together with others" : "any post")
    let reached = ShiftStage.allCases.filter { attempt.funnel[$0] >= 0 }
    let stages = reached.map { "\(attempt.funnel[$0]) \($0.left)" }.joined(separator: " → ")
    return [
      "",
      "cycle \(attempt.cycle), attempt \(attempt.attempt) at \(Words.clock(attempt.time)) for \(what): \(outcome)",
    ] + (stages.isEmpty ? [] : ["  " + stages])
  }

  /// Returns the post, and the zone if one is given.
  private func words(_ wish: Wish) -> String {
    let programme = festival.programme
    let post = programme.posts[programme.shifts[wish.shift].post].name
    guard wish.section != .none, let zone = words(wish.section).zone else { return post }
    return "\(post) in \(zone)"
  }
}
