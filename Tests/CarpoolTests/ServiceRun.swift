import Carpool
import CarpoolScenario
import Metrics
import Models
import Scenario
import TestSupport

/// Small runs with a board and all of platform services, simulated once for all tests.
enum ServiceRun {
  /// A corridor of 20 km with five stops on which most drivers publish, with everything switched on.
  static let corridor = Result { try run(corridorText) }
  /// The same people over three days, who leave where they are not served.
  static let week = Result { try run(weekText) }
  /// The corridor without a board and without the service.
  static let bare = Result { try run(corridorText, overrides: nothing) }

  /// What takes all of it out of the corridor.
  static let nothing = ["board", "verification", "money", "friends", "ratings", "channel"].map {
    $0 + "=null"
  }

  static func scenario(_ text: String, overrides: [String] = []) throws -> Scenario {
    try Scenario.load(text: text, file: "test.json5", overrides: overrides)
  }

  static func run(_ text: String, overrides: [String] = []) throws -> CarpoolRun {
    try CarpoolWorld(scenario(text, overrides: overrides), folder: "").run(RunObservation())
  }

  static let corridorText = """
    {
      name: "corridor", seed: 5,
      space: {kind: "plane", width_m: 20000, height_m: 3000}, time: {duration_s: 86400},
      supply: {kind: "synthetic", count: 300, announce_before_s: 0},
      demand: {kind: "synthetic", count: 200},
      matching: {radius_m: 1500, limits: {max_detour_s: 600}},
      board: {
        offers: {
          kind: "synthetic", share: 0.8, price: {per_km: 1, step: 0}, takes_instant_share: 0.7,
          stops: [3000, 6000, 9000, 12000, 15000],
        },
        seeks: {kind: "synthetic", share: 0.6, access_m: 2500, egress_m: 2500, window_s: 7200},
        passenger_cancel_probability: 0.1, trip_cancel_probability: 0.1, no_show_probability: 0.1,
      },
      verification: {}, friends: {wish_share: 0.3, only_share: 0.02}, ratings: {least_share: 0.05},
      money: {commission_share: 0.1, opening_balance: 5}, channel: {loss: 0.1, online: 3000, offline: 600},
    }
    """.replacing("[3000, 6000, 9000, 12000, 15000]", with: stops)

  private static let stops =
    "[" + [3000, 6000, 9000, 12_000, 15_000].map { "{x: \($0), y: 1500}" }.joined(separator: ", ") + "]"

  private static let weekText = """
    {
      name: "week", seed: 5,
      space: {kind: "plane", width_m: 8000, height_m: 3000}, time: {duration_s: 259200},
      supply: {kind: "users"}, demand: {kind: "users"}, users: {count: 150, days: 3, churn: {}},
      matching: {radius_m: 1500, limits: {max_detour_s: 600}}, money: {},
    }
    """
}

/// A table as a stranger reads it: a dictionary a row.
struct TextTable {
  let rows: [[String: String]]

  /// Reads `name` of the result folder of `run`.
  init(_ name: String, of run: CarpoolRun) throws {
    rows = try withScratchFolder { folder in
      var tables = ResultTables(folder: folder, runID: "r")
      try run.write(asked: [name], into: &tables)
      let lines = try text(name + ".csv", in: folder).split(separator: "\n")
      let header = lines[0].split(separator: ",").map(String.init)
      return lines.dropFirst().map { line in
        let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        return Dictionary(uniqueKeysWithValues: zip(header, fields))
      }
    }
  }

  /// The numbers of `column`, empty fields left out.
  func numbers(_ column: String) -> [Double] { rows.compactMap { $0[column].flatMap(Double.init) } }
}

extension [String: String] {
  /// The number in `column`; nil where the field is empty.
  func number(_ column: String) -> Double? { self[column].flatMap(Double.init) }
  /// Whether the field in `column` is empty.
  func isEmpty(_ column: String) -> Bool { self[column] == "" }
}
