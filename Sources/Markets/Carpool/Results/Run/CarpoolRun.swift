public import Board
package import CarpoolScenario
import Community
import EventKernel
public import Hindsight
public import JSON5
import Lifecycle
import Matching
public import Metrics
public import Models
public import Quantities
public import Simulation
import Spaces
public import Synthesis
public import Travellers

/// A completed run: the input and the records from which figures and tables are computed.
public struct CarpoolRun: Sendable {
  /// The identity of the run.
  public var identity: RunIdentity
  /// The carpool fields of the scenario.
  package var fields = CarpoolFields()
  /// The input requests, in ascending order of id.
  public var requests: [Request]
  /// The input drivers, in ascending order of id.
  public var drivers: [Driver]
  /// The names of the requests and the drivers in files.
  public var requestNames: Names
  public var driverNames: Names
  /// The records, with the same indices as requests and drivers.
  public var records: RunRecords
  /// The geometry that converts positions to the coordinates used in files.
  public var geometry: Geometry
  /// The end of the warm-up; requests submitted before are excluded from the request figures.
  public var warmUp: Milliseconds
  /// The time span to which the figures of requests and departures are restricted; nil: the whole run.
  var part: Range<Milliseconds>?
  /// The length of the intervals of the time series.
  public var interval: Milliseconds
  /// The period, starting at second 0, in which no input depends on the time of day; nil if there is none.
  public var stationaryPeriod: Milliseconds?
  /// The rules of the board; nil if there is no board.
  public var board: BoardRules?
  /// The drivers' published trips and the passengers' search criteria, by index; empty without a board.
  public var trips: [PublishedTrip?] = []
  public var seeks: [Seek?] = []
  /// The lengths of the routes between consecutive stops of published trips, by driver index; empty: straight lines.
  public var wayMetres: [[Metres]] = []
  /// The users behind drivers and requests; nil if the scenario does not require them.
  public var users: Users?
  /// The kinds of slack in the scenario.
  var slack: SlackKinds = []
  /// The hindsight optimum of the day; nil if not requested.
  public var hindsight: Hindsight?
  /// The rules for counting map-service calls; nil if they are not counted.
  public var mapCalls: MapCallRules?
  /// The name of the policy, if it is not the scenario's.
  public var policy: String?
  /// The name of an external policy, and its command or library; nil if a built-in policy decides.
  public var outsidePolicy: (name: String, source: String)?

  /// Creates a run.
  ///
  /// - Precondition: ids are strictly ascending, there is one record per request and per driver, and the interval is
  ///   positive.
  public init(
    identity: RunIdentity, requests: [Request], drivers: [Driver], records: RunRecords, geometry: Geometry,
    warmUp: Milliseconds = .zero, interval: Milliseconds = Milliseconds(300_000),
    requestNames: Names = .numbers, driverNames: Names = .numbers
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
  }

  /// The currency of amounts of money.
  var currency: Currency { fields.money?.currency ?? Currency() }
  /// The users by request index; empty if every traveller is a separate user.
  var requestUsers: [UserIndex] { users?.areKnown == true ? users?.ofRequest ?? [] : [] }
  /// The users by driver index; empty if every traveller is a separate user.
  var driverUsers: [UserIndex] { users?.areKnown == true ? users?.ofDriver ?? [] : [] }
  /// Returns how the figures classify the request at `index`.
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

  /// Returns whether the request at `index` is settled and counted in the figures.
  func isSettled(_ index: Int) -> Bool {
    role(ofRequest: index) == .settled && counts(requests[index].submit)
  }

  /// Returns whether requests submitted at `time` count in the request figures.
  func counts(_ time: Milliseconds) -> Bool { time >= warmUp && part?.contains(time) ?? true }

  /// The classification of a request in the figures.
  enum Role {
    /// Submitted, with a known outcome.
    case settled
    /// Submitted, but still in progress when the run was cut off.
    case inProgress
    case probe
    /// Submitted by a person who drove instead.
    case drove
    /// Not submitted before the run was cut off, or a probe without an attempt by that time.
    case unreached
    case refused
  }
}

extension DriverRecord {
  /// Returns the departure of `driver`, to whom this record belongs; the earliest departure if the driver may choose it
  /// and has not left yet.
  func departure(of driver: Driver) -> Milliseconds { departed ?? driver.depart }

  /// Returns the realised total detour of `driver`, to whom this record belongs: the travel time, including stops,
  /// minus the travel time of the solo trip; for a waiting car, its driving time. Nil if the driver has not arrived.
  func detour(of driver: Driver) -> Milliseconds? {
    driven(by: driver).map { $0 - driver.solo.duration }
  }
}

extension RequestRecord {
  /// The time from pickup to drop-off; nil if the passenger was not dropped off.
  var ride: Milliseconds? { dropoff.flatMap { end in pickup.map { end - $0 } } }
}

extension CarpoolRun: MarketRun {
  public func measured() -> Figures { Figures(of: self) }

  public func measured(during span: Range<Milliseconds>) -> Figures? {
    var half = self
    half.part = span
    return Figures(of: half)
  }

  public static func isTimed(_ metric: Metric) -> Bool { CarpoolFigure.timed.contains(metric) }

  public var effort: Performance.Effort {
    Performance.Effort(
      events: Int(records.events), requests: records.requests.count { $0.outcome != .refusedInput },
      decisions: CallTimes(wall: records.attempts.map(\.decisionNanoseconds), heldUp: records.heldUp))
  }

  public var work: [(name: String, count: Int)] {
    let known: [(name: String, count: Int)] = [
      ("events", Int(records.events)),
      ("heap_operations", records.eventCounts.scheduled + records.eventCounts.executed),
      ("cancellations", records.eventCounts.cancelled), ("attempts", records.attempts.count),
      ("index_probes", Int(records.indexProbes)),
    ]
    // Only some policies evaluate pairs of stops.
    func counted(_ name: String, _ count: (AttemptRecord) -> Int32) -> (name: String, count: Int)? {
      let counts = records.attempts.compactMap { count($0).ifComputed }
      return counts.isEmpty ? nil : (name, counts.reduce(0) { $0 + Int($1) })
    }
    return known
      + [counted("evaluated") { $0.evaluated }, counted("bounded_out") { $0.boundedOut }].compactMap(\.self)
  }

  public var refused: [RefusedRows] {
    let causes = Cause.allCases.map(\.rawValue)
    let refusedRequests = requests.indices.filter { records.requests[$0].outcome == .refusedInput }
    let refusedDrivers = drivers.indices.filter { records.drivers[$0].outcome == .refusedInput }
    return [
      RefusedRows(
        "requests",
        refusedRequests.map {
          (requests[$0].id, (records.requests[$0].cause ?? requests[$0].refusal)?.rawValue)
        }, names: requestNames, causes: causes),
      RefusedRows(
        "drivers", refusedDrivers.map { (drivers[$0].id, drivers[$0].refusal?.rawValue) }, names: driverNames,
        causes: causes),
    ]
  }

  public var coordinates: Geometry? { geometry }

  public var manifestMembers: [JSON.Member] { policy.map { [.init("policy", .text($0))] } ?? [] }

  /// The start-up of the run, estimated from the times at which drivers accepted.
  public var startUp: StartUp? {
    stationaryPeriod.map { period in
      StartUp(of: records.attempts.lazy.filter { $0.outcome == .accepted }.map(\.answered), over: period)
    }
  }
}
