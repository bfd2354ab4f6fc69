import Matching
public import Quantities
public import Travellers

/// The provisional pairs of the last window, and the outcomes of all earlier pairs.
final class Provisional {
  private(set) var records: [ProvisionalRecord] = []
  /// The index in `records` of each request's current pair.
  private var current: [RequestIndex: Int] = [:]
  /// Requests whose latest pickup time has passed.
  var expired: Set<RequestIndex> = []
  /// The last window's decisions for the requests whose attempt is due, and the time spent on each, in nanoseconds.
  var due: [RequestIndex: DueDecision] = [:]
  var elapsed: UInt32 = 0

  let terms: Terms
  let requests: [Request]

  init?(_ setup: SimulationSetup) {
    guard setup.bindsLate else { return nil }
    terms = setup.terms
    requests = setup.requests
  }

  /// Returns the driver with whom `request` is currently paired; nil if there is none.
  func driver(of request: RequestIndex) -> DriverIndex? { current[request].map { records[$0].driver } }

  /// Pairs `request` provisionally with `driver`, at `cost`, in the window that ends at `time`.
  func pair(_ request: RequestIndex, with driver: DriverIndex, cost: Int64, at time: Milliseconds) {
    if let place = current[request], records[place].driver == driver {
      records[place].windows += 1
      return
    }
    close(request, .replaced, at: time)
    current[request] = records.count
    records.append(ProvisionalRecord(request: request, driver: driver, from: time, cost: cost))
  }

  /// Ends the pair of `request` at `time`, if there is one.
  func close(_ request: RequestIndex, _ fate: ProvisionalFate, at time: Milliseconds) {
    guard let place = current.removeValue(forKey: request) else { return }
    records[place].until = time
    records[place].fate = fate
  }
}

/// A passenger and a driver who were paired by one or more consecutive windows.
public struct ProvisionalRecord: Sendable {
  public var request: RequestIndex
  public var driver: DriverIndex
  /// The end of the first window that paired them, and the end of the pair; `.never` if the pair still exists at
  /// the end of the run.
  public var from: Milliseconds
  public var until = Milliseconds.never
  /// The number of windows that paired them.
  public var windows: Int32 = 1
  /// The cost of the pair in its first window, in weighted milliseconds.
  public var cost: Int64
  public var fate = ProvisionalFate.open

  public init(request: RequestIndex, driver: DriverIndex, from: Milliseconds, cost: Int64) {
    self.request = request
    self.driver = driver
    self.from = from
    self.cost = cost
  }
}

/// How a provisional pair ended; the raw value is the name in provisional.csv.
public enum ProvisionalFate: String, CaseIterable, Sendable {
  case final
  case replaced
  case dissolved
  case withdrawn
  case open
}
