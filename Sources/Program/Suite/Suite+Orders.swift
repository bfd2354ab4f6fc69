import EventKernel
import Ground
import Lifecycle
import Markets
import Orders
import Quantities
import Scenario

extension Suite {
  static let orders = shipped("orders", small: true)

  /// The month of the shipped scenario with varying numbers of orders, and accounts and servers in proportion:
  /// payments and stations with all records, from the world in memory to the last event.
  static let ordersLine = Benchmark(
    "orders/line", .macro, "payments and stations of a month of orders, with all records", unit: "orders",
    sizes: [10_000, 100_000, 1_000_000], small: 10_000
  ) { count, surroundings in
    let servers = [3, 4, 1].enumerated().map { place, shipped in
      "stations[\(place)].servers=\(max(1, shipped * count / 20_000))"
    }
    let scenario = try Scenario.load(
      contentsOf: "\(surroundings.scenarios)/orders.json5",
      overrides: ["demand.count=\(count)", "accounts.count=\(count * 3 / 10)"] + servers,
      markets: Markets.scenarios)
    let input = try OrdersInput(scenario, folder: surroundings.scenarios)
    let rules = Rules(ofOrders: scenario)
    return Work(count, "order") {
      let records = try input.world.records(rules)
      var checksum = Checksum()
      checksum.add(records.orders.lazy.map(\.finished.rawValue))
      return Outcome(
        checksum,
        [
          "events": records.eventCounts.executed, "attempts": records.attempts.count,
          "entries": records.ledger.entries.count,
        ])
    }
  }
}
