import Foundation
import JSON5
import Markets
import Metrics
import Models
import Scenario
import Tables

/// The description of a study's points in its manifest.
///
/// The rest of the manifest is not read: results can be read without it.
struct StudyRecord {
  let plan: StudyPlan
  /// The figures of runs in the study's market.
  let figures: FigureList
  private let json: JSON

  /// Returns the input of the runs.
  ///
  /// - Parameter folder: the manifest's folder.
  func input(in folder: String) -> StudyInput? {
    json["scenario"].map {
      StudyInput($0, plan, folder: json["scenario_folder"]?.words.map { folder + "/" + $0 })
    }
  }

  /// Reads the manifest at `path`; nil if there is none, or it has no plan.
  init?(file path: String) {
    guard FileManager.default.fileExists(atPath: path), let text = try? FileBytes(contentsOf: path).text,
      let json = JSON(parsing: text), let plan = json["plan"],
      let plan = try? StudyPlan.load(text: plan.compact, file: path, markets: Markets.scenarios)
    else { return nil }
    self.plan = plan
    self.json = json
    figures = Markets.of(json)?.figures(ofManifest: json) ?? Markets.figures
  }

  /// Returns, for each row of the design `saltelli`, the indices of its points, which are looked up in `index`; rows
  /// with points that have no run are omitted. Nil for other designs.
  func rows(_ index: [[String]: Int]) -> [[Int]]? {
    guard plan.design.method == .saltelli, let rows = paths("rows") else { return nil }
    return rows.compactMap { row in
      let places = row.compactMap { index[$0] }
      return places.count == plan.variations.count + 2 ? places : nil
    }
  }

  /// Returns the values of the points in each of the manifest's lists of indices under `name`; nil if there are none.
  func paths(_ name: String) -> [[[String]]]? {
    guard case .list(let points)? = json["points"], case .list(let lists)? = json[name] else { return nil }
    let values = points.map { point -> [String] in
      guard case .list(let values)? = point["values"] else { return [] }
      return values.compactMap { if case .text(let text) = $0 { text } else { nil } }
    }
    return lists.map { list in
      guard case .list(let places) = list else { return [] }
      return places.compactMap { place in
        guard case .integer(let place) = place, let place = Int(exactly: place) else { return nil }
        return values.indices.contains(place) ? values[place] : nil
      }
    }
  }
}

extension Markets {
  /// Returns the figures of the market in the manifest at `path`, or those of all markets if it is unknown.
  static func figures(ofManifestAt path: String) -> FigureList {
    let manifest = (try? FileBytes(contentsOf: path).text).flatMap { JSON(parsing: $0) }
    return manifest.flatMap { Markets.of($0)?.figures(ofManifest: $0) } ?? Markets.figures
  }
}

/// The input of a study's runs according to its manifest, by field.
struct StudyInput: Sendable {
  /// The resolved base scenario.
  private let scenario: JSON
  /// The plan of the study; nil if unknown.
  private let plan: StudyPlan?
  /// The folder to which the scenario's files are relative; nil if unknown.
  let folder: String?
  /// The chosen values of varied fields, by path.
  private var chosen: [String: String] = [:]

  /// Creates the input from a manifest's `scenario` and `plan`, with files relative to `folder`.
  init(_ scenario: JSON, _ plan: StudyPlan? = nil, folder: String? = nil) {
    self.scenario = scenario
    self.plan = plan
    self.folder = folder
  }

  /// Returns the scenario of the point with `values` of the varied `parameters`.
  ///
  /// - Throws: `ScenarioError` if this program cannot read it.
  func scenario(_ parameters: [String], _ values: [String]) throws(ScenarioError) -> Scenario {
    let fields = chosen.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } + zip(parameters, values)
    return try Scenario.load(
      text: scenario.compact, file: "the scenario of the study",
      varied: fields.map { "\($0)=\(given($0, $1))" }, markets: Markets.scenarios)
  }

  /// Returns the value of `field` as written in the plan, given the `value` shown in tables.
  private func given(_ field: String, _ value: String) -> String {
    let values = plan?.variations.first { $0.field == field }?.values ?? []
    return values.first { Scenario.shown($0, of: field, markets: Markets.scenarios) == value } ?? value
  }

  /// Returns the input of the points with `value` in `field`.
  func choosing(_ field: String, _ value: String) -> StudyInput {
    var input = self
    input.chosen[field] = value
    return input
  }

  /// Returns the number at `path` for the point with `values` of the varied `parameters`; nil if it is null, not a
  /// number, or inside a value that varies as a whole.
  func number(_ path: String, _ parameters: [String], _ values: [String]) -> Double? {
    for (field, value) in zip(parameters, values) where path == field || path.hasPrefix(field + ".") {
      return path == field ? StudyTable.number(value) : nil
    }
    for (field, value) in chosen where path == field || path.hasPrefix(field + ".") {
      return path == field ? StudyTable.number(value) : nil
    }
    return json(path)?.real
  }

  /// Returns whether the base scenario has no value at `path`, and no varied field sets one.
  func isAbsent(_ path: String, _ parameters: [String]) -> Bool {
    let fields = parameters + Array(chosen.keys)
    guard !fields.contains(where: { $0 == path || $0.hasPrefix(path + ".") || path.hasPrefix($0 + ".") })
    else { return false }
    return json(path).map { $0 == .null } ?? true
  }

  private func json(_ path: String) -> JSON? {
    path.split(separator: ".").reduce(scenario as JSON?) { json, name in json?[String(name)] }
  }
}
