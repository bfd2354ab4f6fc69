import Foundation
import Lifecycle
import Quantities
import Scenario
import Synthesis
import Tables
import TestSupport
import Testing

@testable import Orders

/// What scenarios and files of orders become, and what is said of those that are wrong.
struct OrdersInputTests {
  static let markets = ScenarioMarkets([CarpoolFields.self, OrdersFields.self])
  private static let scenarios = SharedData.checkout.appending(path: "Scenarios").path

  static func shipped(_ name: String, _ overrides: [String] = []) throws -> Scenario {
    try Scenario.load(
      contentsOf: "\(scenarios)/\(name).json5", overrides: overrides, markets: markets)
  }

  @Test func print() throws {
    for name in ["orders", "orders-recorded"] {
      let scenario = try Self.shipped(name)
      let input = try OrdersInput(scenario, folder: Self.scenarios)
      let records = try input.world.records(Rules(ofOrders: scenario))
      var counts: [String: Int] = [:]
      for o in records.orders { counts["\(o.outcome) \(o.cause?.rawValue ?? "")", default: 0] += 1 }
      Swift.print(name, counts.sorted { $0.key < $1.key }, input.notices, records.eventCounts)
      for s in records.stations {
        Swift.print(
          s.begun, s.waits.reduce(0, +) / max(1, s.begun) / 1000, s.mostWaiting,
          Double(s.busyInHours) / Double(s.workingTime))
      }
      for b in Book.allCases { Swift.print(b, records.ledger.balance(of: b), terminator: " ") }
      Swift.print()
    }
  }
}
