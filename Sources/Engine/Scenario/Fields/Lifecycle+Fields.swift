package import Quantities

/// The number of attempts of a request: what `matching` has of it in every market.
package protocol CycleRules {
  /// Attempts in a cycle, the first included.
  var attempts: Int { get set }
  /// The time from the end of an attempt to the next.
  var retryInterval: Milliseconds { get set }
  /// Cycles of attempts, the first included.
  var maxCycles: Int { get set }
  /// The rules that say whether and when another cycle begins.
  var relaunch: Scenario.Relaunch { get set }
}

extension CycleRules {
  package static var cycleFields: [Field<Self>] {
    [
      Field(
        "attempts", \.attempts, .integer(1, to: 1_000),
        "Calls of the matcher in a cycle, the first included."),
      Field("retry_interval_s", \.retryInterval, .seconds(), "From the end of an attempt to the next.")
        .idle("a cycle has one attempt (`attempts` is 1)") { $0.attempts == 1 },
      Field("max_cycles", \.maxCycles, .integer(1, to: 1_000), "Cycles of attempts, the first included.")
        .idle("no further cycle is started (`relaunch.probability` is 0)") {
          $0.maxCycles > 1 && $0.relaunch.probability == 0
        },
      Field(
        "relaunch", \.relaunch, .object(Scenario.Relaunch.members),
        "What happens after a cycle has failed and the requester has been notified."
      ).idle("there is one cycle (`max_cycles` is 1)") {
        $0.maxCycles == 1 && $0.relaunch.probability > 0
      },
    ]
  }
}

/// The answers of providers to offers: what `behaviour` has of them in every market.
package protocol AnswerRules {
  /// The time from an offer to its answer.
  var answerDelay: Milliseconds { get set }
  /// The probability that the answer is no.
  var declineProbability: Double { get set }
}

extension AnswerRules {
  package static var answerFields: [Field<Self>] { answerFields(provider: "provider") }

  /// The fields, in the sentences of which somebody who provides is called `provider`.
  package static func answerFields(provider: String) -> [Field<Self>] {
    [
      Field("answer_delay_s", \.answerDelay, .seconds(), "From an offer to the \(provider)'s answer."),
      Field(
        "decline_probability", \.declineProbability, .share,
        "The probability that a \(provider) declines an offer."),
    ]
  }
}

/// The patience of the requester: what `behaviour` has of it in every market.
package protocol PatienceRules {
  /// The time from submission until who asked leaves; nil if they do not.
  var patience: Milliseconds? { get set }
}

extension PatienceRules {
  /// The field; `meaning` is its sentence, which says what ends the waiting.
  package static func patienceFields(_ meaning: String) -> [Field<Self>] {
    [Field("patience_s", \.patience, orNull: .seconds(), meaning)]
  }
}

extension Scenario.Relaunch {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field("probability", \.probability, .share, "The probability of another cycle."),
        Field("delay_s", \.delay, .seconds(), "From the notice to the next cycle.")
          .idle("no further cycle is started (`probability` is 0)") { $0.probability == 0 },
      ])
  }
}
