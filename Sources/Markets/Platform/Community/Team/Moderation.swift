public import Quantities
public import Statistics

/// The look at reviews before others see them.
public struct Moderation: Sendable {
  public let rules: ModerationRules
  private let random: RandomSource
  private var team: Team

  /// A look at a review, and what came of it.
  public struct Verdict: Equatable, Sendable {
    public var way: TeamCase
    /// True if nobody ever sees the review.
    public var isRejected: Bool
  }

  /// Begins without reviews, in a run that begins `phase` after a Monday at midnight.
  public init(_ rules: ModerationRules, phase: Milliseconds, random: RandomSource) {
    self.rules = rules
    self.random = random
    team = Team(rules.team, phase: phase)
  }

  /// Takes a review that is written at `time`, which is not before the last one: when it is decided, and how.
  ///
  /// - Parameters:
  ///   - key: what the draws of the rated request are keyed by.
  ///   - rater: what those of the person who writes are keyed by.
  public mutating func take(request key: UInt64, by rater: UInt64, at time: Milliseconds) -> Verdict {
    var draws = random.stream(.moderation, key, rater)
    let service = rules.team.service.span(&draws)
    return Verdict(
      way: team.take(service, at: time), isRejected: draws.happens(withProbability: rules.rejectedShare))
  }
}
