import Matching
public import Quantities
public import Travellers

/// The pairs that the last window decided and that bind nobody yet, and what became of all before.
final class Provisional {
  private(set) var records: [ProvisionalRecord] = []
  /// The place in `records` of the pair that each request is in now.
  private var current: [RequestIndex: Int] = [:]
  /// Requests whose last time to be picked up is over.
  var expired: Set<RequestIndex> = []
  /// What the last window decided for the requests whose attempt is due, and how long that took, each, nanoseconds.
  var due: [RequestIndex: DueDecision] = [:]
  var elapsed: UInt32 = 0

  let terms: Terms
  let requests: [Request]

  init?(_ setup: SimulationSetup) {
    guard setup.bindsLate else { return nil }
    terms = setup.terms
    requests = setup.requests
  }

  /// The driver that `request` is paired with for now; nil for nobody.
  func driver(of request: RequestIndex) -> DriverIndex? { current[request].map { records[$0].driver } }

  /// Pairs `request` with `driver` for now, at `cost`, by the window that ends at `time`.
  func pair(_ request: RequestIndex, with driver: DriverIndex, cost: Int64, at time: Milliseconds) {
    if let place = current[request], records[place].driver == driver {
      records[place].windows += 1
      return
    }
    close(request, .replaced, at: time)
    current[request] = records.count
    records.append(ProvisionalRecord(request: request, driver: driver, from: time, cost: cost))
  }

  /// Ends the pair of `request` at `time`, if it is in one.
  func close(_ request: RequestIndex, _ fate: ProvisionalFate, at time: Milliseconds) {
    guard let place = current.removeValue(forKey: request) else { return }
    records[place].until = time
    records[place].fate = fate
  }
}

/// A passenger and a driver who were paired by one window after another.
public struct ProvisionalRecord: Sendable {
  public var request: RequestIndex
  public var driver: DriverIndex
  /// The end of the window that paired them first, and the end of the pair; `.never` of one that the end of the run leaves.
  public var from: Milliseconds
  public var until = Milliseconds.never
  /// The number of windows that paired them.
  public var windows: Int32 = 1
  /// The cost of the pair as it was made first, weighted milliseconds.
  public var cost: Int64
  public var fate = ProvisionalFate.open

  public init(request: RequestIndex, driver: DriverIndex, from: Milliseconds, cost: Int64) {
    self.request = request
    self.driver = driver
    self.from = from
    self.cost = cost
  }
}

/// The end of a provisional pair; the raw value is the name in provisional.csv.
public enum ProvisionalFate: String, CaseIterable, Sendable {
  case final
  case replaced
  case dissolved
  case withdrawn
  case open
}
