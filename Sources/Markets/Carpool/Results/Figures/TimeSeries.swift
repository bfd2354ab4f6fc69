import Lifecycle
public import Quantities
import Simulation
import Travellers

/// The course of a run in equal intervals: flows within [from, to), states just before `to`.
///
/// Each state thus equals the previous interval's state plus inflow minus outflow. Probes and refused rows are
/// excluded; the warm-up is included.
///
/// - Complexity: one pass over requests, drivers, attempts and stops.
public struct TimeSeries: Sendable {
  /// The values of one interval.
  public struct Interval: Sendable {
    public var from: Milliseconds
    public var to: Milliseconds
    public var driversActive = 0
    public var requestsSubmitted = 0
    public var matches = 0
    public var pickups = 0
    public var dropoffs = 0
    public var requestsWaiting = 0
    /// The number of persons on board, excluding drivers.
    public var passengersOnBoard = 0
    /// The number of settled requests submitted in the interval, and how many of them were ever matched.
    public var settled = 0
    public var everMatched = 0
    /// The totals over the matches made in the interval.
    public var totalTimeToMatch = Milliseconds.zero
    public var totalDetour = Milliseconds.zero

    /// The share of the settled requests submitted in the interval that were ever matched; nil if there are none.
    public var matchRate: Double? { settled > 0 ? Double(everMatched) / Double(settled) : nil }
    /// The mean time to match, in seconds; nil if no match was made.
    public var meanTimeToMatch: Double? { matches > 0 ? totalTimeToMatch.seconds / Double(matches) : nil }
    /// The mean detour, in seconds; nil if no match was made.
    public var meanDetour: Double? { matches > 0 ? totalDetour.seconds / Double(matches) : nil }
  }

  /// The intervals, starting at time zero; the last contains the end of the run.
  public private(set) var intervals: [Interval]
  private let length: Int64
  private let end: Milliseconds

  /// Counts the events of `run` by interval.
  public init(of run: CarpoolRun) {
    length = run.interval.rawValue
    end = run.records.end
    let length = length
    intervals = (0...max(0, end.rawValue / length)).map { index in
      Interval(from: Milliseconds(index * length), to: Milliseconds((index + 1) * length))
    }
    addDrivers(run)
    addRequests(run)
    addMatches(run)
    addStops(run)
    accumulate(\.driversActive)
    accumulate(\.requestsWaiting)
    accumulate(\.passengersOnBoard)
  }

  /// Returns the index of the interval that contains `time`; nil after the end of the run.
  private func index(of time: Milliseconds) -> Int? {
    time <= end ? Int(max(0, time.rawValue) / length) : nil
  }

  private mutating func addDrivers(_ run: CarpoolRun) {
    for (row, record) in run.records.drivers.enumerated() where record.outcome != .refusedInput {
      guard let found = found(row, run) else { continue }
      if let begin = index(of: found.lowerBound) { intervals[begin].driversActive += 1 }
      if let finish = index(of: min(found.upperBound, record.arrive ?? .never)) {
        intervals[finish].driversActive -= 1
      }
    }
  }

  /// Returns the first and last times at which the matching rule could find the driver at `row`; nil if it never could.
  private func found(_ row: Int, _ run: CarpoolRun) -> ClosedRange<Milliseconds>? {
    run.records.findable.isEmpty
      ? run.drivers[row].announce...Milliseconds.never : run.records.findable[row]
  }

  private mutating func addRequests(_ run: CarpoolRun) {
    for (row, request) in run.requests.enumerated() {
      let role = run.role(ofRequest: row)
      guard role == .settled || role == .inProgress, let begin = index(of: request.submit) else { continue }
      let record = run.records.requests[row]
      intervals[begin].requestsSubmitted += 1
      intervals[begin].requestsWaiting += 1
      if let ended = record.ended, let finish = index(of: ended) { intervals[finish].requestsWaiting -= 1 }
      guard role == .settled else { continue }
      intervals[begin].settled += 1
      if record.firstMatch != nil { intervals[begin].everMatched += 1 }
    }
  }

  private mutating func addMatches(_ run: CarpoolRun) {
    let rides = run.plannedRides
    for attempt in run.records.attempts where attempt.outcome == .accepted {
      guard let index = index(of: attempt.answered) else { continue }
      intervals[index].matches += 1
      let row = Int(attempt.request)
      let hasPlanned = !run.seeks.isEmpty && run.seeks[row] != nil
      let asked = hasPlanned && !attempt.isPlanned ? rides[row].waitsFrom : run.requests[row].submit
      intervals[index].totalTimeToMatch += attempt.answered - asked
      intervals[index].totalDetour += attempt.detour
    }
  }

  private mutating func addStops(_ run: CarpoolRun) {
    for stop in run.records.stops {
      guard let index = index(of: stop.arrive) else { continue }
      switch stop.kind {
      case .pickup:
        intervals[index].pickups += 1
        intervals[index].passengersOnBoard += Int(stop.partySize)
      case .dropoff:
        intervals[index].dropoffs += 1
        intervals[index].passengersOnBoard -= Int(stop.partySize)
      // A transferring passenger neither begins nor ends the trip here.
      case .transferDropoff: intervals[index].passengersOnBoard -= Int(stop.partySize)
      case .transferPickup: intervals[index].passengersOnBoard += Int(stop.partySize)
      case .depart, .arrive, .waypoint, .move:
        break
      }
    }
  }

  /// Converts the net changes in `state` into the states themselves.
  private mutating func accumulate(_ state: WritableKeyPath<Interval, Int>) {
    for index in intervals.indices.dropFirst() {
      intervals[index][keyPath: state] += intervals[index - 1][keyPath: state]
    }
  }
}
