import Community
import Quantities
import Scenario

extension ServicesFields {
  /// The behaviour of providers and clients.
  struct Behaviour: AnswerRules, PatienceRules, Equatable, Sendable {
    var answerDelay = Milliseconds(600_000)
    var declineProbability = 0.1
    var patience: Milliseconds? = Milliseconds(86_400_000)
    var duration = ConductRules.DurationLaw.lognormal(cv: 0.3)
    var maxLateness: Milliseconds? = Milliseconds(3_600_000)
    var leaveProbability = 0.5
    var clientCancel = 0.03
    var providerCancel = 0.02
    var clientNoShow = 0.01
    var providerNoShow = 0.01
    var reviews = ReviewPlan()
    var disputes: ConductRules.Disputes?
  }

  /// The reviews of work.
  struct ReviewPlan: Equatable, Sendable {
    var probability = 0.5
    var stars: [Double] = ConductRules.Reviews().starWeights
    var latenessPerStar: Milliseconds? = ConductRules.Reviews().latenessPerStar
    var moderationDelay = ConductRules.Reviews().moderationDelay
    var ratingWeight = ConductRules.Reviews().ratingWeight
    var moderation: ModerationRules?
    var unrated: UnratedRules?
  }
}

extension ServicesFields.Behaviour {
  static let members = Members(
    Self(),
    answerFields + patienceFields("How long after submission a client leaves if nobody has confirmed.")
      + conductFields)

  private static let conductFields: [Field<Self>] = [
    Field("duration", \.duration, ConductRules.DurationLaw.shape, "How long the work really takes."),
    Field(
      "max_lateness_s", \.maxLateness, orNull: .seconds(),
      "How late a provider may come before the client thinks of leaving; `null` for any time."),
    Field(
      "leave_probability", \.leaveProbability, .share,
      "The probability that the client has left when the provider comes later than that."
    ).idle("no lateness is too much (`max_lateness_s` is null)") { $0.maxLateness == nil },
    Field(
      "client_cancel_probability", \.clientCancel, .share,
      "The probability that the client cancels an appointment, at an even moment before its start."),
    Field(
      "provider_cancel_probability", \.providerCancel, .share,
      "The probability that the provider cancels it, likewise."),
    Field(
      "client_no_show_probability", \.clientNoShow, .share,
      "The probability that the client is not there when the provider comes."),
    Field(
      "provider_no_show_probability", \.providerNoShow, .share,
      "The probability that the provider does not come."),
    Field("reviews", \.reviews, .object(ServicesFields.ReviewPlan.members), "How work is reviewed."),
    Field(
      "disputes", \.disputes, orNull: .object(ConductRules.Disputes.members),
      "How work that was done is disputed; `null` lets nobody dispute it."),
  ]
}

extension ConductRules.Disputes {
  static let members = Members(
    Self(),
    [
      Field(
        "probability", \.probability, .share, "The probability that a client disputes work that was done."),
      Field(
        "delay_s", \.delay, .seconds(),
        "The mean of the exponential time from the end of the work until the client disputes it."),
      Field(
        "decision_s", \.decision, .seconds(),
        "The mean of the exponential time from then until the decision; a review of the work is hidden meanwhile."
      ),
      Field(
        "refund_probability", \.refundProbability, .share,
        "The probability that the decision gives the client back what was paid."),
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
              "cv", \.cv, .number(.from(0, to: 10)), "Deviation ÷ estimate; 0 takes exactly the estimate.")
          ]),
        { .lognormal(cv: $0.cv) }, { if case .lognormal(let cv) = $0 { Spread(cv: cv) } else { nil } },
        "Lognormal around the estimate."),
      Kind(
        "exponential", .exponential, { $0 == .exponential }, "Exponential, with the estimate as its mean."),
    ])
  }
}

extension ServicesFields.ReviewPlan {
  static let members = Members(
    Self(),
    [Field("probability", \.probability, .share, "The probability that a client reviews work that was done.")]
      + details + [.unrated])

  /// The fields on the content and the times of reviews.
  private static let details: [Field<Self>] = fields.idle { plan, _ in
    plan.probability == 0 ? "nobody reviews work (`probability` is 0)" : nil
  }

  private static let fields: [Field<Self>] = [
    Field(
      "stars", \.stars,
      .weights(counts: 5...5),
      "The weights of 1, 2, … 5 stars for work that begins in time."),
    Field(
      "lateness_per_star_s", \.latenessPerStar, orNull: .seconds(.from(1, to: 1e9)),
      "The lateness that costs a star; `null` if it costs none."),
    Field(
      "moderation_delay_s", \.moderationDelay, .seconds(),
      "From the end of the work until a review is shown."
    ).idle("people look at reviews (`moderation`)") { $0.moderation != nil },
    Field(
      "rating_weight", \.ratingWeight, .integer(0, to: 1_000_000),
      "How many reviews the rating that a provider begins with counts for."),
    Field(
      "moderation", \.moderation, orAbsent: .object(ModerationRules.members),
      "Who looks at reviews before they are shown; `null` shows each after `moderation_delay_s`."),
  ]
}
