public import Community
public import Quantities
public import Statistics

/// Everything that a run of the services market needs beside the space, and does not change.
public struct ServicesSetup: Sendable {
  public var trades: Trades
  /// The providers ordered by id; so are the jobs. Their indexes name them in the records.
  public var providers: [Provider]
  public var jobs: [Job]
  public var search = SearchRules()
  public var conduct = ConductRules()
  /// True if jobs that find nobody with free time stand in line until somebody becomes free.
  public var hasWaitingLine = false
  public var settlement = Settlement.money(commission: 0)
  /// The beginning of a Monday, since the scenario's start: working hours are by weekday.
  public var monday = Milliseconds.zero
  /// The rules by which providers were verified; nil if nobody is, or every application is accepted.
  public var verification: VerificationRules?
  /// Their applications, in the order in which they come, be it after the run.
  public var applications: [Application] = []
  /// The rules by which messages travel; nil for at once and always.
  public var channel: ChannelRules?
  /// The people who come back over the days; nil where each job has a client of its own.
  public var users: UsersSetup?
  /// The rules by which clients are verified; nil if nobody is.
  public var clientRules: ClientRules?
  /// The rules by which an administrator closes accounts; nil if none is closed so.
  public var sanctions: SanctionRules?
  /// True if messages are written down.
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
