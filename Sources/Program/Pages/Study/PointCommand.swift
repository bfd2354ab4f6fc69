import Foundation
import JSON5
import Markets
import Quoting
import Report
import Scenario

/// The command lines for repeating the runs of a study's points.
struct PointCommand {
  /// The path of the scenario's file in the commands.
  let file: String
  /// Whether that file exists.
  let isThere: Bool
  private let overrides: [String]
  /// The settings common to all points, in the form used in commands.
  var common: String {
    ("detour run \([file.asOperand] + overrides.flatMap { ["--set", $0] })" as ShellCode).text
  }
  private let fields: [String]
  /// For each field, the values as written in the study, keyed by their text in tables.
  private let values: [[String: String]]

  /// Prepares the commands of `source`.
  ///
  /// A study refers to its scenario by name, by default that of the file.
  init(_ source: StudySource) {
    let name = (source.scenario ?? "SCENARIO") + ".json5"
    let folder = source.manifest?["scenario_folder"]?.words ?? "."
    let path =
      folder.hasPrefix("/")
      ? folder + "/" + name
      : URL(filePath: source.table.folder + "/" + folder + "/" + name).absoluteURL.standardizedFileURL.path
    isThere = FileManager.default.fileExists(atPath: path)
    let here = FileManager.default.currentDirectoryPath + "/"
    // Paths below the working folder are relative, as users type them.
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

  /// Returns the text to use in commands for the value of `field` that tables show as `shown`.
  func value(_ shown: String, of field: Int) -> String { values[field][shown] ?? shown }

  /// Returns the command that repeats the first run of `point`.
  func text(_ point: StudyTable.Point) -> String {
    let settings =
      overrides + fields.indices.map { "\(fields[$0])=\(value(point.values[$0], of: $0))" }
    let sets = settings.flatMap { ["--set", $0] }
    let draws: ShellCode =
      point.runs.first.map { " --seed \($0.key.seed) --replication \($0.key.replication)" } ?? ""
    let call: ShellCode = "detour run \([file.asOperand] + sets)\(draws)"
    return call.text
  }
}
