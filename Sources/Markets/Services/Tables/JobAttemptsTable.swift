import Community
import Lifecycle
import Metrics
import Quantities
import Tables

/// A row for an attempt of a job.
struct JobAttemptRow: ServicesRow {
  let run: ServicesRun
  let attempt: JobAttempt

  /// The attempt if the job was offered to a provider; nil otherwise.
  var asked: JobAttempt? { attempt.provider == .none ? nil : attempt }
}

extension ServicesTable {
  /// A row per search.
  static let attempts = Table<JobAttemptRow>(
    "attempts", "A row per attempt: a search and the resulting offer.",
    key: ["job_id", "cycle", "attempt"], constant: .runID,
    columns: [
      .job("job_id", "The job.") { $0.attempt.job }, .cycle(request: "job") { $0.attempt.cycle },
      .attempt { $0.attempt.attempt }, .time("The time of the search.") { $0.attempt.time },
    ]
      + JobStage.allCases.map { stage in
        .count(stage.column, stage.count) { row in
          row.attempt.funnel[stage] < 0 ? nil : row.attempt.funnel[stage]
        }
      } + [
        .word("outcome", "The outcome of the attempt; see the list of outcomes.") { $0.attempt.outcome },
        .word("cause", "The cause of failure; empty if accepted or open.") { $0.attempt.cause },
        .provider("provider_id", "The provider who received the offer; empty if none.") {
          $0.attempt.provider
        },
        .seconds("start_s", "The planned start of the work.") { $0.asked?.start },
        .seconds("way_s", "The planned travel time to the job.") { $0.asked?.way },
        .amount("charge", "The price of the offer.") { $0.asked?.charge },
        .stars(
          "rating", "The provider's rating as shown at the time, in stars; empty for one without a rating."
        ) {
          $0.asked.flatMap { $0.rating > 0 ? $0.rating : nil }
        },
        .integer(
          "score", .milliseconds, "The provider's score; the lowest is the best.",
          formula: "w₁·way + w₂·delay of the start + w₃·price − w₄·rating, weights of the scenario"
        ) { $0.asked?.score },
        .seconds("answered_s", "The time of the provider's answer; empty if none.") {
          $0.attempt.answered.ifEver
        },
      ])

  /// A row per attempt, with the time that the search took on this machine.
  static let timing = Table<JobAttemptRow>(
    "timing", "A row per attempt with the search time; depends on the machine.",
    key: ["job_id", "cycle", "attempt"], isDeterministic: false, constant: .runID,
    columns: [
      .job("job_id", "The job.") { $0.attempt.job }, .cycle(request: "job") { $0.attempt.cycle },
      .attempt { $0.attempt.attempt },
      .decimal("decision_us", .microseconds, "Wall-clock time of the search.") {
        Double($0.attempt.decisionNanoseconds) / 1_000
      },
    ])
}

/// A row for a message between the service and a phone.
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
      .job("job_id", "The job concerned.") { $0.message.job },
      .provider(
        "provider_id", "The user whose phone receives or sends it; empty for a client who is not a member."
      ) { $0.message.provider },
    ] + Column.ofTransit { $0.message.transit })
}
