import Foundation
import JSON5
import Markets
import Metrics
import Report
import Scenario
import Tables

/// The folder of a study, as read for its page.
struct StudySource {
  let table: StudyTable
  /// The manifest; nil for a folder without one, such as one assembled by hand.
  let manifest: JSON?
  let plan: StudyPlan?

  /// Reads the study in `folder`.
  ///
  /// - Throws: `ReportError` if it is not one, or `PageError.damaged` if its manifest has invalid content.
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

  /// The number of planned points; if unknown, of those run.
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
