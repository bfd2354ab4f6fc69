public import BenchmarkSuite
import Foundation
public import JSON5
import Metrics
import Quantities
import Report
import Scenario
import Statistics
import Study
import Tables

/// A comparison of repeated reference scenarios with their stored results.
///
/// The stored results are one `runs.csv` for each scenario, with one row per replication. Equal fingerprints mean
/// byte-identical results; otherwise, the figures are compared replication by replication, with common random
/// numbers, to distinguish significant differences from noise.
public struct ResultsRegression: Sendable {
  /// The outcome of one scenario.
  public struct Scene: Sendable {
    public let name: String
    /// The number of byte-identical replications, and the total number.
    public let same: Int
    public let all: Int
    /// The comparison of the figures; nil if all replications are byte-identical, or nothing could be compared.
    let comparison: Comparison?
    /// The reason the comparison failed.
    public let fault: String?
    /// The wall-clock time of the runs, in seconds.
    var seconds = 0.0
  }

  public let reference: String
  public let scenes: [Scene]

  /// Runs every scenario with stored replications in `reference` (`replications/NAME/runs.csv`).
  ///
  /// - Throws: `BenchError.unreadable` if there are none.
  public init(reference: String, surroundings: Surroundings) throws(BenchError) {
    self.reference = reference
    let folder = reference + "/replications"
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
      .filter { FileManager.default.fileExists(atPath: "\(folder)/\($0)/runs.csv") }.sorted()
    guard !names.isEmpty else {
      throw .unreadable(
        file: folder,
        reason:
          "contains no NAME/runs.csv; `make reference` writes them, or give another folder with `--reference`"
      )
    }
    scenes = names.map { name in
      let start = MachineClock.wall.seconds
      var scene: Scene
      do {
        scene = try Self.scene(name, kept: "\(folder)/\(name)", "\(surroundings.scenarios)/\(name).json5")
      } catch {
        scene = Scene(name: name, same: 0, all: 0, comparison: nil, fault: "\(error)")
      }
      scene.seconds = MachineClock.wall.seconds - start
      return scene
    }
  }

  /// Runs the scenario at `path`, with as many replications as the table `kept`.
  private static func scene(_ name: String, kept: String, _ path: String) throws -> Scene {
    let before = try fingerprints(kept + "/runs.csv")
    let folder = FileManager.default.temporaryDirectory.appending(path: "detour-results-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    var plan = StudyPlan()
    plan.name = name
    plan.scenario = path
    plan.replications = before.count
    let runner = try StudyRunner(
      Study(plan, scenario: path, version: "reference"), folder: folder.path(percentEncoded: false),
      jobs: ProcessInfo.processInfo.activeProcessorCount)
    _ = try runner.run()
    let now = folder.path(percentEncoded: false)
    let after = try fingerprints(now + "/runs.csv")
    let same = before.count { after[$0.key] == $0.value }
    var comparison: Comparison?
    if same < before.count {
      let sides = (try StudyTable(contentsOf: kept), try StudyTable(contentsOf: now))
      comparison = try Comparison(sides.0, sides.1, Comparison.judged(sides.0, sides.1))
    }
    return Scene(name: name, same: same, all: before.count, comparison: comparison, fault: nil)
  }

  /// Returns the fingerprint of each replication in `file`.
  private static func fingerprints(_ file: String) throws(TableError) -> [String: String] {
    var rows = try CSVReader(contentsOf: file)
    let replication = rows.column("replication")
    let fingerprint = rows.column("fingerprint")
    var found: [String: String] = [:]
    while rows.next() { found[rows.verbatim(replication)] = rows.verbatim(fingerprint) }
    try rows.finish()
    return found
  }

  /// Whether a result has changed.
  public var answer: Finding.Answer {
    if scenes.contains(where: { $0.fault == nil && $0.same < $0.all }) { return .yes }
    return scenes.contains { $0.fault != nil } ? .cannotTell : .no
  }
}

extension ResultsRegression.Scene {
  /// The changed figures: before, after, half-width of the interval, and whether the difference is
  /// significant.
  var changes: [(name: String, before: Double, after: Double, half: Double?, isBeyondNoise: Bool)] {
    (comparison?.blocks.flatMap(\.rows) ?? []).compactMap { row in
      guard let before = row.meanA, let after = row.meanB, let difference = row.difference, before != after
      else {
        return nil
      }
      let half = difference.interval.map { ($0.upperBound - $0.lowerBound) / 2 }
      let isBeyondNoise = [.better, .worse, .different].contains(row.verdict)
      return (row.figure.name, before, after, half, isBeyondNoise)
    }
  }

  /// The outcome in a sentence.
  var sentence: String {
    if let fault { return "\(name): cannot tell: \(fault)" }
    guard same < all else { return "\(name): the same results, byte for byte, in all \(all) replications" }
    let beyond = changes.count(where: \.isBeyondNoise)
    return
      "\(name): other results in \(all - same) of \(all) replications; figures that changed: \(changes.count), "
      + "beyond the noise of replications: \(beyond)"
  }

  /// Lines for a terminal.
  fileprivate var lines: [String] {
    var lines = [sentence]
    guard fault == nil, same < all else { return lines }
    let changes = changes
    let width = changes.map(\.name.count).max() ?? 0
    for change in changes {
      let gap = String(repeating: " ", count: width - change.name.count)
      let half = change.half.map { String(format: " ± %.4g", $0) } ?? ""
      let numbers = String(
        format: "%.6g → %.6g (%+.4g%@)", change.before, change.after, change.after - change.before, half)
      lines.append(
        "  \(change.name)\(gap)  \(numbers)  \(change.isBeyondNoise ? "beyond the noise" : "within the noise")"
      )
    }
    if changes.isEmpty { lines.append("  no figure changed: the tables differ in rows that no figure shows") }
    return lines
  }
}

extension ResultsRegression {
  /// The readable report.
  public var text: String {
    let machines =
      answer == .yes
      ? [
        "fingerprints are those of one kind of machine: kept results of another one may differ in a last digit"
      ] : []
    return (scenes.flatMap(\.lines) + [""] + machines + ["results changed: \(answer.rawValue)"])
      .map { $0 + "\n" }.joined()
  }

  /// The report as JSON.
  public var json: JSON {
    [
      "reference": .text(reference), "changed": .text(answer.rawValue),
      "scenarios": .list(
        scenes.map { scene in
          [
            "name": .text(scene.name), "replications": .integer(scene.all),
            "same": .integer(scene.same),
            "fault": .text(scene.fault),
            "changes": .list(
              scene.changes.map { change in
                [
                  "figure": .text(change.name), "before": .number(change.before),
                  "after": .number(change.after),
                  "half_width_95": .number(change.half),
                  "beyond_noise": .boolean(change.isBeyondNoise),
                ]
              }),
          ]
        }),
    ]
  }
}
