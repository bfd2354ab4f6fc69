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
    "A row per message between the service and a phone, in the order in which they were sent; an answer is worked out with"
      + " its offer, so that it may stand before what is sent earlier (on request; only of a scenario with a channel).",
    key: ["message"], constant: .runID,
    columns: [
      .count("message", "The message, counted from 1.") { $0.place + 1 },
      .seconds("sent_s", "When it was sent.") { $0.message.sent },
      .word("kind", "What it says; see the list of messages.") { $0.message.kind },
      .job("job_id", "The job that it is about.") { $0.message.job },
      .provider(
        "provider_id", "Whose phone it goes to or comes from; empty for that of a client who is no member."
      ) { $0.message.provider },
    ] + Column.ofTransit { $0.message.transit })
}
