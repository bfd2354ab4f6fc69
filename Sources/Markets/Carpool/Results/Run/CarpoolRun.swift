public import Board
public import Community
public import Hindsight
public import Metrics
public import Quantities
public import Simulation
import Spaces
public import Synthesis
public import Travellers

/// A run as the figures and tables are made from it: what went in and what it left behind.
public struct CarpoolRun: Sendable {
  /// The identity of the run.
  public var identity: RunIdentity
  /// The requests that went in, ascending by id.
  public var requests: [Request]
  /// The drivers that went in, ascending by id.
  public var drivers: [Driver]
  /// The names of the requests and the drivers in the files.
  public var requestNames: Names
  public var driverNames: Names
  /// The records of them, at the same indexes.
  public var records: RunRecords
  /// Turns positions back into the coordinates that files hold.
  public var geometry: Geometry
  /// Requests submitted before this time stay out of the figures of requests.
  public var warmUp: Milliseconds
  /// The length of a row of the time series.
  public var interval: Milliseconds
  /// Kilograms of CO₂ per vehicle kilometre.
  public var co2PerKm: Double
  /// Calls of the matcher in a cycle, the first included.
  public var attemptsPerCycle: Int
  /// The time from second 0 on in which nothing changes by the clock; nil where there is none.
  public var stationaryPeriod: Milliseconds?
  /// The rules of the board; nil without one.
  public var board: BoardRules?
  /// The trips that drivers published, and the seats that passengers looked for, at their indexes; empty without a
  /// board.
  public var trips: [PublishedTrip?] = []
  public var seeks: [Seek?] = []
  /// The lengths of the ways from each stop of a published trip to the next, at the indexes of the drivers; where there
  /// is nothing, ways are straight.
  public var wayMetres: [[Metres]] = []
  /// The people behind drivers and requests; nil where nobody needs to know them.
  public var users: Users?
  /// The number of days for which the same people travel; nil where the scenario draws no people over days.
  public var days: Int?
  /// True if users look trips up in their history.
  public var hasHistory = false
  /// True if the exact matcher decides.
  var decidesByInsertion = false
  /// The features of slack that the scenario has.
  var slack: Set<CarpoolFeature> = []
  /// The currency of amounts of money.
  public var currency = Currency()
  /// The hindsight optimum of the day; nil where nobody wants to know.
  public var hindsight: Hindsight?
  /// The rules by which the calls of map services are counted; nil where nobody counts them.
  public var mapCalls: MapCallRules?
  /// The name of the policy where it is not the scenario's.
  public var policy: String?
  /// The name of a policy outside the program, and its command or library; nil where one of the program's own decided.
  public var outsidePolicy: (name: String, source: String)?

  /// Gathers a run.
  ///
  /// - Precondition: ids ascend strictly, there is one record per request and driver, the interval is positive.
  public init(
    identity: RunIdentity, requests: [Request], drivers: [Driver], records: RunRecords, geometry: Geometry,
    warmUp: Milliseconds = .zero, interval: Milliseconds = Milliseconds(300_000), co2PerKm: Double = 0.15,
    attemptsPerCycle: Int = 3, requestNames: Names = .numbers, driverNames: Names = .numbers
  ) {
    precondition(requests.count == records.requests.count, "one record per request")
    precondition(drivers.count == records.drivers.count, "one record per driver")
    precondition(zip(requests, requests.dropFirst()).allSatisfy { $0.id < $1.id }, "request ids ascend")
    precondition(zip(drivers, drivers.dropFirst()).allSatisfy { $0.id < $1.id }, "driver ids ascend")
    precondition(interval > .zero, "the interval of the time series is positive")
    self.identity = identity
    self.requests = requests
    self.drivers = drivers
    self.requestNames = requestNames
    self.driverNames = driverNames
    self.records = records
    self.geometry = geometry
    self.warmUp = warmUp
    self.interval = interval
    self.co2PerKm = co2PerKm
    self.attemptsPerCycle = attemptsPerCycle
  }

  /// True if trips are planned ahead.
  var hasBoard: Bool { board != nil }
  /// True if the run knows the people behind drivers and requests.
  var hasSociety: Bool { records.society != nil }
  /// The users that the requests are; empty where every traveller is a user of their own.
  var requestUsers: [UserIndex] { users?.areKnown == true ? users?.ofRequest ?? [] : [] }
  /// The users that the drivers are; empty if those of the requests are.
  var driverUsers: [UserIndex] { users?.areKnown == true ? users?.ofDriver ?? [] : [] }
  /// True if users invite friends to the service.
  var hasInvitations: Bool { records.society?.invitations != nil }
  /// True if rides are paid.
  var hasMoney: Bool { records.society?.balances != nil }
  /// True if the same people travel over days.
  var hasDays: Bool { hasSociety && days != nil }

  /// True if passengers ask before they can leave.
  var hasAnnouncedRequests: Bool {
    slack.contains(.announcedRequests) || requests.contains { $0.lead > .zero }
  }

  /// True if the scenario says how requests are decided together.
  var hasBatch: Bool { records.batch != nil }
  /// True if pairs are made before they bind.
  var hasProvisional: Bool { records.provisional != nil }
  /// True if passengers walk to meet a car.
  var hasWalking: Bool { records.meetings != nil }
  /// True if passengers may cancel a car that is coming.
  var hasCancellations: Bool { records.cancellations != nil }
  /// True if passengers may transfer.
  var hasTransfers: Bool { records.transfers != nil }

  /// The role of the request at `index` in the figures.
  func role(ofRequest index: Int) -> Role {
    switch records.requests[index].outcome {
    case .refusedInput: return .refused
    case .notSubmitted: return .unreached
    case .drove: return .drove
    case .probeHit, .probeMiss: return .probe
    case .inProgress where requests[index].isProbe || requests[index].submit > records.end:
      return .unreached
    case .inProgress: return .inProgress
    case .served, .unmatched, .cancelledByPassenger, .cancelledByDriver: return .settled
    }
  }

  /// Tells whether the request at `index` is among the settled ones of the figures.
  func isSettled(_ index: Int) -> Bool {
    role(ofRequest: index) == .settled && requests[index].submit >= warmUp
  }

  /// The role of a request in the figures.
  enum Role {
    /// Submitted, and its fate is known.
    case settled
    /// Submitted, and the run was cut off first.
    case inProgress
    case probe
    /// Submitted by somebody who drove instead.
    case drove
    /// Submitted after the run was cut off, or not at all, or a probe that got no attempt before.
    case unreached
    case refused
  }
}

extension DriverRecord {
  /// The departure of `driver`, whose record this is; the earliest one of who may choose it and has not left.
  func departure(of driver: Driver) -> Milliseconds { departed ?? driver.depart }

  /// The realised total detour of `driver`, whose record this is: arrival against arrival alone, stops included, and of a car
  /// that waits its driving; nil where the driver has not arrived.
  func detour(of driver: Driver) -> Milliseconds? {
    driven(by: driver).map { $0 - driver.solo.duration }
  }

  /// The time that `driver` was on the way, stops included; of a car that waits that of its driving alone.
  func driven(by driver: Driver) -> Milliseconds? {
    guard outcome == .arrived, let arrive else { return nil }
    return driver.waits ? driving : arrive - departure(of: driver)
  }
}

extension RequestRecord {
  /// The time from pickup to drop-off; nil if the passenger was not dropped off.
  var ride: Milliseconds? { dropoff.flatMap { end in pickup.map { end - $0 } } }
}
