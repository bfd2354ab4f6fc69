import EventKernel
public import Quantities
import Statistics

extension Verification {
  /// The applications of all users who register, in order of arrival, and when each user is verified.
  public struct Outcome: Sendable {
    /// The time of verification by user: `.never` if finally refused, nil if the user does not register.
    public var verified: [Milliseconds?]
    public var applications: [Application] = []
  }

  /// Decides the applications of users who register at `registrations`, in a run that begins `phase` after midnight
  /// on a Monday. Everything depends only on these times and is therefore known in advance. Within the same
  /// millisecond, first applications precede later ones, and lower users precede higher ones.
  ///
  /// - Parameters:
  ///   - registrations: by user; nil for a user who does not register. A time before the run counts as its start.
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

  /// Returns the time a decision takes: working time if there is a team, otherwise the time since the application.
  /// Without a team, the first decision takes as long as it would if none were refused.
  private func span(
    of attempt: Attempt, key: UInt64, by rules: ApplicationRules, _ draws: inout KeyedGenerator
  ) -> Milliseconds {
    let own = (rules.team?.service ?? self.rules.delay).span(&draws)
    return rules.team == nil && attempt.number == 1
      ? moment(ofUser: key, registered: .zero) : own
  }

  /// An application that arrives.
  private struct Attempt: BitwiseCopyable {
    var user: UserIndex
    var number: Int32
  }

  /// Some 270 years, later than any run lasts, and the smallest time a kernel cannot represent.
  private static let latest = Milliseconds(1 << 43)
}
