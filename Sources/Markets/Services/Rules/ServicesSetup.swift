public import Community
public import Quantities
public import Statistics

/// Everything a run of the services market needs besides the space, and does not change.
public struct ServicesSetup: Sendable {
  public var trades: Trades
  /// The providers, in ascending order of id, as are the jobs. Records refer to both by index.
  public var providers: [Provider]
  public var jobs: [Job]
  public var search = SearchRules()
  public var conduct = ConductRules()
  /// Whether jobs that find nobody with free time wait until somebody becomes free.
  public var hasWaitingLine = false
  public var settlement = Settlement.money(commission: 0)
  /// The start of a Monday, since the scenario's start: working hours depend on the weekday.
  public var monday = Milliseconds.zero
  /// The rules by which providers were verified; nil if there is no verification, or every application is
  /// accepted.
  public var verification: VerificationRules?
  /// Their applications, in order of arrival, including those after the run.
  public var applications: [Application] = []
  /// The rules for messages; if nil, they arrive at once and always.
  public var channel: ChannelRules?
  /// The returning users; nil if each job has a client of its own.
  public var users: UsersSetup?
  /// The rules by which clients are verified; nil if nobody is.
  public var clientRules: ClientRules?
  /// The rules by which an administrator closes accounts; nil if none is closed so.
  public var sanctions: SanctionRules?
  /// Whether messages are written down.
  public var recordsMessages = false
  public var random = RandomSource(seed: 1, replication: 0)

  /// Creates the setup of `providers` and `jobs`.
  ///
  /// - Precondition: both are in ascending order of id, each id once.
  public init(trades: Trades, providers: [Provider], jobs: [Job]) {
    precondition(zip(providers, providers.dropFirst()).allSatisfy { $0.id < $1.id }, "providers ascend by id")
    precondition(zip(jobs, jobs.dropFirst()).allSatisfy { $0.id < $1.id }, "jobs ascend by id")
    self.trades = trades
    self.providers = providers
    self.jobs = jobs
  }
}
