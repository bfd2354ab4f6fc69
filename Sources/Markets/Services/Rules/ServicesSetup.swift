public import Community
public import Quantities
public import Statistics

/// The input of a run of the services market, apart from the space.
public struct ServicesSetup: Sendable {
  public var trades: Trades
  /// The providers and the jobs, each in ascending order of id. Records refer to both by index.
  public var providers: [Provider]
  public var jobs: [Job]
  public var search = SearchRules()
  public var conduct = ConductRules()
  /// Whether jobs that find no provider with free time wait until one becomes free.
  public var hasWaitingLine = false
  public var settlement = Settlement.money(commission: 0)
  /// The start of a Monday, relative to the scenario's start, from which weekdays are counted.
  public var monday = Milliseconds.zero
  /// The rules by which providers were verified; nil if verification is not simulated.
  public var verification: VerificationRules?
  /// The providers' applications for verification, in order of arrival, including those after the run.
  public var applications: [Application] = []
  /// The rules for messages; nil: all messages arrive immediately.
  public var channel: ChannelRules?
  /// The returning users; nil if each job has a separate client.
  public var users: UsersSetup?
  /// The rules by which clients are verified; nil if clients are not verified.
  public var clientRules: ClientRules?
  /// The rules by which an administrator closes accounts; nil if sanctions are not simulated.
  public var sanctions: SanctionRules?
  /// Whether messages are recorded.
  public var recordsMessages = false
  public var random = RandomSource(seed: 1, replication: 0)

  /// Creates the setup of `providers` and `jobs`.
  ///
  /// - Precondition: both are in ascending order of their ids, which are unique.
  public init(trades: Trades, providers: [Provider], jobs: [Job]) {
    precondition(zip(providers, providers.dropFirst()).allSatisfy { $0.id < $1.id }, "providers ascend by id")
    precondition(zip(jobs, jobs.dropFirst()).allSatisfy { $0.id < $1.id }, "jobs ascend by id")
    self.trades = trades
    self.providers = providers
    self.jobs = jobs
  }
}

/// The returning users and the rules by which they leave. Providers come first, followed by clients who are not
/// providers.
public struct UsersSetup: Sendable {
  /// The rules by which clients leave after jobs that were not served.
  public var churn: ChurnRules?
  /// The rules by which providers leave after days without work.
  public var providerChurn: ChurnRules?
  /// The number of providers, and the number of clients who are not providers.
  public var providers = 0
  public var clients = 0
  /// The clients' names as recorded; empty if clients are drawn, in which case they are numbered from 0.
  public var clientNames: [String] = []
  /// The keys of the clients' draws: their numbers or, if any name is not a whole number, hashes of their names.
  public var clientKeys: [UInt64] {
    guard clientNames.contains(where: { Int64($0) == nil }) else { return (0..<clients).map { UInt64($0) } }
    return clientNames.map(Names.key)
  }

  public init() {}

  /// The total number of users.
  public var count: Int { providers + clients }

  /// Returns the provider index of `user`; nil for a client who is not a provider.
  func provider(_ user: UserIndex) -> ProviderIndex? {
    Int(user) < providers ? ProviderIndex(rawValue: user.rawValue) : nil
  }
}
