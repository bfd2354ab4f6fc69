import Foundation
import Ground
import JSON5
import Metrics
import Models
import RoadNetwork
import Scenario
import TestSupport
import Testing

@testable import Markets

/// Every field that is said to do nothing in a scenario that comes with the project, against runs in which it has other values.
struct IdleFieldsTests {
  private static let folder = SharedData.checkout.appending(path: "Scenarios")
  static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".json5") }.sorted()

  @Test(arguments: names)
  func `a field that is said to have no effect changes no result, whatever it says`(name: String) throws {
    let trial = try Trial(Self.folder, name)
    let expected = try trial.fingerprint()
    // Of a scenario with every default written out, all fields are asked about.
    for field in try trial.load().idleFields {
      let changes = trial.changes(of: field.path)
      #expect(!changes.isEmpty, "\(name): \(field.path) has no other value")
      #expect(
        try trial.fingerprint(changes) == expected, "\(name): \(field) but \(changes) changes the results")
    }
  }

  @Test(arguments: names)
  func `a shipped scenario gives no field that does nothing`(name: String) throws {
    let path = Self.folder.appending(path: name).path
    let scenario = try Scenario.load(contentsOf: path, markets: Markets.scenarios)
    #expect(scenario.idleFields.map(\.description) == [])
  }
}

/// A small form of a shipped scenario, with every default written out.
private struct Trial {
  private let folder: String
  private let text: String
  private let resolved: JSON

  /// Fewer people and less time, where the scenario has such fields.
  private static let smaller = [
    "supply.count=150", "supply.per_hour=150", "demand.count=200", "demand.per_hour=200", "users.count=250",
    "accounts.count=60", "volunteers.count=60", "time.warm_up_s=0", "time.horizon_s=5400",
  ]

  init(_ folder: URL, _ name: String) throws {
    let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    if text.contains("\"../../") { try Test.cancel("\(name) has a city of its own, which takes minutes") }
    self.folder = folder.path
    var overrides: [String] = []
    for more in Self.smaller where Self.load(text, overrides + [more]) != nil { overrides.append(more) }
    resolved = try #require(Self.load(text, overrides)).resolved
    self.text = resolved.indented
  }

  private static func load(_ text: String, _ overrides: [String]) -> Scenario? {
    try? Scenario.load(text: text, file: "trial", overrides: overrides, markets: Markets.scenarios)
  }

  func load() throws -> Scenario { try #require(Self.load(text, [])) }

  /// What comes of it with `changes`, written as after `--set`.
  func fingerprint(_ changes: [String] = []) throws -> String {
    let scenario = try #require(Self.load(text, changes))
    let market: any MarketModel.Type = Markets.of(scenario)
    return try Self.digest(scenario, folder, market)
  }

  private static func digest<Market: MarketModel>(
    _ scenario: Scenario, _ folder: String, _ market: Market.Type
  ) throws -> String {
    var watch = Stopwatch()
    let world: Market.Ready = try watch.measure("input") {
      try market.world(of: scenario, folder: folder, on: .method(.advised(questions: nil))) { _ in }
    }
    return try world.results(RunObservation(records: false), watch).digest().fingerprint.text
  }

  /// Other values for what stands at `path` and within, as many as can be at once.
  func changes(of path: String) -> [String] {
    let steps = path.replacing("[", with: ".").replacing("]", with: "").split(separator: ".").map(String.init)
    let value = steps.reduce(Optional(resolved)) { value, step in
      Int(step).flatMap { value?.items?[$0] } ?? value?[step]
    }
    var changes: [String] = []
    for (leaf, value) in Self.leaves(value ?? .null, path) {
      let known = Self.load(text, changes)
      let other = Self.others(value).first { other in
        guard let changed = Self.load(text, changes + ["\(leaf)=\(other)"]) else { return false }
        return changed != known
      }
      if let other { changes.append("\(leaf)=\(other)") }
    }
    return changes
  }

  private static func leaves(_ value: JSON, _ path: String) -> [(path: String, value: JSON)] {
    switch value {
    case .object(let members): members.flatMap { leaves($0.value, path + "." + $0.key) }
    case .list(let items): items.prefix(2).enumerated().flatMap { leaves($1, "\(path)[\($0)]") }
    case .null: []
    default: [(path, value)]
    }
  }

  /// The words that fields have to choose from where they may do nothing.
  private static let words = [
    "none", "greedy", "optimal", "wished", "all", "matches", "cost", "added_driving", "passengers", "drivers",
    "exponential", "power", "fixed", "lognormal", "gamma", "resume", "finish", "smallest", "usual", "card",
    "order",
  ]

  private static func others(_ value: JSON) -> [String] {
    switch value {
    case .integer(let number): ["\(2 * number + 1)", "\(number / 2)", "\(number + 1)", "\(number - 1)"]
    case .number(let number): ["\(2 * number + 0.5)", "\(number / 2)", "\((number + 1) / 2)", "0", "1"]
    case .boolean(let value): ["\(!value)"]
    default: words
    }
  }
}
