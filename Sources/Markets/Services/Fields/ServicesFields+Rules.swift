import Community
import Ground
package import Lifecycle
import Quantities
package import Scenario

extension ServicesFields.Matching {
  func rules(answerDelay: Milliseconds) -> SearchRules {
    var rules = SearchRules()
    rules.radius = radius ?? .infinity
    rules.bookAhead = bookAhead ?? .never
    rules.answerDelay = answerDelay
    rules.isInstant = travel == .none
    rules.choice = choice
    rules.weights.travel = weights.travel
    rules.weights.startDelay = weights.startDelay
    // Scenarios give seconds per smallest unit and per star; the rules need milliseconds per unit and per
    // thousandth of a star.
    rules.weights.price = 1_000 * weights.price
    rules.weights.rating = weights.rating
    return rules
  }
}

extension ServicesFields.Behaviour {
  var rules: ConductRules {
    var rules = ConductRules()
    rules.duration = duration
    rules.maxLateness = maxLateness ?? .never
    rules.leaveWhenLate = leaveProbability
    rules.clientNoShow = clientNoShow
    rules.providerNoShow = providerNoShow
    rules.reviews.probability = reviews.probability
    rules.reviews.starWeights = reviews.stars
    rules.reviews.latenessPerStar = reviews.latenessPerStar ?? .never
    rules.reviews.moderationDelay = reviews.moderationDelay
    rules.reviews.ratingWeight = reviews.ratingWeight
    rules.reviews.moderation = reviews.moderation
    rules.reviews.unrated = reviews.unrated
    rules.disputes = disputes
    return rules
  }
}

extension SettlementPlan {
  var rules: Settlement {
    switch self {
    case .money(let money):
      .money(
        commission: Int64((1_000_000 * money.commission).rounded()), fee: money.bookingFee,
        payoutDays: money.payoutDays.map(Int64.init))
    case .timeCredits(let credits):
      .timeCredits(
        start: credits.start.rawValue, floor: credits.floor.rawValue,
        decay: credits.decayShare == 0
          ? nil
          : CreditDecay(
            share: Int64((1_000_000 * credits.decayShare).rounded()), days: Int64(credits.decayDays)),
        gift: credits.gift.rawValue)
    }
  }
}

extension Rules {
  /// Creates the rules of the lifecycle for the services scenario `scenario`.
  package init(services scenario: Scenario) {
    let fields = scenario.fields(of: ServicesFields.self)
    self.init(scenario, cycles: fields.matching, answerDelay: fields.behaviour.answerDelay)
    declineProbability = fields.behaviour.declineProbability
    providerCancelProbability = fields.behaviour.providerCancel
    requesterCancelProbability = fields.behaviour.clientCancel
    outages = fields.channel?.outages
  }
}
