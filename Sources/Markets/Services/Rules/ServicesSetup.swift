public import Community
public import Quantities
public import Statistics

/// The input of a run of the services market, apart from the space.
public struct ServicesSetup: Sendable {
  public var trades: Trades
  /// The providers, in ascending order of id, as are the jobs. Records refer to both by index.
  public var providers: [Provider]
  public var jobs: [Job]
  public var search = SearchRules()
  public var conduct = ConductRules()
  /// Whether jobs that find no provider with free time wait until one becomes free.
  public var hasWaitingLine = false
  public var settlement = Settlement.money(commission: 0)
  /// The start of a Monday, relative to the scenario's start, from which weekdays are counted for working hours.
  public var monday = Milliseconds.zero
  /// The rules by which providers were verified; nil if there is no verification, or every application is
  /// accepted.
  public var verification: VerificationRules?
  /// The providers' applications for verification, in order of arrival, including those after the run.
  public var applications: [Application] = []
  /// The rules for messages; if nil, all arrive immediately.
  public var channel: ChannelRules?
  /// The returning users; nil if each job has its own client.
  public var users: UsersSetup?
  /// The rules by which clients are verified; nil if none is.
  public var clientRules: ClientRules?
  /// The rules by which an administrator closes accounts; nil if administrators close none.
  public var sanctions: SanctionRules?
  /// Whether messages are recorded.
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

/// The returning users and the rules by which they leave. Users are ordered: providers, then clients who are not
/// providers.
public struct UsersSetup: Sendable {
  /// The rules by which clients leave after jobs that were not served.
  public var churn: ChurnRules?
  /// The rules by which providers leave after days without work.
  public var providerChurn: ChurnRules?
  /// The number of providers, and of the clients who are not providers.
  public var providers = 0
  public var clients = 0
  /// The clients' names in the file; empty if clients are drawn, in which case they are numbered from 0.
  public var clientNames: [String] = []
  /// The keys of the clients' draws: their numbers from 0, or, unless all names are whole numbers, hashes of their
  /// names.
  public var clientKeys: [UInt64] {
    guard clientNames.contains(where: { Int64($0) == nil }) else { return (0..<clients).map { UInt64($0) } }
    return clientNames.map(Names.key)
  }

  public init() {}

  /// The number of all users.
  public var count: Int { providers + clients }

  /// Returns the provider index of `user`; nil for a client who is not a provider.
  func provider(_ user: UserIndex) -> ProviderIndex? {
    Int(user) < providers ? ProviderIndex(rawValue: user.rawValue) : nil
  }
}
