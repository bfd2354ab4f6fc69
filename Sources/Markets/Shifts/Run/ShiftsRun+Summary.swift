import Community
import JSON5
import Lifecycle
public import Metrics
import Models
import Quantities
import Statistics

extension ShiftsRun {
  /// Returns the market's part of the summary of a run with `figures`.
  public func summary(of figures: Figures) -> SummaryText.Body {
    let words = ShiftsWords(run: self, figures: figures)
    return SummaryText.Body(
      words.lines, members: [.init("attempts_per_cycle", .integer(Int128(attemptsPerCycle)))],
      requests: "sign-ups")
  }
}

/// The figures of the shifts market as lines for a terminal.
struct ShiftsWords {
  let run: ShiftsRun
  let figures: Figures

  var lines: [SummaryText.Line] {
    let lines: [SummaryText.Line] = [
      .init("volunteers", volunteers), .init("filled", filled), .init("posts", posts),
      .init("sign-ups", matched), .init("wishes", wishes), .init("without", failures),
      .init("confirmed", confirmed), .init("deadline", deadline), .init("withdrawn", withdrawn),
      .init("attempts", attempts), .init("beds", beds), .init("meals", meals), .init("T-shirts", shirts),
      .init("messages", figures.words(of: .toVolunteers)),
    ]
    return lines.with(run.ownFeatures.flatMap { $0.lines(of: run, figures) }, named: \.label)
  }

  private func count(_ metric: Metric) -> Int { Int(figures[metric] ?? 0) }

  private var volunteers: String {
    let placed = figures[ShiftsMetric.volunteersPlaced].map {
      ["\(Words.tenths(ofPercent: $0)) of them have a shift"]
    }
    let refused = [
      SummaryText.refusals(
        figures.count(SignUpOutcome.refusedInput.rawValue),
        by: [(ShiftCause.afterDeadline.rawValue, count(ShiftsMetric.cause(.afterDeadline)))])
    ].compactMap(\.self)
    return SummaryText.joined(
      [Words.plural(count(ShiftsMetric.volunteers), "volunteer")] + (placed ?? []) + refused)
  }

  private var filled: String {
    let later = run.festival.programme.openings.reduce(0) { $0 + Int($1.places) }
    let share = SummaryText.share(figures[ShiftsMetric.fillRatio], of: count(ShiftsMetric.places), "places")
    return SummaryText.joined([share] + (later > 0 ? ["\(Words.grouped(later)) of them opened later"] : []))
  }

  private var posts: String? {
    figures[ShiftsMetric.fullShiftsRatio].map { full in
      let least = figures[ShiftsMetric.shiftFillRatio, .p05].map {
        ["one in twenty filled to \(Words.tenths(ofPercent: $0)) or less"]
      }
      return SummaryText.joined(
        ["\(Words.tenths(ofPercent: full)) of the posts in slots are full"] + (least ?? []))
    }
  }

  private var matched: String {
    SummaryText.share(figures[ShiftsMetric.matchRate], of: figures.settled, "sign-ups")
  }

  private var wishes: String? {
    guard figures[ShiftsMetric.wishMet(1)] != nil else { return nil }
    let ranks = (1...3).compactMap { rank in
      figures[ShiftsMetric.wishMet(rank)].map {
        "\(["first", "second", "third"][rank - 1]) \(Words.tenths(ofPercent: $0))"
      }
    }
    let other =
      figures[ShiftsMetric.wishOther].map { ["not wished for \(Words.tenths(ofPercent: $0))"] } ?? []
    return SummaryText.joined(ranks + other)
  }

  private var failures: String? {
    let causes = ShiftCause.allCases.filter { $0 != .afterDeadline }.map {
      (name: $0.rawValue, count: count(ShiftsMetric.cause($0)))
    }
    return SummaryText.failures(causes.reduce(0) { $0 + $1.count }, by: causes)
  }

  private var confirmed: String? {
    guard let median = figures[ShiftsMetric.timeToConfirm, .median],
      let p95 = figures[ShiftsMetric.timeToConfirm, .p95]
    else { return nil }
    return SummaryText.joined(["median \(Words.span(median))", "p95 \(Words.span(p95))", "from sign-up"])
  }

  private var deadline: String? {
    let (assigned, moves) = (count(ShiftsMetric.assigned), count(ShiftsMetric.moves))
    let reserve = count(ShiftsMetric.reserve)
    let standing =
      reserve > 0
      ? ["\(Words.grouped(reserve)) in reserve, \(Words.grouped(count(ShiftsMetric.steppedIn))) stepped in"]
      : []
    return assigned + moves + reserve > 0
      ? SummaryText.joined(
        ["\(Words.plural(assigned, "place")) assigned", "\(Words.grouped(moves)) moved"] + standing) : nil
  }

  private var withdrawn: String {
    SummaryText.joined(
      [
        Words.plural(count(ShiftsMetric.withdrawals), "place") + " given back",
        Words.plural(count(ShiftsMetric.withdrawnFromAll), "volunteer") + " gone",
        Words.plural(count(ShiftsMetric.noShows), "no-show"),
      ] + changes)
  }

  private var changes: [String] {
    let (changes, refused) = (count(ShiftsMetric.changes), count(ShiftsMetric.refusedChanges))
    guard changes + refused > 0 else { return [] }
    return ["\(Words.plural(changes, "change")) for a better place, \(Words.grouped(refused)) in vain"]
  }

  /// Returns the words that compare the needs of the volunteers who came with the planned needs.
  private func needed(_ name: String, _ words: String) -> [String]? {
    guard let came = value(name), let planned = value(name + "_planned") else { return nil }
    return ["\(Words.grouped(came)) \(words)", "of \(Words.grouped(planned)) planned"]
  }

  private func value(_ name: String) -> Int? {
    figures.rows.first { $0.metric.name == name }.map { Int($0.value) }
  }

  private var beds: String? {
    needed("beds", "for a night").map { parts in
      let nights = named("beds.", run.days.festivalNights(of: run.festival.programme.slots))
      return SummaryText.joined(parts + nights)
    }
  }

  private var meals: String? {
    needed("meals", "eaten").map {
      SummaryText.joined($0 + named("meals.", run.needs?.meals?.kinds.map(\.name) ?? []))
    }
  }

  private var shirts: String? {
    needed("shirts", "given out").map {
      SummaryText.joined($0 + named("shirts.", run.needs?.shirts?.sizes.map(\.name) ?? []))
    }
  }

  private func named(_ prefix: String, _ names: [String]) -> [String] {
    names.compactMap { name in value(prefix + name).map { "\(name)\u{A0}\(Words.grouped($0))" } }
  }

  private var attempts: String {
    let perMatch = figures[ShiftsMetric.attemptsPerMatch].map { ["\(Words.fixed($0, 2)) per match"] } ?? []
    return SummaryText.joined(["\(run.attemptsPerCycle) per cycle, the first included"] + perMatch)
  }
}

extension ShiftsRun {
  /// Returns the history of `request`, attempt by attempt, as lines of text, the last of which ends with a line feed.
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
    if let remedy = remedy(for: request) { lines.append("possible remedy: \(remedy)") }
    return lines
  }

  /// Returns a remedy for a sign-up without a place; nil if it has a place.
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

  /// Returns the words for the post of `wish`, and its zone if one is given.
  private func words(_ wish: Wish) -> String {
    let programme = festival.programme
    let post = programme.posts[programme.shifts[wish.shift].post].name
    guard wish.section != .none, let zone = words(wish.section).zone else { return post }
    return "\(post) in \(zone)"
  }
}
