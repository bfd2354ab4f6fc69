import Foundation
public import JSON5
import Metrics
import Quantities
import Report
import Scenario
import Statistics
import Study
import Tables

/// The reference scenarios run again, and held against the results that are kept of them.
///
/// The results that are kept are a `runs.csv` for each scenario, with a row per replication. Equal fingerprints are equal results,
/// byte for byte; where they differ, the figures are compared replication by replication, which have their random
/// numbers in common, and what lies beyond their noise is told from what does not.
public struct ResultsRegression: Sendable {
  /// The fate of one scenario.
  public struct Scene: Sendable {
    public let name: String
    /// Replications that gave the same bytes again, and all of them.
    public let same: Int
    public let all: Int
    /// The figures whose means differ; nil where nothing differs, or nothing could be compared.
    let comparison: Comparison?
    /// The reason it could not be compared.
    public let fault: String?
    /// The wall-clock time of running it, seconds.
    var seconds = 0.0
  }

  public let reference: String
  public let scenes: [Scene]

  /// Runs every scenario of which `reference` keeps replications (`replications/NAME/runs.csv`).
  ///
  /// - Throws: `BenchError.unreadable` where nothing is kept there.
  public init(reference: String, surroundings: Surroundings) throws(BenchError) {
    self.reference = reference
    let folder = reference + "/replications"
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
      .filter { FileManager.default.fileExists(atPath: "\(folder)/\($0)/runs.csv") }.sorted()
    guard !names.isEmpty else {
      throw .unreadable(
        file: folder,
        reason: "holds no NAME/runs.csv; `make reference` writes them, `--reference` names another place")
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

  /// Runs the scenario `path` as often as `kept` has replications.
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

  /// The fingerprint of each replication of the runs in `file`.
  private static func fingerprints(_ file: String) throws(TableError) -> [String: String] {
    var rows = try CSVReader(contentsOf: file)
    let replication = rows.column("replication")
    let fingerprint = rows.column("fingerprint")
    var found: [String: String] = [:]
    while rows.next() { found[rows.verbatim(replication)] = rows.verbatim(fingerprint) }
    try rows.finish()
    return found
  }

  /// "Did a result change?"
  public var answer: Finding.Answer {
    if scenes.contains(where: { $0.fault == nil && $0.same < $0.all }) { return .yes }
    return scenes.contains { $0.fault != nil } ? .cannotTell : .no
  }
}

extension ResultsRegression.Scene {
  /// The figures that differ: before, after, difference, interval, and whether that is beyond the noise.
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

  /// The fate of it, in a sentence.
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
  /// The text for a person.
  public var text: String {
    (scenes.flatMap(\.lines) + ["", "results changed: \(answer.rawValue)"]).map { $0 + "\n" }.joined()
  }

  /// The JSON for programs.
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
