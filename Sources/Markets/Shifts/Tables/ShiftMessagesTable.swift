import Community
import Metrics
import Tables

/// A message to a volunteer's phone.
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
    "A row per message to the phone of a volunteer, in the order in which they were sent (on request; only of a scenario with"
      + " a channel).", key: ["message"], constant: .runID,
    columns: [
      .count("message", "The message, counted from 1.") { $0.number },
      .seconds("sent_s", "When it was sent.") { $0.message.sent },
      .word("kind", "What it says; see the list of messages.") { $0.message.kind },
      .signUp,
    ] + Column.ofTransit { $0.message.transit })
}

extension MessageKind {
  /// The meaning of the kind in the shifts market, in one sentence; nil for kinds it does not use.
  var shiftsMeaning: String? {
    switch self {
    case .confirmation:
      "That a place is confirmed or was moved at the deadline: who does not know of it when the slot begins does not come."
    case .reminder: "That a slot is near: who has read it when the slot begins stays away less often."
    case .zonesOpen:
      "That zones are open: a volunteer who has a place without a zone chooses one after it arrives. Only with `zones`."
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
