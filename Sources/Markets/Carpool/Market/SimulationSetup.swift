import CarpoolScenario
public import Lifecycle
public import Matching
public import Quantities
public import Scenario
public import Spaces
public import Travellers

/// Everything that a run needs and does not change.
public struct SimulationSetup {
  /// Ordered by id; so are the requests. Their indexes name them in the records.
  public var drivers: [Driver]
  public var requests: [Request]
  /// The names of their ids, which key draws.
  public var driverNames = Names.numbers
  public var requestNames = Names.numbers
  /// The spaces in which cars drive, by the time of their departure.
  public var spaces: DailySpaces
  public var terms: Terms
  public var rules: Rules
  public var policy: any Policy
  public var observation = Observation()
  /// The number of threads among which searches are divided, unless something keeps them `undivided`; it changes no result.
  public var threads = 1
  /// The number of drivers from whom on a search over all is divided.
  public var driversRepayingHelp = Fleet.legsRepayingHelp
  /// True if pairs are counted that block what is decided.
  public var countsPairs = false
  /// Trips planned ahead; nil where there are none.
  public var board: BoardSetup?
  /// The platform services; nil where there is none.
  public var society: SocietySetup?

  /// Creates the setup of `scenario` for its synthesised or recorded `drivers` and `requests`.
  ///
  /// - Parameter policy: the matcher; nil for the one that the scenario names, which is then one of the program's own.
  /// - Precondition: drivers and requests are in ascending order of id, each id once.
  public init(
    _ scenario: Scenario, drivers: [Driver], requests: [Request], spaces: DailySpaces,
    policy: (any Policy)? = nil
  ) {
    precondition(Self.isAscending(drivers.lazy.map(\.id)), "drivers must be in ascending order of id")
    precondition(Self.isAscending(requests.lazy.map(\.id)), "requests must be in ascending order of id")
    self.drivers = drivers
    self.requests = requests
    self.spaces = spaces
    self.policy = policy ?? scenario.matching.policy.shipped
    terms = Terms(scenario)
    rules = Rules(scenario)
    countsPairs = scenario.matching.batch != nil
  }

  /// Creates the setup of `scenario` likewise, with one space for all times.
  ///
  /// - Precondition: drivers and requests are in ascending order of id, each id once.
  public init(
    _ scenario: Scenario, drivers: [Driver], requests: [Request], space: any Space,
    policy: (any Policy)? = nil
  ) {
    self.init(
      scenario, drivers: drivers, requests: requests, spaces: DailySpaces(space), policy: policy)
  }

  /// The reason why no search is divided among threads, for people; nil where searches are: those over all drivers, and in windows those
  /// by the circles, for passengers who do not walk, and where no wishes hang on friends and ratings.
  public var undivided: String? {
    if policy is BestInsertion, !terms.insertion.usesRadius {
      return drivers.count < driversRepayingHelp
        ? "a search over fewer than \(driversRepayingHelp) drivers is over before others could help"
        : nil
    }
    if policy.gathering != nil, policy.vantage == .reported, terms.batch.window > .zero,
      terms.walking.reach == 0, society?.friendship == nil, society?.ratings == nil
    {
      return nil
    }
    return
      "only requests that are decided together, by the policies batch and stable, are searched for side by side, and not "
      + "where passengers walk or heed friends and ratings; and searches over all drivers are divided, by the policy insertion "
      + "where the circles do not bind it"
  }

  private static func isAscending(_ ids: some Collection<Int64>) -> Bool {
    zip(ids, ids.dropFirst()).allSatisfy(<)
  }
}
