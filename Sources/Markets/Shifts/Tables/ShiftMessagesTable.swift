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
      "A place is confirmed or was moved at the deadline; volunteers who have not read this when the slot begins do not come."
    case .reminder:
      "A slot is near; volunteers who have read this when the slot begins are less likely not to come."
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
