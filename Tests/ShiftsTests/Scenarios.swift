import Foundation
import Ground
import Metrics
import Models
import Scenario
import TestSupport

@testable import Shifts

extension ScenarioMarkets {
  static let withShifts = Self([ScenarioMarket(ShiftsFields.self)])
}

/// Scenarios of shifts for tests.
enum Given {
  static let slots =
    "slots: [{name: 'day', begin_s: 2000, end_s: 3000}, {name: 'night', begin_s: 3000, end_s: 4000}]"
  static let volunteers = "volunteers: {kind: 'synthetic', count: 30}"

  /// The scenario that `text` describes, of shifts, with a sign-up of 1,000 s.
  static func scenario(_ text: String) throws -> Scenario {
    try Scenario.load(
      text: "{name: 'x', market: 'shifts', time: {duration_s: 1000}, \(text)}", file: "x.json5",
      markets: .withShifts)
  }

  /// What is wrong with it; empty where nothing is.
  static func fault(_ text: String) -> String {
    do {
      _ = try scenario(text)
      return ""
    } catch { return "\(error)" }
  }

  /// A scenario that is shipped.
  static func shipped(_ name: String, overrides: [String] = []) throws -> (Scenario, folder: String) {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Scenarios").path
    let scenario = try Scenario.load(
      contentsOf: folder + "/" + name + ".json5", overrides: overrides, markets: .withShifts)
    return (scenario, folder)
  }

  /// The world of files with this content.
  static func world(posts: String, volunteers: String, more: String = "") throws -> ShiftsWorld {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(posts.utf8).write(to: folder.appending(path: "p.csv"))
    try Data(volunteers.utf8).write(to: folder.appending(path: "v.csv"))
    let scenario = try scenario(
      "programme: {kind: 'recorded', file: 'p.csv'}, volunteers: {kind: 'recorded', file: 'v.csv'}, \(more)")
    return try ShiftsWorld(scenario, folder: folder.path)
  }
}
