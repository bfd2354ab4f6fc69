import Community
import Quantities
import Statistics

/// The returning users, and who has left: because the service failed them as clients, or gave them no work as
/// providers.
public struct Departures: Sendable {
  /// The reason a user left; the raw value is the name in users.csv.
  public enum Reason: String, CaseIterable, Sendable {
    case failed
    case idle
    /// The account was closed, independently of the service.
    case closed
    /// An administrator closed the account.
    case sanctioned
  }

  let setup: UsersSetup
  private var churn: Churn?
  private var providerChurn: Churn?
  /// The time at which each user left, and why; nil for those who stayed.
  private(set) var times: [Milliseconds?]
  private(set) var reasons: [Reason?]
  /// The time at which each provider last finished a job; nil before the first.
  private var lastDone: [Milliseconds?]

  init(_ setup: UsersSetup, random: RandomSource) {
    self.setup = setup
    churn = setup.churn.map { Churn($0, users: setup.count, random: random) }
    providerChurn = setup.providerChurn.map {
      Churn($0, users: setup.providers, drawing: .idleProvider, random: random)
    }
    times = Array(repeating: nil, count: setup.count)
    reasons = Array(repeating: nil, count: setup.count)
    lastDone = Array(repeating: nil, count: setup.providers)
  }

  /// Whether providers leave after days without work.
  var countsDays: Bool { providerChurn != nil }

  func hasLeft(_ user: UserIndex) -> Bool { times[Int(user)] != nil }
  func hasLeft(_ provider: ProviderIndex) -> Bool { times[Int(provider)] != nil }

  /// Records how the service served a job of `user`; returns whether the user leaves because of it.
  ///
  /// - Parameter key: the key of the job's draws.
  mutating func settle(_ user: UserIndex, success: Bool, job key: UInt64, at time: Milliseconds) -> Bool {
    guard !hasLeft(user), churn?.settle(user, success: success, request: key) == true else { return false }
    times[Int(user)] = time
    reasons[Int(user)] = .failed
    return true
  }

  /// Notes that an administrator closes the account of `provider`.
  mutating func leave(_ provider: ProviderIndex, at time: Milliseconds) {
    times[Int(provider)] = time
    reasons[Int(provider)] = .sanctioned
  }

  /// Notes that `provider` ended a job at `time`.
  mutating func noteWork(of provider: ProviderIndex, at time: Milliseconds) { lastDone[Int(provider)] = time }

  /// Ends the day of `provider` that began at `begin`, at `time`; returns whether they leave.
  ///
  /// - Parameters:
  ///   - hasPlans: whether there is agreed work still to be done: then the day is neither a failure nor a
  ///     success.
  ///   - keys: the keys of the provider's draws: the provider, and the number of the day.
  mutating func endDay(
    of provider: ProviderIndex, hasPlans: Bool, from begin: Milliseconds, at time: Milliseconds,
    keys: (provider: UInt64, day: UInt64)
  ) -> Bool {
    let hasWorked = lastDone[Int(provider)].map { $0 >= begin } ?? false
    let user = UserIndex(rawValue: provider.rawValue)
    guard hasWorked || !hasPlans, !hasLeft(user),
      providerChurn?.settle(user, success: hasWorked, request: keys.provider, keys.day) == true
    else { return false }
    times[Int(user)] = time
    reasons[Int(user)] = .idle
    return true
  }
}
