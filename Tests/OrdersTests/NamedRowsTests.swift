import Foundation
import Metrics
import Models
import Quantities
import TestSupport
import Testing

@testable import Orders

/// Accounts and orders that their files call by names.
struct NamedRowsTests {
  private static let accounts = (1...30).map { "customer \($0),\($0 % 7)" }
  private static let orders = (1...120).map {
    "order \($0),\(300 * $0),customer \($0 % 30 + 1),\($0 % 3 + 1)"
  }
  private static let scenario = """
    packs: [{credits: 5, price: 1250}, {credits: 20, price: 4400}],
    payment: {pack_probability: 0.7, decline_probability: 0.3},
    stations: [{name: 'print', servers: 2, hours: 'mon-sun 00:00-24:00', service: {law: 'exponential', mean_s: 200}}]
    """

  private static func input(_ accounts: [String], _ orders: [String]) throws -> OrdersInput {
    try Given.world(
      accounts: (["account_id,credits"] + accounts).joined(separator: "\n") + "\n",
      orders: (["order_id,submit_s,account_id,recipients"] + orders).joined(separator: "\n") + "\n", scenario)
  }

  private static func fingerprint(_ accounts: [String], _ orders: [String]) throws -> String {
    try OrdersWorld(input: input(accounts, orders)).results().digest().fingerprint.text
  }

  @Test func `the order of rows changes nothing`() throws {
    var random = SplitMix64(seed: 4)
    let expected = try Self.fingerprint(Self.accounts, Self.orders)
    for _ in 0..<2 {
      let other = try Self.fingerprint(
        Self.accounts.shuffled(using: &random), Self.orders.shuffled(using: &random))
      #expect(other == expected)
    }
  }

  @Test func `another row leaves the draws of all others as they are`() throws {
    let (few, more) = (
      try Self.input(Self.accounts, Self.orders).setup,
      try Self.input(["a,0"] + Self.accounts, ["a,10,a,2"] + Self.orders).setup
    )
    #expect(few.orders.map(\.key) == more.orders.dropFirst().map(\.key))
    #expect(Set(more.orders.map(\.key)).count == 121)
    #expect(few.accounts.map(\.usualPack) == more.accounts.dropFirst().map(\.usualPack))
    #expect(Set(few.accounts.map(\.usualPack)).count == 2)
    // Payments are drawn for each order by itself.
    func paid(_ world: OrdersSetup, _ names: (Int64) -> String) throws -> [String: Bool] {
      let accounts = (world.accounts.count > 30 ? ["a,0"] : []) + Self.accounts
      let orders = (world.orders.count > 120 ? ["a,10,a,2"] : []) + Self.orders
      let run = try OrdersWorld(input: Self.input(accounts, orders)).run(RunObservation())
      return Dictionary(
        uniqueKeysWithValues: zip(run.setup.orders, run.records.orders).map {
          (names($0.id), $1.firstMatch != nil)
        })
    }
    let before = try paid(few) { few.orderNames.text(of: $0) }
    var after = try paid(more) { more.orderNames.text(of: $0) }
    #expect(after.removeValue(forKey: "a") != nil)
    #expect(before == after && before.values.contains(true) && before.values.contains(false))
  }
}
