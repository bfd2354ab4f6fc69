public import Quantities
public import Statistics

/// The moderation of reviews before others see them.
public struct Moderation: Sendable {
  public let rules: ModerationRules
  private let random: RandomSource
  private var team: Team

  /// A moderation and its result.
  public struct Verdict: Equatable, Sendable {
    public var way: TeamCase
    /// Whether the review is never published.
    public var isRejected: Bool
  }

  /// Begins without reviews, in a run that begins `phase` after midnight on a Monday.
  public init(_ rules: ModerationRules, phase: Milliseconds, random: RandomSource) {
    self.rules = rules
    self.random = random
    team = Team(rules.team, phase: phase)
  }

  /// Takes a review written at `time`, which is not before the previous one; returns when and how it is
  /// decided.
  ///
  /// - Parameters:
  ///   - key: the key of the rated request's draws.
  ///   - rater: the key of the reviewer's draws.
  public mutating func take(request key: UInt64, by rater: UInt64, at time: Milliseconds) -> Verdict {
    var draws = random.stream(.moderation, key, rater)
    let service = rules.team.service.span(&draws)
    return Verdict(
      way: team.take(service, at: time), isRejected: draws.happens(withProbability: rules.rejectedShare))
  }
}
