import Lifecycle
import Metrics
import Quantities
import Tables

/// An attempt to find a place.
struct ShiftAttemptRow: SignUpTableRow {
  let run: ShiftsRun
  let attempt: ShiftAttemptRecord

  var request: SignUpIndex { attempt.request }
  /// The post and zone of the wish.
  var wished: (post: String, zone: String?)? {
    guard let wish = attempt.wished else { return nil }
    let programme = run.festival.programme
    let zone = wish.section == .none ? nil : run.words(wish.section).zone
    return (programme.posts[programme.shifts[wish.shift].post].name, zone)
  }

  var chosen: (post: String, slot: String, zone: String?)? {
    attempt.section == .none ? nil : run.words(attempt.section)
  }
}

extension ShiftsTable {
  /// A row per attempt.
  static let attempts = Table<ShiftAttemptRow>(
    "attempts", "A row per attempt: one try to find a place for one sign-up.",
    key: ["signup_id", "cycle", "attempt"], constant: .runID, columns: call + time + funnel + answer)

  /// A row per attempt: the computing time of the decision on this machine.
  static let timing = Table<ShiftAttemptRow>(
    "timing", "A row per attempt: what its decision took; depends on the machine.",
    key: ["signup_id", "cycle", "attempt"], isDeterministic: false,
    columns: call + [
      .decimal(
        "decision_us", .microseconds,
        "Wall-clock time of the decision, shared evenly by those that were decided together."
      ) { Double($0.attempt.decisionNanoseconds) / 1000 }
    ])

  private static let call: [Column<ShiftAttemptRow>] = [
    .signUp, .cycle(request: "sign-up") { $0.attempt.cycle }, .attempt { $0.attempt.attempt },
  ]

  private static let time: [Column<ShiftAttemptRow>] = [
    .time("When it was made; at the deadline for those decided together.") { $0.attempt.time },
    .boolean("assignment", "Whether it was decided at the deadline, together with others.") {
      $0.attempt.isAssignment
    },
    .text("wished_post", "The post wished for; empty where any would do.") { $0.wished?.post },
    .text("wished_zone", "The zone wished for; empty where any would do.") { $0.wished?.zone },
  ]

  private static let funnel: [Column<ShiftAttemptRow>] = ShiftStage.allCases.map { stage in
    .count(stage.column, stage.count) { row in
      row.attempt.funnel[stage] < 0 ? nil : row.attempt.funnel[stage]
    }
  }

  private static let answer: [Column<ShiftAttemptRow>] = [
    .word("outcome", "How the attempt ended; see the list of attempt outcomes.") { $0.attempt.outcome },
    .word("cause", "Why the attempt failed; empty where it was accepted.") { $0.attempt.cause },
    .text("post", "The post found; empty for none.") { $0.chosen?.post },
    .text("zone", "The zone found; empty where the post has none.") { $0.chosen?.zone },
    .count("rank", "How highly the place found was wished for.") {
      $0.attempt.section == .none ? nil : $0.attempt.rank
    },
    .seconds("answered_s", "When the coordinator answered; empty where no answer came.") {
      $0.attempt.answered == .never ? nil : $0.attempt.answered
    },
  ]
}
