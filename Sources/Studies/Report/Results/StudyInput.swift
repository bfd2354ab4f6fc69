import JSON5

/// The input of a study's runs as its manifest has it, by fields.
struct StudyInput: Sendable {
  /// The base scenario as resolved.
  private let scenario: JSON
  /// The values of fields that varied and were chosen, by path.
  private var chosen: [String: String] = [:]

  /// The input of the `scenario` of a manifest.
  init(_ scenario: JSON) { self.scenario = scenario }

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
