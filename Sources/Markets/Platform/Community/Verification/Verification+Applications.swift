import EventKernel
public import Quantities
import Statistics

extension Verification {
  /// The applications of all who register, in the order in which they come, and from when each is verified.
  public struct Outcome: Sendable {
    /// The time of verification by user: `.never` for one whom the service refused for good, nil for one who does not
    /// register.
    public var verified: [Milliseconds?]
    public var applications: [Application] = []
  }

  /// Decides the applications of users who register at `registrations`, in a run that begins `phase` after a Monday at
  /// midnight: all of it depends on these times alone, so that it is known beforehand. In one millisecond first applications
  /// come before others, the lower user's first.
  ///
  /// - Parameters:
  ///   - registrations: by user; nil of one who does not register, and an earlier one than the run counts as its start.
  ///   - keys: what the draws of each user are keyed by.
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

  /// The time that a decision takes: of the team, or from the application on. Without a team, the first takes what it would
  /// if none was refused.
  private func span(
    of attempt: Attempt, key: UInt64, by rules: ApplicationRules, _ draws: inout KeyedGenerator
  ) -> Milliseconds {
    let own = (rules.team?.service ?? self.rules.delay).span(&draws)
    return rules.team == nil && attempt.number == 1
      ? moment(ofUser: key, registered: .zero) : own
  }

  /// An application that comes.
  private struct Attempt: BitwiseCopyable {
    var user: UserIndex
    var number: Int32
  }

  /// Later than any run lasts, some 270 years, and the first time that a kernel does not hold.
  private static let latest = Milliseconds(1 << 43)
}
