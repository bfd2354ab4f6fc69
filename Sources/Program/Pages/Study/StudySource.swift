import Foundation
import JSON5
import Markets
import Metrics
import Report
import Scenario
import Tables

/// The folder of a study as its page reads it.
struct StudySource {
  let table: StudyTable
  /// The manifest; nil of a folder that has none, as one put together by hand.
  let manifest: JSON?
  let plan: StudyPlan?

  /// Reads the study in `folder`.
  ///
  /// - Throws: `ReportError` where it is none, or `PageError.damaged` where its manifest is not what was written.
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

  /// The name of the study for people.
  var name: String { plan.flatMap { $0.name.isEmpty ? nil : $0.name } ?? table.name }

  /// The scenario's name; nil where nothing tells it.
  var scenario: String? { plan.flatMap { $0.scenario.isEmpty ? nil : $0.scenario } }

  /// The number of points of the plan; of those that were run where nothing tells it.
  var plannedPoints: Int { manifest?["points"]?.items?.count ?? table.points.count }

  /// The rows of `tuning.csv`, its header first; nil of a study that was not tuned.
  ///
  /// - Throws: `TableError` where it cannot be read.
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
