import Carpool
import Foundation
import Metrics
import Report
import TestSupport

/// Studies made of formulas, for tests.
enum Studies {
  static let matchRate = FigureColumn(.matchRate)
  static let wait = FigureColumn(.wait, .mean)
  static let detour = FigureColumn(.driverDetour, .mean)
  static let radius = "matching.radius_m"
  static let limit = "matching.limits.max_detour_s"

  /// A study with `replications` runs at every combination of the values of `parameters`; `figures` answers the figures
  /// of a point's run.
  static func study(
    _ parameters: [(path: String, values: [String])], folder: String = "Results/made",
    replications: Int = 4,
    seed: UInt64 = 1, figures: (_ values: [String], _ replication: Int) -> [FigureColumn: Double]
  ) -> StudyTable {
    var settings: [[String]] = [[]]
    for parameter in parameters {
      settings = settings.flatMap { setting in parameter.values.map { setting + [$0] } }
    }
    let points = settings.enumerated().map { number, values in
      StudyTable.Point(
        values: values,
        measured: (0..<replications).map { replication in
          StudyTable.Run(
            id: runID(number, replication), seed: seed, replication: UInt64(replication),
            figures: figures(values, replication))
        })
    }
    return StudyTable(folder: folder, parameters: parameters.map(\.path), points: points)
  }

  /// Sixteen hexadecimal digits.
  static func runID(_ point: Int, _ replication: Int) -> String {
    String(format: "%08x%08x", point + 0xA0, replication)
  }

  /// Radius by limit: matches and detours grow with both; the replications have a part in common at all points.
  static func grid(_ folder: String = "Results/grid", replications: Int = 4, shift: Double = 0) -> StudyTable
  {
    let radii = ["250", "500", "1000", "2000"]
    let limits = ["100", "300", "500"]
    return study([(radius, radii), (limit, limits)], folder: folder, replications: replications) {
      values, replication in
      var random = SplitMix64(seed: UInt64(replication) * 1000 + UInt64(abs(values.hashless)))
      let (r, d) = (Double(values[0])!, Double(values[1])!)
      let common = 0.01 * Double(replication % 3)
      let rate = (1 - exp(-r / 800)) * (1 - exp(-d / 200)) + common + 0.002 * random.uniform(-1...1)
      return [matchRate: rate + shift, detour: 0.4 * d * (1 - exp(-r / 900)) + random.uniform(-1...1)]
    }
  }

  /// Writes `study` as `detour sweep` does.
  static func write(_ study: StudyTable, _ figures: [FigureColumn], to folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let header =
      ["run_id"] + study.parameters + ["seed", "replication"] + figures.map(\.name) + ["fingerprint"]
    var text = header.joined(separator: ",") + "\n"
    for point in study.points {
      for run in point.runs {
        let values = figures.map { run[$0].map { String(format: "%.6f", $0) } ?? "" }
        let row = [run.id] + point.values + [String(run.key.seed), String(run.key.replication)] + values
        text += (row + [String(repeating: "0", count: 64)]).joined(separator: ",") + "\n"
      }
    }
    try text.write(toFile: folder + "/runs.csv", atomically: true, encoding: .utf8)
  }
}

extension [String] {
  /// A number that the texts have in every process alike.
  fileprivate var hashless: Int { joined().utf8.reduce(7) { ($0 * 31 + Int($1)) % 1_000_003 } }
}

/// Calls `body` with the path of a new folder, which goes afterwards.
func withScratchFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appending(path: "detour-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder.path(percentEncoded: false))
}

/// What `body` throws, as its sentence; nil where it throws nothing.
func sentence(_ body: () throws(ReportError) -> Void) -> String? {
  do {
    try body()
    return nil
  } catch {
    return error.description
  }
}
