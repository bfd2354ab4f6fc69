import JSON5
import Markets
import Scenario

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

  /// Returns the value of `field` as in the plan, for the `value` shown in tables.
  private func given(_ field: String, _ value: String) -> String {
    let values = plan?.variations.first { $0.field == field }?.values ?? []
    return values.first { Scenario.shown($0, of: field, markets: Markets.scenarios) == value } ?? value
  }

  /// Returns the input of the points with `value` in the field.
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

  /// Returns whether the base scenario has nothing at `path`, and nothing there varies.
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
