import Quantities
import Scenario

extension ServicesFields {
  /// The search for providers, and their ranking.
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

  /// The kinds of travel, by whether paths take time.
  enum TravelKind: String, CaseIterable {
    case space
    case none
  }

  /// The weights of a provider's costs, in seconds of score.
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
        "The search radius: the farthest base from the job, straight; `null` leaves it to the providers' areas."
      ),
      Field(
        "book_ahead_s", \.bookAhead, orNull: .seconds(),
        "How long after the answer a provider sets out at the latest: 0 books only who can set out at once, `null` books any start in the window."
      ),
      Field(
        "waiting_list", \.hasWaitingLine, .boolean,
        "Whether jobs that find nobody with free time wait in line until a provider of theirs becomes free, first come, first served."
      ),
      Field(
        "travel", \.travel, .oneOf, "How providers travel: through the space, or in no time over no distance."
      ),
      Field(
        "weights", \.weights, .object(ServicesFields.Weights.members),
        "What makes a provider dear; the lowest score is the best, ties go to the lower id."),
      Field("choice", \.choice, SearchRules.Choice.shape, "Whom the client takes."),
    ])
}

extension ServicesFields.Weights {
  static let members = Members(
    Self(),
    [
      Field(
        "travel", \.travel, .number(.from(0, to: 1e6)), "Seconds of score for each of the way to the job."
      ).idle { $1.services.matching.travel == .none ? "ways take no time (`travel` is `none`)" : nil },
      Field(
        "start_delay", \.startDelay, .number(.from(0, to: 1e6)),
        "Seconds of score for each that the planned start lies behind the earliest wished."),
      Field(
        "price_s", \.price, .number(.from(0, to: 1e6), "s"),
        "Seconds of score for each smallest unit of the price of the whole job."),
      Field("rating_s", \.rating, .number(.from(0, to: 1e9), "s"), "Seconds of score that a star saves."),
    ])
}

extension SearchRules.Choice {
  private struct Logit {
    var first = 5
    var scale = Milliseconds(600_000)
  }

  static var shape: Shape<Self> {
    .union([
      Kind("best", .best, { $0 == .best }, "The one with the lowest score."),
      Kind(
        "logit",
        Members(
          Logit(),
          [
            Field("first", \.first, .integer(1, to: 1_000), "How many of the best the client looks at."),
            Field(
              "scale_s", \.scale, .seconds(.from(0.001, to: 1e9)),
              "One is taken in proportion to exp(−score ÷ scale)."),
          ]), { .logit(first: $0.first, scale: $0.scale) },
        { if case .logit(let first, let scale) = $0 { Logit(first: first, scale: scale) } else { nil } },
        "One of the best, drawn by a logit."),
    ])
  }
}
