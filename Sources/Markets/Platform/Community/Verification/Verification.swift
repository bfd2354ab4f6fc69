import EventKernel
public import Quantities
public import Statistics

/// The times from which users are verified.
public struct Verification: Sendable {
  public let rules: VerificationRules
  let random: RandomSource

  /// Creates the verification of users by `rules`.
  public init(_ rules: VerificationRules, random: RandomSource) {
    self.rules = rules
    self.random = random
  }

  /// Returns the time at which a user who registers at `registered` is verified; for users verified from the start,
  /// this is the start of the run or earlier.
  ///
  /// - Parameter key: the key of the user's draws.
  public func moment(ofUser key: UInt64, registered: Milliseconds) -> Milliseconds {
    var draws = random.stream(.verification, key)
    if draws.happens(withProbability: rules.verifiedShare) { return min(.zero, registered) }
    return registered.saturatingAdd(rules.delay.span(&draws))
  }

  /// Returns whether the user is verified from the start.
  func isVerified(ofUser key: UInt64) -> Bool {
    var draws = random.stream(.verification, key)
    return draws.happens(withProbability: rules.verifiedShare)
  }
}

/// The rules for which users are verified, and from when.
public struct VerificationRules: Equatable, Sendable {
  /// The share of users who are verified from the start.
  public var verifiedShare = 0.8
  /// The time from registration to verification of the remaining users, in seconds.
  public var delay = Law.lognormal(median: 86_400, sigma: 1)
  /// The rules for deciding the applications of the remaining users; if nil, each is accepted after the delay.
  public var applications: ApplicationRules?

  public init() {}
}

/// The rules for deciding applications for verification.
public struct ApplicationRules: Equatable, Sendable {
  /// The team that decides; if nil, each application is decided after the delay.
  public var team: TeamRules?
  /// The share of applications that are refused.
  public var refusedShare = 0.1
  /// The maximum number of applications per user, including the first.
  public var most: Int32 = 2
  /// The probability that a refused user applies again, and the time until then, in seconds.
  public var againShare = 0.7
  public var againDelay = Law.lognormal(median: 86_400, sigma: 1)

  public init() {}
}

extension Verification {
  /// The applications of all users who register, in order of arrival, and when each user is verified.
  public struct Outcome: Sendable {
    /// The time of verification by user: `.never` if finally refused, nil if the user does not register.
    public var verified: [Milliseconds?]
    public var applications: [Application] = []
  }

  /// Decides the applications of users who register at `registrations`, in a run that begins `phase` after midnight on
  /// a Monday. The outcome depends only on these times, and is therefore known in advance. Within the same millisecond,
  /// first applications precede later ones, and lower user indices precede higher ones.
  ///
  /// - Parameters:
  ///   - registrations: the times by user; nil for a user who does not register. A time before the run counts as its start.
  ///   - keys: the keys of the users' draws.
  public func outcome(
    of registrations: [Milliseconds?], keys: [UInt64], by rules: ApplicationRules, phase: Milliseconds
  ) -> Outcome {
    var outcome = Outcome(verified: registrations)
    var team = rules.team.map { Team($0, phase: phase) }
    var kernel = Kernel<Attempt>()
    for (user, registered) in registrations.enumerated() {
      guard let registered else { continue }
      if isVerified(ofUser: keys[user]) {
        outcome.verified[user] = min(.zero, registered)
      } else {
        outcome.verified[user] = .never
        if registered < Self.latest {
          kernel.schedule(Attempt(user: UserIndex(user), number: 1), at: max(.zero, registered))
        }
      }
    }
    while let (time, attempt) = kernel.next() {
      var draws = random.stream(.application, keys[Int(attempt.user)], UInt64(attempt.number))
      let span = span(of: attempt, key: keys[Int(attempt.user)], by: rules, &draws)
      let way =
        team?.take(span, at: time) ?? TeamCase(came: time, begun: time, decided: time.saturatingAdd(span))
      let isRefused = draws.happens(withProbability: rules.refusedShare)
      outcome.applications.append(
        Application(user: attempt.user, number: attempt.number, way: way, isRefused: isRefused))
      let appliesAgain = draws.happens(withProbability: rules.againShare)
      outcome.verified[Int(attempt.user)] = isRefused ? .never : way.decided
      guard isRefused, appliesAgain, attempt.number < rules.most else { continue }
      let next = way.decided.saturatingAdd(rules.againDelay.span(&draws))
      guard next < Self.latest else { continue }
      kernel.schedule(Attempt(user: attempt.user, number: attempt.number + 1), at: next)
    }
    return outcome
  }

  /// Returns the duration of a decision: working time if there is a team, otherwise the time since the application.
  /// Without a team, the first decision takes as long as it would if none were refused.
  private func span(
    of attempt: Attempt, key: UInt64, by rules: ApplicationRules, _ draws: inout KeyedGenerator
  ) -> Milliseconds {
    let own = (rules.team?.service ?? self.rules.delay).span(&draws)
    return rules.team == nil && attempt.number == 1
      ? moment(ofUser: key, registered: .zero) : own
  }

  /// The arrival of an application.
  private struct Attempt: BitwiseCopyable {
    var user: UserIndex
    var number: Int32
  }

  /// A time after some 270 years, later than the end of any run, and the smallest time that the event kernel cannot
  /// represent.
  private static let latest = Milliseconds(1 << 43)
}

/// A user's application for verification.
public struct Application: Equatable, Sendable {
  public var user: UserIndex
  /// The number of the application among the user's, counting from 1.
  public var number: Int32
  public var way: TeamCase
  public var isRefused: Bool
}
