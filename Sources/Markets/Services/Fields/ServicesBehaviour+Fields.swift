import Community
import Quantities
import Scenario

extension ServicesFields {
  /// The behaviour of providers and clients.
  struct Behaviour: AnswerRules, PatienceRules, Equatable, Sendable {
    var answerDelay = Milliseconds(600_000)
    var declineProbability = 0.1
    var patience: Milliseconds? = Milliseconds(86_400_000)
    var clientCancel = 0.03
    var providerCancel = 0.02
    var conduct = ConductRules.usual
  }
}

extension ConductRules {
  /// The default rules of scenarios.
  fileprivate static var usual: Self {
    var rules = Self()
    rules.duration = .lognormal(cv: 0.3)
    (rules.maxLateness, rules.leaveWhenLate) = (Milliseconds(3_600_000), 0.5)
    (rules.clientNoShow, rules.providerNoShow) = (0.01, 0.01)
    rules.reviews = .usual
    return rules
  }
}

extension ConductRules.Reviews {
  /// The default rules of scenarios.
  fileprivate static var usual: Self {
    var reviews = Self()
    reviews.probability = 0.5
    return reviews
  }
}

extension ServicesFields.Behaviour {
  static let members = Members(
    Self(),
    answerFields
      + patienceFields("The time after submission at which a client without a confirmed appointment leaves.")
      + conductFields)

  private static let conductFields: [Field<Self>] = [
    Field("duration", \.conduct.duration, ConductRules.DurationLaw.shape, "The actual duration of the work."),
    Field(
      "max_lateness_s", \.conduct.maxLateness, .seconds().orNever(),
      "The lateness of the provider that clients tolerate. `null`: no limit."),
    Field(
      "leave_probability", \.conduct.leaveWhenLate, .share,
      "The probability that the client has left if the provider is later than `max_lateness_s`."
    ).idle("any lateness is tolerated (`max_lateness_s` is null)") {
      $0.conduct.maxLateness == .never
    },
    Field(
      "client_cancel_probability", \.clientCancel, .share,
      "The probability that the client cancels an appointment, at a uniform time before its start."),
    Field(
      "provider_cancel_probability", \.providerCancel, .share,
      "The probability that the provider cancels an appointment, at a uniform time before its start."),
    Field(
      "client_no_show_probability", \.conduct.clientNoShow, .share,
      "The probability that the client is absent when the provider arrives."),
    Field(
      "provider_no_show_probability", \.conduct.providerNoShow, .share,
      "The probability that the provider does not come."),
    Field("reviews", \.conduct.reviews, .object(ConductRules.Reviews.members), "Reviews of completed work."),
    Field(
      "disputes", \.conduct.disputes, orNull: .object(ConductRules.Disputes.members),
      "Disputes about completed work. `null`: none."),
  ]
}

extension ConductRules.Disputes {
  static let members = Members(
    Self(),
    [
      Field(
        "probability", \.probability, .share, "The probability that a client disputes completed work."),
      Field(
        "delay_s", \.delay, .seconds(),
        "The mean of the exponential time from the end of the work to the dispute."),
      Field(
        "decision_s", \.decision, .seconds(),
        "The mean of the exponential time from the dispute to the decision; a review of the work is hidden meanwhile."
      ),
      Field(
        "refund_probability", \.refundProbability, .share,
        "The probability that the decision refunds the client."),
    ])
}

extension ConductRules.DurationLaw {
  private struct Spread {
    var cv = 0.3
  }

  static var shape: Shape<Self> {
    .union([
      Kind(
        "lognormal",
        Members(
          Spread(),
          [
            Field(
              "cv", \.cv, .number(.from(0, to: 10)), "The coefficient of variation; 0: always the estimate.")
          ]),
        { .lognormal(cv: $0.cv) }, { if case .lognormal(let cv) = $0 { Spread(cv: cv) } else { nil } },
        "Lognormal with the estimate as its mean."),
      Kind(
        "exponential", .exponential, { $0 == .exponential }, "Exponential, with the estimate as its mean."),
    ])
  }
}

extension ConductRules.Reviews {
  static let members = Members(
    usual,
    [Field("probability", \.probability, .share, "The probability that a client reviews completed work.")]
      + details + [.unrated])

  /// The fields for the content and timing of reviews.
  private static let details: [Field<Self>] = fields.idle { plan, _ in
    plan.probability == 0 ? "nobody reviews work (`probability` is 0)" : nil
  }

  private static let fields: [Field<Self>] = [
    Field(
      "stars", \.starWeights,
      .weights(counts: 5...5),
      "The weights of 1, 2, … 5 stars for work that begins on time."),
    Field(
      "lateness_per_star_s", \.latenessPerStar, .seconds(.from(1, to: 1e9)).orNever(),
      "The lateness that costs one star. `null`: lateness has no effect."),
    Field(
      "moderation_delay_s", \.moderationDelay, .seconds(),
      "The time from the end of the work to the publication of a review."
    ).idle("reviews are moderated (`moderation`)") { $0.moderation != nil },
    Field(
      "rating_weight", \.ratingWeight, .integer(0, to: 1_000_000),
      "The weight of the initial rating, in reviews."),
    Field(
      "moderation", \.moderation, orAbsent: .object(ModerationRules.members),
      "The moderation of reviews before publication. `null`: each is published after `moderation_delay_s`."),
  ]
}
