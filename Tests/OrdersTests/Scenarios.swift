import Foundation
import Scenario

@testable import Orders

/// Scenarios of orders for tests.
enum Given {
  private static let markets = ScenarioMarkets([OrdersFields.self])

  /// The scenario of a day that `text` describes.
  static func orders(_ text: String) throws -> Scenario {
    try Scenario.load(
      text: "{market: 'orders', time: {duration_s: 86400}, \(text)}", file: "s.json5", markets: markets)
  }

  /// What is wrong with it; empty where nothing is.
  static func fault(_ text: String) -> String {
    do {
      _ = try orders(text)
      return ""
    } catch { return "\(error)" }
  }

  /// The world of a scenario whose accounts and orders stand in files of this content.
  static func world(accounts: String, orders: String, _ more: String) throws -> OrdersInput {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(accounts.utf8).write(to: folder.appending(path: "a.csv"))
    try Data(orders.utf8).write(to: folder.appending(path: "o.csv"))
    let scenario = try self.orders(
      "accounts: {kind: 'recorded', file: 'a.csv'}, demand: {kind: 'recorded', file: 'o.csv'}, \(more)")
    return try OrdersInput(scenario, folder: folder.path)
  }
}
