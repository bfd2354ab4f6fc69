import Lifecycle
import Matching
import Quantities
import Travellers

/// Windows whose pairs bind as late as they can.
extension Provisional: MarketFeature {
  func due(
    _ gathered: [RequestIndex], at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) -> (due: [RequestIndex], others: [RequestIndex])? {
    market.due(gathered, self, at: time, &desk)
  }

  func decide(together calls: [Call], _ market: inout CarpoolMarket, _ desk: inout Desk) -> [AttemptRecord]? {
    market.conclude(calls, self, &desk)
  }

  /// A cycle has as many attempts as it takes, until nobody could pick the passenger up in time.
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
