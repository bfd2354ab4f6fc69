import Quantities
import Scenario

extension ServicesFields {
  /// The rules for the search for providers, and for their ranking.
  struct Matching: CycleRules, Equatable, Sendable {
    var attempts = 3
    var retryInterval = Milliseconds(300_000)
    var maxCycles = 2
    var relaunch = Scenario.Relaunch()
    var radius: Metres?
    var bookAhead: Milliseconds?
    var hasWaitingLine = false
    var travel = TravelKind.space
    var weights = Weights()
    var choice = SearchRules.Choice.best
  }

  /// The kinds of travel: through the space, which takes time, or none.
  enum TravelKind: String, CaseIterable {
    case space
    case none
  }

  /// The weights of the components of a provider's score, in seconds.
  struct Weights: Equatable, Sendable {
    var travel = 1.0
    var startDelay = 0.1
    var price = 0.1
    var rating = 600.0
  }
}

extension ServicesFields.Matching {
  static let members = Members(
    Self(),
    cycleFields + [
      Field(
        "radius_m", \.radius, orNull: .metres(),
        "The maximum straight-line distance from a provider's base to the job. `null`: no limit besides the providers' areas."
      ),
      Field(
        "book_ahead_s", \.bookAhead, orNull: .seconds(),
        "The maximum time from the answer to the provider's departure; 0: only providers who can depart at"
          + " once. `null`: any start in the window."
      ),
      Field(
        "waiting_list", \.hasWaitingLine, .boolean,
        "Whether jobs for which no provider is available wait in a first-come, first-served queue for an eligible provider."
      ),
      Field(
        "travel", \.travel, .oneOf,
        "How providers travel: through the `space`, or with `none`, without time and distance."
      ),
      Field(
        "weights", \.weights, .object(ServicesFields.Weights.members),
        "The weights of a provider's score; the lowest score is best, and the lower id breaks ties."),
      Field("choice", \.choice, SearchRules.Choice.shape, "The client's choice of provider."),
    ])
}

extension ServicesFields.Weights {
  static let members = Members(
    Self(),
    [
      Field(
        "travel", \.travel, .number(.from(0, to: 1e6)), "The score per second of travel to the job."
      ).idle { $1.services.matching.travel == .none ? "travel takes no time (`travel` is `none`)" : nil },
      Field(
        "start_delay", \.startDelay, .number(.from(0, to: 1e6)),
        "The score per second from the earliest desired start to the planned start."),
      Field(
        "price_s", \.price, .number(.from(0, to: 1e6), "s"),
        "The score, in seconds, per smallest currency unit of the price of the whole job."),
      Field(
        "rating_s", \.rating, .number(.from(0, to: 1e9), "s"),
        "The reduction of the score, in seconds, per star."),
    ])
}

extension SearchRules.Choice {
  private struct Logit {
    var first = 5
    var scale = Milliseconds(600_000)
  }

  static var shape: Shape<Self> {
    .union([
      Kind("best", .best, { $0 == .best }, "The provider with the lowest score."),
      Kind(
        "logit",
        Members(
          Logit(),
          [
            Field(
              "first", \.first, .integer(1, to: 1_000),
              "The number of top-ranked providers that the client considers."),
            Field(
              "scale_s", \.scale, .seconds(.from(0.001, to: 1e9)),
              "The scale of the logit: the choice probabilities are proportional to exp(−score ÷ scale)."),
          ]), { .logit(first: $0.first, scale: $0.scale) },
        { if case .logit(let first, let scale) = $0 { Logit(first: first, scale: scale) } else { nil } },
        "One of the top-ranked providers, drawn by a logit."),
    ])
  }
}
