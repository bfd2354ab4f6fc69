import Foundation
import Testing

/// A result folder as a reader of its files finds it.
struct RunResult {
  /// The tables of a carpool that hang on scenario and seed alone.
  static let deterministic = ["requests", "attempts", "drivers", "stops", "timeseries", "summary"]

  let scratch: Scratch
  let folder: String
  /// The content of manifest.json.
  let manifest: [String: Any]

  init(_ folder: String, in scratch: Scratch) throws {
    self.scratch = scratch
    self.folder = folder
    manifest = try #require(
      try JSONSerialization.jsonObject(with: scratch.data(folder + "/manifest.json")) as? [String: Any])
  }

  var runID: String { manifest["run_id"] as? String ?? "" }
  var fingerprint: String { manifest["fingerprint"] as? String ?? "" }

  /// The market that the run is of.
  var market: String { (manifest["scenario"] as? [String: Any])?["market"] as? String ?? "carpool" }

  /// The bytes of the deterministic tables, by name: of another market all but what its machine took.
  func tables() throws -> [String: Data] {
    var tables: [String: Data] = [:]
    let others = try scratch.names(in: folder).filter { $0.hasSuffix(".csv") && $0 != "timing.csv" }.map {
      String($0.dropLast(4))
    }
    let names = market == "carpool" ? Self.deterministic : others
    for name in names { tables[name] = try scratch.data(folder + "/" + name + ".csv") }
    return tables
  }

  /// The rows of the table `name`, by column; results hold no quotes.
  func rows(_ name: String) throws -> [Row] {
    let lines = try scratch.text(folder + "/" + name + ".csv").split(separator: "\n")
    let header = try #require(lines.first).split(separator: ",").map(String.init)
    return lines.dropFirst().map { line in
      let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      return Row(fields: Dictionary(zip(header, fields), uniquingKeysWith: { first, _ in first }))
    }
  }

  /// The value of a field of `time` in the scenario; nil for none.
  func time(_ field: String) -> Double? {
    ((manifest["scenario"] as? [String: Any])?["time"] as? [String: Any])?[field] as? Double
  }

  /// How many requests ended how.
  func outcomes() throws -> [String: Int] {
    try rows("requests").reduce(into: [:]) { $0[$1["outcome"], default: 0] += 1 }
  }

  /// The value of `metric` in the summary.
  func figure(_ metric: String, _ statistic: String = "value") throws -> Double? {
    try rows("summary").first { $0["metric"] == metric && $0["statistic"] == statistic }?.number("value")
  }

  /// One row of a table.
  struct Row {
    let fields: [String: String]

    /// The text in `column`; empty where it does not apply.
    subscript(column: String) -> String { fields[column] ?? "" }

    /// The number in `column`; nil where it does not apply.
    func number(_ column: String) -> Double? { Double(self[column]) }
  }
}

/// Expects what must hold of every run, whatever its numbers are.
func expectSound(_ result: RunResult, sourceLocation: SourceLocation = #_sourceLocation) throws {
  let requests = try result.rows("requests")
  let known: Set = [
    "served", "unmatched", "cancelled_by_passenger", "cancelled_by_driver", "in_progress", "refused_input",
    "probe_hit", "probe_miss", "drove",
  ]
  #expect(requests.allSatisfy { known.contains($0["outcome"]) }, sourceLocation: sourceLocation)
  let ids = requests.compactMap { Int64($0["request_id"]) }
  #expect(ids.count == requests.count, sourceLocation: sourceLocation)
  #expect(zip(ids, ids.dropFirst()).allSatisfy(<), "ids ascend", sourceLocation: sourceLocation)
  let submitted = requests.count { row in
    let submit = row.number("submit_s") ?? .nan
    // A run that was cut off never came to the later ones.
    return !["refused_input", "probe_hit", "probe_miss", "drove"].contains(row["outcome"])
      && row["probe"] == "false"
      && submit >= result.time("warm_up_s") ?? 0 && submit <= result.time("horizon_s") ?? .infinity
  }
  #expect(try result.figure("requests") == Double(submitted), sourceLocation: sourceLocation)
  for request in requests where request["outcome"] == "served" {
    let kept =
      isAtMost(request.number("pickup_s"), request.number("promised_pickup_s"))
      && isAtMost(request.number("dropoff_s"), request.number("latest_dropoff_s"))
      && isAtMost(request.number("submit_s"), request.number("match_s"))
      && isAtMost(request.number("match_s"), request.number("pickup_s"))
      && isAtMost(request.number("pickup_s"), request.number("dropoff_s"))
    #expect(kept, "request \(request["request_id"]) holds its promise", sourceLocation: sourceLocation)
  }
  for driver in try result.rows("drivers") where driver["outcome"] == "arrived" {
    let kept =
      isAtMost(driver.number("detour_s"), driver.number("max_detour_s"))
      // A car that waits has no trip of its own to which a detour could be compared.
      && isAtMost(driver.number("detour_ratio") ?? 0, driver.number("max_detour_ratio").map { $0 + 1e-6 })
    #expect(kept, "driver \(driver["driver_id"]) keeps the limits", sourceLocation: sourceLocation)
  }
  let stops = try result.rows("stops")
  let pickups = stops.count { $0["kind"] == "pickup" }
  let dropoffs = stops.count { $0["kind"] == "dropoff" }
  let inProgress = requests.count { $0["outcome"] == "in_progress" }
  #expect(dropoffs == requests.count { $0["outcome"] == "served" }, sourceLocation: sourceLocation)
  #expect(pickups - dropoffs <= inProgress, sourceLocation: sourceLocation)
}

/// Whether `value` keeps `bound`; an absent bound holds, an absent value does not.
private func isAtMost(_ value: Double?, _ bound: Double?) -> Bool {
  guard let value else { return false }
  return value <= bound ?? .infinity
}
