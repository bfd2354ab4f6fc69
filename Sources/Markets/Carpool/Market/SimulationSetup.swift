import CarpoolScenario
import Community
import Ground
public import Lifecycle
public import Matching
public import Quantities
public import Scenario
public import Spaces
public import Travellers

/// The immutable input of a run.
public struct SimulationSetup {
  /// The drivers, in ascending order of id, as are the requests; records refer to both by index.
  public var drivers: [Driver]
  public var requests: [Request]
  /// The names that belong to the drivers' ids, used as keys for draws.
  public var driverNames = Names.numbers
  public var requestNames = Names.numbers
  /// The spaces in which cars travel, by departure time.
  public var spaces: DailySpaces
  public var terms: Terms
  /// The meeting points of walking passengers; nil: the nodes of a network, or the points of a grid.
  public var meetingPlaces: MeetingPlaces?
  public var rules: Rules
  public var policy: any Policy
  public var observation = Observation()
  /// The number of threads among which searches are divided, if they can be divided (see `undivided`); it does not
  /// affect results.
  public var threads = 1
  /// The minimum number of drivers for which a search over all drivers is divided among threads.
  public var driversRepayingHelp = Fleet.legsRepayingHelp
  /// Whether the blocking pairs of each joint decision are counted.
  public var countsPairs = false
  /// The board for planned trips; nil: none.
  public var board: BoardSetup?
  /// The platform services; nil: none.
  public var society: SocietySetup?

  /// The choice between rides and their alternatives; nil if passengers accept every ride.
  public var choice: ChoiceSetup?

  /// Creates the setup of `scenario` with its `drivers` and `requests`, synthesised or recorded.
  ///
  /// - Parameter policy: the policy of the matcher; nil: the scenario's, which must then be a built-in policy.
  /// - Precondition: drivers and requests are in ascending order of id, without duplicates.
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
    choice = ChoiceSetup(scenario)
  }

  /// Creates the setup of `scenario` in the same way, but with one space for all times of day.
  ///
  /// - Precondition: drivers and requests are in ascending order of id, without duplicates.
  public init(
    _ scenario: Scenario, drivers: [Driver], requests: [Request], space: any Space,
    policy: (any Policy)? = nil
  ) {
    self.init(
      scenario, drivers: drivers, requests: requests, spaces: DailySpaces(space), policy: policy)
  }

  /// The reason, as text, why searches are not divided among threads; nil if they are. Searches over all drivers are
  /// divided, as are circle-based searches in windows if passengers do not walk and no preferences depend on friends or
  /// ratings.
  public var undivided: String? {
    if policy is BestInsertion, !terms.insertion.usesRadius {
      return drivers.count < driversRepayingHelp
        ? "a search over fewer than \(driversRepayingHelp) drivers is too short to be divided among threads"
        : nil
    }
    if policy.gathering != nil, policy.vantage == .reported, terms.batch.window > .zero,
      terms.walking.reach == 0, society?.friendship == nil, society?.ratings == nil
    {
      return nil
    }
    return
      "threads are used only for requests decided together (by the policies batch and stable, or by one that decides windows) "
      + "without walking, friends and ratings, and for searches of the policy insertion over all drivers"
  }

  private static func isAscending(_ ids: some Collection<Int64>) -> Bool {
    zip(ids, ids.dropFirst()).allSatisfy(<)
  }
}

extension Terms {
  /// Creates the terms of `scenario`.
  public init(_ scenario: Scenario) {
    let matching = scenario.matching
    self.init()
    radius = matching.radius
    spacing = matching.spacing
    stopDuration = scenario.behaviour.stopDuration
    sharesStops = matching.stops == .shared
    weights = matching.weights
    insertion = matching.insertion
    walking = matching.walking
    transfer = matching.transfer
    batch = matching.batch ?? BatchRules()
    maxWait = matching.limits.maxWait ?? .never
    maxDelay = matching.limits.maxDelay ?? .never
    maxRide = matching.limits.maxRide ?? .never
    maxRideRatio = matching.limits.maxRideRatio ?? .infinity
  }
}

extension Terms {
  /// Returns the latest pickup that the limits allow for `request`; `.never`: no limit.
  func latestPickup(of request: Request) -> Milliseconds {
    let promise = promise(for: request)
    guard promise.latestDropoff != .never else { return promise.latestPickup }
    return min(
      promise.latestPickup,
      promise.latestDropoff - request.direct.duration - (request.boarding ?? stopDuration))
  }
}

extension Rules {
  /// Creates the rules of `scenario`.
  public init(_ scenario: Scenario) {
    let behaviour = scenario.behaviour
    self.init(scenario, cycles: scenario.matching, answerDelay: behaviour.answerDelay)
    declineProbability = behaviour.declineProbability
    providerCancelProbability = behaviour.driverCancelProbability
    outages = scenario.channel?.outages
    requesterCancelProbability = scenario.demand.attributes?.cancelProbability ?? 0
  }
}
