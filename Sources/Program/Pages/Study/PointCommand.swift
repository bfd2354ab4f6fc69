import Foundation
import JSON5
import Markets
import Quoting
import Report
import Scenario

/// The command lines that do the runs of a study's points again.
struct PointCommand {
  /// The scenario's file as the command names it.
  let file: String
  /// True if that file is there.
  let isThere: Bool
  private let overrides: [String]
  private let fields: [String]
  /// For each field the values of the study by what tables show of them, where that is something else.
  private let values: [[String: String]]

  /// Prepares the commands of `source`.
  ///
  /// A study knows its scenario by its name, which is that of the file unless the file says another one.
  init(_ source: StudySource) {
    let name = (source.scenario ?? "SCENARIO") + ".json5"
    let folder = source.manifest?["scenario_folder"]?.words ?? "."
    let path =
      folder.hasPrefix("/")
      ? folder + "/" + name
      : URL(filePath: source.table.folder + "/" + folder + "/" + name).absoluteURL.standardizedFileURL.path
    isThere = FileManager.default.fileExists(atPath: path)
    let here = FileManager.default.currentDirectoryPath + "/"
    // What lies below the working folder is named from there, as people type it.
    file = isThere ? (path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path) : name
    overrides = source.plan?.overrides ?? []
    fields = source.table.parameters
    let variations = source.plan?.variations ?? []
    values = fields.map { field in
      let values = variations.first { $0.field == field }?.values ?? []
      return Dictionary(
        values.map { (Scenario.shown($0, of: field, markets: Markets.scenarios), $0) },
        uniquingKeysWith: { first, _ in first })
    }
  }

  /// The command that does the first run of `point` again.
  func text(_ point: StudyTable.Point) -> String {
    let settings =
      overrides + fields.indices.map { "\(fields[$0])=\(values[$0][point.values[$0]] ?? point.values[$0])" }
    let sets = settings.flatMap { ["--set", $0] }
    let draws: ShellCode =
      point.runs.first.map { " --seed \($0.key.seed) --replication \($0.key.replication)" } ?? ""
    let call: ShellCode = "detour run \([file.asOperand] + sets)\(draws)"
    return call.text
  }
}
