public import Market
public import Matching
public import Quantities
public import Scenario
public import Spaces
public import Statistics

/// Everything that a run needs and does not change.
public struct SimulationSetup {
  /// Ordered by id; so are the requests. Their indexes name them in the records.
  public var drivers: [Driver]
  public var requests: [Request]
  /// Where cars drive, by the time of their departure.
  public var spaces: DailySpaces
  public var terms: Terms
  public var rules: Rules
  public var policy: any Policy
  public var observation = Observation()

  /// Creates the setup of `scenario` for its synthesised or recorded `drivers` and `requests`.
  ///
  /// - Parameter policy: the matcher; nil for the one that the scenario names.
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
    self.policy = policy ?? scenario.matching.policy.policy
    terms = Terms(scenario)
    rules = Rules(scenario)
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

  private static func isAscending(_ ids: some Collection<Int64>) -> Bool {
    zip(ids, ids.dropFirst()).allSatisfy(<)
  }
}

/// The rules of the lifecycle: attempts, cycles, answers, cancellations.
public struct Rules: Sendable {
  /// Where answers, relaunches and cancellations are drawn from.
  public var random: RandomSource
  /// Calls of the matcher in a cycle, the first included.
  public var attempts: Int32
  /// From the end of an attempt to the next.
  public var retryInterval: Milliseconds
  public var maxCycles: Int32
  public var relaunchProbability: Double
  public var relaunchDelay: Milliseconds
  public var answerDelay: Milliseconds
  public var declineProbability: Double
  public var driverCancelProbability: Double
  /// The run ends then, whatever is left; `.never` to run until nobody is left half-way.
  public var horizon: Milliseconds

  /// The rules of `scenario`.
  public init(_ scenario: Scenario) {
    let matching = scenario.matching
    let behaviour = scenario.behaviour
    random = RandomSource(seed: scenario.seed, replication: UInt32(scenario.replication))
    attempts = Int32(clamping: matching.attempts)
    retryInterval = matching.retryInterval
    maxCycles = Int32(clamping: matching.maxCycles)
    relaunchProbability = matching.relaunch.probability
    relaunchDelay = matching.relaunch.delay
    answerDelay = behaviour.answerDelay
    declineProbability = behaviour.declineProbability
    driverCancelProbability = behaviour.driverCancelProbability
    horizon = scenario.time.horizon ?? .never
  }
}

/// What a run records beyond its results, and whom it tells how far it is. None of it changes a result.
public struct Observation {
  public var recordsEvents = false
  public var recordsCandidates = false
  /// A request each of whose attempts is worked out for every available driver.
  public var inspectedRequest: RequestIndex?
  /// Called now and then with the share of requests that were submitted (0 … 1) and the events so far.
  public var progress: ((Double, Int64) -> Void)?

  public init() {}
}

extension Terms {
  /// The terms of `scenario`.
  public init(_ scenario: Scenario) {
    let matching = scenario.matching
    self.init()
    radius = matching.radius
    spacing = matching.spacing
    stopDuration = scenario.behaviour.stopDuration
    weights.timeToPickup = matching.weights.timeToPickup
    weights.detour = matching.weights.detour
    weights.preference = matching.weights.preference
    insertion.usesRadius = matching.insertion.useRadius
    insertion.objective = matching.insertion.objective
    maxWait = matching.limits.maxWait ?? .never
    maxDelay = matching.limits.maxDelay ?? .never
    maxRide = matching.limits.maxRide ?? .never
    maxRideRatio = matching.limits.maxRideRatio ?? .infinity
  }
}
