import Community
import Lifecycle
import Metrics
import Quantities
import Tables

/// A row for an attempt to find a place.
struct ShiftAttemptRow: SignUpTableRow {
  let run: ShiftsRun
  let attempt: ShiftAttemptRecord

  var request: SignUpIndex { attempt.request }
  /// The post and zone of the wish; nil if any post was acceptable.
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
    "attempts", "A row per attempt to find a place for a sign-up.",
    key: ["signup_id", "cycle", "attempt"], constant: .runID, columns: call + time + funnel + answer)

  /// A row per attempt, with the time that the decision took on this machine.
  static let timing = Table<ShiftAttemptRow>(
    "timing", "A row per attempt with its decision time; depends on the machine.",
    key: ["signup_id", "cycle", "attempt"], isDeterministic: false,
    columns: call + [
      .decimal(
        "decision_us", .microseconds,
        "The wall-clock time of the decision, divided equally among attempts decided together."
      ) { Double($0.attempt.decisionNanoseconds) / 1000 }
    ])

  private static let call: [Column<ShiftAttemptRow>] = [
    .signUp, .cycle(request: "sign-up") { $0.attempt.cycle }, .attempt { $0.attempt.attempt },
  ]

  private static let time: [Column<ShiftAttemptRow>] = [
    .time("The time of the attempt; the deadline for those decided together.") { $0.attempt.time },
    .boolean("assignment", "Whether it was decided at the deadline, together with others.") {
      $0.attempt.isAssignment
    },
    .text("wished_post", "The desired post; empty for any.") { $0.wished?.post },
    .text("wished_zone", "The desired zone; empty for any.") { $0.wished?.zone },
  ]

  private static let funnel: [Column<ShiftAttemptRow>] = ShiftStage.allCases.map { stage in
    .count(stage.column, stage.count) { row in
      row.attempt.funnel[stage] < 0 ? nil : row.attempt.funnel[stage]
    }
  }

  private static let answer: [Column<ShiftAttemptRow>] = [
    .word("outcome", "The outcome of the attempt; see the list of attempt outcomes.") { $0.attempt.outcome },
    .word("cause", "The cause of failure; empty if the attempt was accepted.") { $0.attempt.cause },
    .text("post", "The post found; empty for none.") { $0.chosen?.post },
    .text("zone", "The zone found; empty if the post has none.") { $0.chosen?.zone },
    .count("rank", "The rank of the wish that is met by the place found.") {
      $0.attempt.section == .none ? nil : $0.attempt.rank
    },
    .seconds("answered_s", "The time of the coordinator's answer; empty if there was none.") {
      $0.attempt.answered == .never ? nil : $0.attempt.answered
    },
  ]
}

/// A row for a message to a volunteer's phone.
struct ShiftMessageRow: SignUpTableRow {
  let run: ShiftsRun
  /// The number of the message, counting from 1.
  let number: Int
  let message: RequestMessage<SignUpIndex>

  var request: SignUpIndex { message.request }
}

extension ShiftsTable {
  /// A row per message (`--record messages`).
  static let messages = Table<ShiftMessageRow>(
    "messages",
    "A row per message to the phone of a volunteer, in sending order (on request; only in scenarios with"
      + " a channel).", key: ["message"], constant: .runID,
    columns: [
      .count("message", "The number of the message, from 1.") { $0.number },
      .seconds("sent_s", "The sending time.") { $0.message.sent },
      .word("kind", "The kind of message; see the list of messages.") { $0.message.kind },
      .signUp,
    ] + Column.ofTransit { $0.message.transit })
}

extension MessageKind {
  /// The meaning of the kind in the shifts market, in one sentence; nil for kinds it does not use.
  var shiftsMeaning: String? {
    switch self {
    case .confirmation:
      "A place is confirmed, or was moved at the deadline; volunteers who have not read this by the start of the slot do not come."
    case .reminder:
      "A slot is near; volunteers who have read this by the start of the slot are less likely to miss it."
    case .zonesOpen:
      "Zones are open; a volunteer with a place without a zone chooses one after reading this. Only with `zones`."
    case .request, .offer, .answer, .photoRejection, .handOver: nil
    }
  }
}

extension MessageMetrics {
  /// The metrics of messages to the phones of volunteers.
  static let toVolunteers = MessageMetrics(over: .run)
}

extension ShiftsRun {
  /// The figures of runs with a channel.
  static let messageFigures: [Figure<ShiftsRun>] = [
    Figure(MessageMetrics.toVolunteers.sent) {
      .number($0.records.messageCounts.map { Double($0.messages) })
    },
    Figure(MessageMetrics.toVolunteers.lost) { .number($0.records.messageCounts?.lostShare) },
    Figure(MessageMetrics.toVolunteers.undelivered) {
      .number($0.records.messageCounts?.undeliveredShare)
    },
  ]
}
