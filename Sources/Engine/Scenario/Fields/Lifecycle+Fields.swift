package import Quantities

/// The rules of attempts and cycles: the common part of `matching` in every market.
package protocol CycleRules {
  /// The number of attempts in a cycle, including the first.
  var attempts: Int { get set }
  /// The time from the end of an attempt to the next one.
  var retryInterval: Milliseconds { get set }
  /// The maximum number of cycles, including the first.
  var maxCycles: Int { get set }
  /// The rules of another cycle.
  var relaunch: Scenario.Relaunch { get set }
}

extension CycleRules {
  package static var cycleFields: [Field<Self>] {
    [
      Field(
        "attempts", \.attempts, .integer(1, to: 1_000),
        "The maximum number of matching attempts per cycle, including the first."),
      Field(
        "retry_interval_s", \.retryInterval, .seconds(), "The delay from the end of an attempt to the next."
      )
      .idle("a cycle has only one attempt (`attempts` is 1)") { $0.attempts == 1 },
      Field(
        "max_cycles", \.maxCycles, .integer(1, to: 1_000),
        "The maximum number of cycles, including the first."
      )
      .idle("no further cycle is started (`relaunch.probability` is 0)") {
        $0.maxCycles > 1 && $0.relaunch.probability == 0
      },
      Field(
        "relaunch", \.relaunch, .object(Scenario.Relaunch.members),
        "Further cycles after a cycle has failed and the requester has been notified."
      ).idle("there is only one cycle (`max_cycles` is 1)") {
        $0.maxCycles == 1 && $0.relaunch.probability > 0
      },
    ]
  }
}

/// The rules of answers to offers: the common part of `behaviour` in every market.
package protocol AnswerRules {
  /// The time from an offer to its answer.
  var answerDelay: Milliseconds { get set }
  /// The probability of a decline.
  var declineProbability: Double { get set }
}

extension AnswerRules {
  package static var answerFields: [Field<Self>] { answerFields(provider: "provider") }

  /// Returns the fields; their descriptions call the provider `provider`.
  package static func answerFields(provider: String) -> [Field<Self>] {
    [
      Field(
        "answer_delay_s", \.answerDelay, .seconds(), "The time from an offer to the \(provider)'s answer."),
      Field(
        "decline_probability", \.declineProbability, .share,
        "The probability that a \(provider) declines an offer."),
    ]
  }
}

/// The patience of the requester: the common part of `behaviour` in every market.
package protocol PatienceRules {
  /// The time from submission until the requester leaves; nil: never.
  var patience: Milliseconds? { get set }
}

extension PatienceRules {
  /// Returns the field; `meaning` is its description, with the event that ends the waiting.
  package static func patienceFields(_ meaning: String) -> [Field<Self>] {
    [Field("patience_s", \.patience, orNull: .seconds(), meaning)]
  }
}

extension Scenario.Relaunch {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field("probability", \.probability, .share, "The probability that another cycle is started."),
        Field("delay_s", \.delay, .seconds(), "The delay from the notification to the next cycle.")
          .idle("no further cycle is started (`probability` is 0)") { $0.probability == 0 },
      ])
  }
}
