import Community
import Quantities
import Statistics

/// The returning users, and the departures of clients whom the service failed and of providers without work.
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
  /// The time at which each user left (nil if they stayed), and the reason.
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

  /// Records whether a job of `user` was successful, and returns whether the user leaves as a result.
  ///
  /// - Parameter key: the key of the job's draws.
  mutating func settle(_ user: UserIndex, success: Bool, job key: UInt64, at time: Milliseconds) -> Bool {
    guard !hasLeft(user), churn?.settle(user, success: success, request: key) == true else { return false }
    times[Int(user)] = time
    reasons[Int(user)] = .failed
    return true
  }

  /// Records that an administrator closes the account of `provider`.
  mutating func leave(_ provider: ProviderIndex, at time: Milliseconds) {
    times[Int(provider)] = time
    reasons[Int(provider)] = .sanctioned
  }

  /// Records that `provider` finished a job at `time`.
  mutating func noteWork(of provider: ProviderIndex, at time: Milliseconds) { lastDone[Int(provider)] = time }

  /// Ends, at `time`, the day of `provider` that began at `begin`, and returns whether the provider leaves.
  ///
  /// - Parameters:
  ///   - hasPlans: whether agreed work is still to be done; if so, a day without work does not count as a failure.
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
