import JSON5
import Markets
import Scenario

/// The input of a study's runs as its manifest has it, by fields.
struct StudyInput: Sendable {
  /// The base scenario as resolved.
  private let scenario: JSON
  /// The plan of the study; nil where it is not known.
  private let plan: StudyPlan?
  /// The folder that the scenario's files are relative to; nil where it is not known.
  let folder: String?
  /// The values of fields that varied and were chosen, by path.
  private var chosen: [String: String] = [:]

  /// The input of the `scenario` of a manifest, and its `plan`, whose files are relative to `folder`.
  init(_ scenario: JSON, _ plan: StudyPlan? = nil, folder: String? = nil) {
    self.scenario = scenario
    self.plan = plan
    self.folder = folder
  }

  /// The scenario of the point that has `values` for the varied `parameters`.
  ///
  /// - Throws: `ScenarioError` where this program does not know it.
  func scenario(_ parameters: [String], _ values: [String]) throws(ScenarioError) -> Scenario {
    let fields = chosen.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } + zip(parameters, values)
    return try Scenario.load(
      text: scenario.compact, file: "the scenario of the study",
      varied: fields.map { "\($0)=\(given($0, $1))" }, markets: Markets.scenarios)
  }

  /// The value of `field` that tables show as `value`, as the plan gives it.
  private func given(_ field: String, _ value: String) -> String {
    let values = plan?.variations.first { $0.field == field }?.values ?? []
    return values.first { Scenario.shown($0, of: field, markets: Markets.scenarios) == value } ?? value
  }

  /// The input of the points at which the field has `value`.
  func choosing(_ field: String, _ value: String) -> StudyInput {
    var input = self
    input.chosen[field] = value
    return input
  }

  /// The field at `path` for the point that has `values` for the varied `parameters`; nil where it is null, or no number, or
  /// stands within what varies as a whole.
  func number(_ path: String, _ parameters: [String], _ values: [String]) -> Double? {
    for (field, value) in zip(parameters, values) where path == field || path.hasPrefix(field + ".") {
      return path == field ? StudyTable.number(value) : nil
    }
    for (field, value) in chosen where path == field || path.hasPrefix(field + ".") {
      return path == field ? StudyTable.number(value) : nil
    }
    return json(path)?.real
  }

  /// Tells whether the base scenario has nothing at `path`, and nothing there varies.
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
