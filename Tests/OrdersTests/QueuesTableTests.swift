import Lifecycle
import Quantities
import TestSupport
import Testing

@testable import Orders

/// The queues that are noted interval by interval, against those counted from each order's times.
struct QueuesTableTests {
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `a queue is who has entered and is not begun just before the interval's end`(seed: UInt64) throws {
    let station = Station(
      name: "desk", servers: 2,
      service: ServiceLaw(mean: Milliseconds(90_000)))
    let setup = OrdersSetup.poisson(600, meanDistance: 50_000, seed: seed, stations: [station])
    let interval: Int64 = 600_000
    let records = try setup.records(.of(seed: seed), queuesEvery: Milliseconds(interval))
    let queue = records.stations[0].queue
    #expect(queue.count == Int(records.end.rawValue / interval))
    #expect(queue.contains { $0 > 3 })
    for (place, waiting) in queue.enumerated() {
      let end = Milliseconds(Int64(place + 1) * interval)
      let counted = records.orders.count { $0.entered < end && !($0.begun < end) }
      #expect(waiting == Int64(counted), "interval \(place)")
    }
    // Nothing else changes, and unless asked for nothing is noted.
    let other = try setup.records(.of(seed: seed))
    #expect(other.stations[0].queue.isEmpty && other.orders.map(\.finished) == records.orders.map(\.finished))
  }
}
