import Community
import EventKernel
import JSON5
import Lifecycle
public import Metrics
public import Models
public import Quantities
import Scenario
import Statistics

/// A finished run of the shifts market, from which its tables, figures and manifest are created.
///
/// It is immutable, and shared by the rows of its tables.
public final class ShiftsRun: MarketRun, Sendable {
  public static let features: [Feature<ShiftsRun>] = [.zones, .sets, .changes, .outages]

  public let identity: RunIdentity
  /// The festival, with the wishes at sign-up and the slots to which sign-ups were last changed.
  public let festival: Festival
  public let records: ShiftsRecords
  /// The names of volunteers in files.
  public let names: Names
  /// The end of the warm-up; sign-ups submitted before it are excluded from the figures.
  public let warmUp: Milliseconds
  /// The length of the intervals of the time series.
  let interval: Milliseconds
  /// The maximum number of attempts per cycle, each of which tries a wish.
  let attemptsPerCycle: Int32
  let scenario: Scenario
  /// The number of places taken at the end of the run, by section and by shift.
  let takenOfSection: [Int]
  let takenOfShift: [Int]
  /// The number of volunteers who came to each section.
  let mannedOfSection: [Int]

  /// Creates the run from its records.
  init(
    _ records: ShiftsRecords, of festival: Festival, in scenario: Scenario, identity: RunIdentity,
    names: Names,
    attemptsPerCycle: Int32
  ) {
    self.scenario = scenario
    self.identity = identity
    var festival = festival
    festival.wishes = records.wishes
    festival.requests = records.requests
    self.festival = festival
    self.records = records
    self.names = names
    warmUp = scenario.time.warmUp
    interval = scenario.results.interval
    self.attemptsPerCycle = attemptsPerCycle
    var ofSection = Array(repeating: 0, count: festival.programme.sections.count)
    var ofShift = Array(repeating: 0, count: festival.programme.shifts.count)
    for record in records.lifecycle.requests where record.section != .none && !record.isReplaced {
      ofSection[Int(record.section)] += 1
      ofShift[Int(festival.programme.sections[record.section].shift)] += 1
    }
    var manned = Array(repeating: 0, count: festival.programme.sections.count)
    for record in records.lifecycle.requests where record.outcome == .worked {
      manned[Int(record.section)] += 1
    }
    mannedOfSection = manned
    takenOfSection = ofSection
    takenOfShift = ofShift
  }

  public var effort: Performance.Effort {
    Performance.Effort(
      events: records.lifecycle.eventCounts.executed,
      requests: records.lifecycle.requests.count { $0.outcome != .refusedInput },
      decisions: CallTimes(
        wall: records.lifecycle.attempts.map(\.decisionNanoseconds), heldUp: records.lifecycle.heldUp))
  }

  public var refused: [RefusedRows] {
    let rows = festival.volunteers.compactMap { volunteer -> (id: Int64, cause: String?)? in
      let refused = volunteer.requests.first { records.lifecycle.requests[$0].outcome == .refusedInput }
      return refused.map { (volunteer.id, records.lifecycle.requests[$0].cause?.rawValue) }
    }
    return [RefusedRows("volunteers", rows, names: names, causes: ShiftCause.allCases.map(\.rawValue))]
  }

  public func measured() -> Figures {
    Figures(
      of: self,
      by: Self.figures + needsFigures + (records.messageCounts == nil ? [] : Self.messageFigures)
        + ownFeatures.flatMap(\.figures),
      outcomes: SignUpOutcome.allCases.map { outcome in
        .init(outcome.rawValue, counted.count { records.lifecycle.requests[$0].outcome == outcome })
      }, settled: settled.count)
  }

  /// The supplies that the organiser orders; nil if needs are not simulated.
  var needs: NeedsPlan? { scenario.fields(of: ShiftsFields.self).needs }

  /// The deadline for sign-ups, at which the assignment is made.
  var deadline: Milliseconds { scenario.fields(of: ShiftsFields.self).deadline(in: scenario) ?? .never }

  var days: FestivalDays { FestivalDays(start: scenario.time.start) }

  // MARK: - Whom figures are over

  /// The sign-ups submitted after the warm-up, and all refused ones.
  var counted: [SignUpIndex] {
    festival.requests.places.filter { request in
      records.lifecycle.requests[request].outcome == .refusedInput || signUp(of: request) >= warmUp
    }
  }

  /// The counted sign-ups that were neither refused nor still in progress.
  var finished: [SignUpIndex] {
    counted.filter {
      let outcome = records.lifecycle.requests[$0].outcome
      return outcome != .refusedInput && outcome != .inProgress
    }
  }

  /// The finished sign-ups with wishes. Those without wishes only state availability, and are not failures if the
  /// volunteer is not needed.
  var settled: [SignUpIndex] { finished.filter { !festival.requests[$0].wishes.isEmpty } }

  func signUp(of request: SignUpIndex) -> Milliseconds {
    festival.volunteers[festival.requests[request].volunteer].signUp
  }

  /// Returns the rank of the place that `request` has at the end of the run; nil if it has none.
  func rank(of request: SignUpIndex) -> Int32? {
    let section = records.lifecycle.requests[request].section
    return section == .none ? nil : festival.rank(of: section, for: request)
  }

  /// Returns whether the place that `request` has at the end of the run was among its wishes.
  func isWished(_ request: SignUpIndex) -> Bool {
    rank(of: request).map { $0 <= festival.requests[request].wishes.count } ?? false
  }
}

extension ShiftsRun {
  /// Returns the explanation of `request` as JSON members, named as the columns of the tables.
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

  /// Returns the place that the volunteer has at the end of the run as JSON; null if they have none.
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

  /// Returns the post of `wish`, and its zone if one is given, as JSON.
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
