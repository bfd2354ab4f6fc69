import Community
import JSON5
public import Metrics
import Quantities
import Statistics

extension ShiftsRun {
  /// What is said of a run that has `figures`.
  public func summary(of figures: Figures) -> SummaryText.Body {
    let words = ShiftsWords(figures: figures, attemptsPerCycle: attemptsPerCycle)
    return SummaryText.Body(
      words.lines, members: [.init("attempts_per_cycle", .integer(Int128(attemptsPerCycle)))],
      requests: "sign-ups")
  }
}

/// The figures of a festival in lines for a terminal.
private struct ShiftsWords {
  let figures: Figures
  /// Wishes tried in a cycle.
  let attemptsPerCycle: Int32

  var lines: [SummaryText.Line] {
    [
      .init("volunteers", volunteers), .init("filled", filled), .init("posts", posts),
      .init("sign-ups", matched), .init("wishes", wishes), .init("without", failures),
      .init("confirmed", confirmed), .init("deadline", deadline), .init("withdrawn", withdrawn),
      .init("attempts", attempts), .init("messages", figures.words(of: .toVolunteers)),
    ]
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
    SummaryText.share(figures[ShiftsMetric.fillRatio], of: count(ShiftsMetric.places), "places")
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

  private var attempts: String {
    let perMatch = figures[ShiftsMetric.attemptsPerMatch].map { ["\(Words.fixed($0, 2)) per match"] } ?? []
    return SummaryText.joined(["\(attemptsPerCycle) per cycle, the first included"] + perMatch)
  }
}
