import Community
import Metrics
import Tables

/// A message between the service and a phone.
struct JobMessageRow: ServicesRow {
  let run: ServicesRun
  let place: Int

  var message: JobMessage { run.messages[place] }
}

extension ServicesTable {
  /// A row per message (`--record messages`).
  static let messages = Table<JobMessageRow>(
    "messages",
    "A row per message between the service and a phone, in the order of computation; an answer is computed with"
      + " its offer, so it may precede messages sent earlier (on request; only in scenarios with a channel).",
    key: ["message"], constant: .runID,
    columns: [
      .count("message", "The number of the message, from 1.") { $0.place + 1 },
      .seconds("sent_s", "The sending time.") { $0.message.sent },
      .word("kind", "The kind of message; see the list of messages.") { $0.message.kind },
      .job("job_id", "The job that it is about.") { $0.message.job },
      .provider(
        "provider_id", "The user whose phone receives or sends it; empty for a client who is not a member."
      ) { $0.message.provider },
    ] + Column.ofTransit { $0.message.transit })
}
