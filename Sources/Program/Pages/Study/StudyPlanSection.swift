import Foundation
import JSON5
import Markets
import Metrics
import Quantities
import Quoting
import Report
import Scenario
import Tables

/// A study's plan from its manifest, as a table.
struct StudyPlanSection {
  let source: StudySource

  /// The section; empty if there is no plan.
  var html: HTML {
    guard let plan = source.plan else { return "" }
    let rows = rows(plan).map { name, value -> HTML in
      "<tr><th scope=\"row\">\(name)</th><td>\(value)</td></tr>\n"
    }
    return """
      <section aria-labelledby="plan-title">
      <h2 id="plan-title">The study's plan</h2>
      <div class="scroll" tabindex="0" role="region" aria-label="Plan"><table><tbody>
      \(rows)</tbody></table></div>
      </section>

      """
  }

  private func rows(_ plan: StudyPlan) -> [(String, String)] {
    var rows = [("scenario", plan.scenario)]
    if let id = source.manifest?["scenario_id"]?.words { rows.append(("scenario id", id)) }
    rows += plan.overrides.map { ("set", $0) }
    rows += plan.variations.map { ("varied", Self.text($0)) }
    rows.append(("design", Self.text(plan.design)))
    rows.append(("replications", String(plan.replications)))
    if let precision = plan.precision {
      rows.append(
        (
          "precision",
          "\(precision.figure) within \(Words.percent(precision.halfWidth)) of its mean, at most \(Words.plural(precision.maxReplications, "replication"))"
        ))
    }
    if let version = source.manifest?["version"]?.words { rows.append(("version of detour", version)) }
    for input in source.manifest?["inputs"]?.items ?? [] {
      guard let path = input["path"]?.words ?? input["file"]?.words else { continue }
      rows.append(("input", path))
    }
    return rows
  }

  private static func text(_ variation: Variation) -> String {
    guard let from = variation.from, let to = variation.to else {
      return "\(variation.field) = \(variation.values.joined(separator: ", "))"
    }
    let count = variation.count.map { ", \(Words.plural($0, "value"))" } ?? ""
    let scale = variation.scale == .log ? ", logarithmic" : ""
    return "\(variation.field) from \(JSON.shortest(from)) to \(JSON.shortest(to))\(count)\(scale)"
  }

  private static func text(_ design: StudyPlan.Design) -> String {
    var parts = [design.method.rawValue]
    if let points = design.points {
      parts.append(Words.plural(points, design.method == .saltelli ? "row" : "point"))
    }
    if let trajectories = design.trajectories {
      parts.append("\(Words.grouped(trajectories)) trajectories over \(design.levels) values")
    }
    if design.method.isDrawn { parts.append("drawn with seed \(design.seed)") }
    return parts.joined(separator: ", ")
  }
}

/// The folder of a study, as read for its page.
struct StudySource {
  let table: StudyTable
  /// The manifest; nil for a folder without one, such as one assembled by hand.
  let manifest: JSON?
  let plan: StudyPlan?

  /// Reads the study in `folder`.
  ///
  /// - Throws: `ReportError` if there is none, or `PageError.damaged` if its manifest has invalid content.
  init(_ folder: String) throws {
    table = try StudyTable(study: folder)
    let path = folder + "/" + ResultFolder.manifestName
    guard FileManager.default.fileExists(atPath: path) else {
      (manifest, plan) = (nil, nil)
      return
    }
    guard let json = JSON(parsing: try FileBytes(contentsOf: path).text), let written = json["plan"],
      let plan = try? StudyPlan.load(text: written.compact, file: path, markets: Markets.scenarios)
    else {
      throw PageError.damaged(folder: folder, what: "manifest.json does not tell the plan of a study")
    }
    (manifest, self.plan) = (json, plan)
  }

  /// The readable name of the study.
  var name: String { plan.flatMap { $0.name.isEmpty ? nil : $0.name } ?? table.name }

  /// The scenario's name; nil if unknown.
  var scenario: String? { plan.flatMap { $0.scenario.isEmpty ? nil : $0.scenario } }

  /// The number of planned points or, if unknown, of points with runs.
  var plannedPoints: Int { manifest?["points"]?.items?.count ?? table.points.count }

  /// Returns the rows of `tuning.csv`, its header first; nil for a study that was not tuned.
  ///
  /// - Throws: `TableError` if it is unreadable.
  func tuning() throws -> [[String]]? {
    let path = table.folder + "/tuning.csv"
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    var reader = try CSVReader(contentsOf: path)
    let names = reader.columnNames
    let columns = names.map { reader.column($0) }
    var rows = [names]
    while reader.next() { rows.append(columns.map { reader.verbatim($0) }) }
    try reader.finish()
    return rows
  }
}
