import Lifecycle
import Matching
import Quantities
import Spaces
import Travellers

/// The provisional pairs of the last window, and the outcomes of all earlier ones.
final class ProvisionalPairs {
  private(set) var records: [ProvisionalRecord] = []
  /// The index in `records` of each request's current pair.
  private var current: [RequestIndex: Int] = [:]
  /// Requests whose latest pickup time has passed.
  var expired: Set<RequestIndex> = []
  /// The last window's decisions for requests with a due attempt, and the time spent on each, in nanoseconds.
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

/// Windows whose pairs become binding as late as possible.
extension ProvisionalPairs: CarpoolFeature {
  func due(
    _ gathered: [RequestIndex], at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) -> (due: [RequestIndex], others: [RequestIndex])? {
    market.due(gathered, self, at: time, &desk)
  }

  func decide(together calls: [Call], _ market: inout CarpoolMarket, _ desk: inout Desk) -> [AttemptRecord]? {
    market.conclude(calls, self, &desk)
  }

  /// Returns the maximum number of attempts per cycle: 0 once the latest pickup time of `request` has passed, unlimited
  /// before; nil if it has no latest pickup time.
  func attempts(of request: RequestIndex) -> Int32? {
    guard terms.latestPickup(of: requests[request]) != .never else { return nil }
    return expired.contains(request) ? 0 : .max
  }

  func change(_ cycles: inout Int32, of request: RequestIndex) {
    if expired.contains(request) { cycles = 0 }
  }

  func lost(
    _ request: RequestIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) {
    close(request, .withdrawn, at: time)
  }

  func leave(in records: inout RunRecords) { records.provisional = self.records }
}
