import Foundation
public import Metrics
import Scenario

extension StudyTable {
  /// Returns the points chosen by `selection`, without the parameters that it fixes. A selection is
  /// `field=value,field=value`, or the id of a run (its first digits suffice), which selects the run's point.
  ///
  /// - Throws: `ReportError` if a field or a value is not in the study.
  public func selecting(_ selection: String) throws(ReportError) -> StudyTable {
    if !selection.contains("=") { return try point(ofRun: selection) }
    var chosen = self
    for (name, value) in try Self.assignments(selection) { chosen = try chosen.fixing(name, value, in: self) }
    return chosen
  }

  /// Returns the index of the parameter called `name`.
  ///
  /// - Throws: `ReportError.unknownParameter`, which suggests the most similar name.
  public func parameter(_ name: String) throws(ReportError) -> Int {
    if let index = parameters.firstIndex(of: name) { return index }
    // Users usually remember the last part.
    let byTail = parameters.first { $0.hasSuffix("." + (name.split(separator: ".").last ?? "")) }
    let nearest = byTail ?? nearestName(to: name, among: parameters)
    throw .unknownParameter(name: name, folder: folder, nearest: nearest, known: parameters)
  }

  /// Returns the figure called `name`.
  ///
  /// - Throws: `ReportError`, which suggests the most similar name, if there is none, or if no run of the study has a
  ///   value of it.
  public func figure(_ name: String) throws(ReportError) -> FigureColumn {
    let figure = try FigureColumn(reading: name, among: figures)
    guard has(figure) else { throw .absentFigure(figure, folder: folder) }
    return figure
  }

  /// Returns whether any run has a value of `figure`.
  public func has(_ figure: FigureColumn) -> Bool {
    guard let columns = points.first?.runs.first?.columns else { return false }
    let isWhole = points.allSatisfy { $0.runs.first.map { $0.columns === columns } ?? true }
    // Without reading the column.
    if isWhole, !columns.has(figure) || runCount == columns.count { return columns.has(figure) }
    return points.contains { $0.runs.contains { $0[figure] != nil } }
  }

  /// Returns the distinct values of the parameter at `index`: numbers ascending, otherwise in the order of
  /// the points.
  public func values(of index: Int) -> [String] {
    var seen: Set<String> = []
    let values = points.map { $0.values[index] }.filter { seen.insert($0).inserted }
    let numbers = values.compactMap(Self.number)
    guard numbers.count == values.count else { return values }
    return zip(numbers, values).sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// Returns the scale of the numerical values of the parameter at `index`: the plan's, or else the one on which they
  /// are evenly spaced.
  func scale(of index: Int) -> FieldScale {
    let numbers = values(of: index).compactMap(Self.number)
    guard (numbers.first ?? 0) > 0, logarithmic.contains(parameters[index]) else {
      return FieldScale(of: numbers)
    }
    return .logarithmic
  }

  /// The maximum magnitude of usable numbers, so that squares and sums stay finite.
  static let greatest = 1e100

  /// Returns the number in `value`; nil if it is not a number, or outside the usable range.
  static func number(_ value: String) -> Double? {
    Double(value).flatMap { $0.magnitude <= greatest ? $0 : nil }
  }

  /// Returns whether every value of the parameter at `index` is a number.
  public func isNumeric(_ index: Int) -> Bool { points.allSatisfy { Self.number($0.values[index]) != nil } }

  /// Returns the points chosen by `choice`, as in `selecting`, or a point that was not simulated, specified by a
  /// value for each numerical field that varies in the remaining study.
  ///
  /// - Throws: `ReportError` as in `selecting`, and if a value that was not simulated is given without the others.
  public func choosing(_ choice: String) throws(ReportError) -> (study: StudyTable, point: [String: Double]?)
  {
    let chosen: StudyTable
    let refusal: ReportError
    do throws(ReportError) { return (try selecting(choice), nil) } catch { refusal = error }
    guard choice.contains("="), case .unknownValue = refusal else { throw refusal }
    let parts = try Self.assignments(choice)
    var (fixed, point): ([String], [String: Double]) = ([], [:])
    for (name, text) in parts {
      let index = try parameter(name)
      if isNumeric(index), values(of: index).count > 1, let number = Self.number(text) {
        point[parameters[index]] = number
      } else {
        fixed.append("\(name)=\(text)")
      }
    }
    chosen = fixed.isEmpty ? self : try selecting(fixed.joined(separator: ","))
    guard !point.isEmpty else { throw refusal }
    let missing = chosen.parameters.indices.filter {
      chosen.values(of: $0).count > 1 && point[chosen.parameters[$0]] == nil
    }.map { chosen.parameters[$0] }
    // A value for a parameter that no longer varies would be ignored.
    guard point.keys.allSatisfy(chosen.varies) else {
      throw refusal
    }
    guard missing.isEmpty else {
      throw .impossible(
        what: "\(choice)",
        reason:
          "was not simulated, and surfaces predict figures of complete points only: name \(missing.joined(separator: ", ")) too,"
          + " or give values of the study")
    }
    return (chosen, point)
  }

  private func varies(_ name: String) -> Bool {
    parameters.firstIndex(of: name).map { values(of: $0).count > 1 } ?? false
  }

  private func point(ofRun id: String) throws(ReportError) -> StudyTable {
    guard id.count >= 4, id.allSatisfy(\.isHexDigit) else { throw .badSelection(text: id) }
    let found = points.filter { $0.runs.contains { $0.id.hasPrefix(id.lowercased()) } }
    guard found.count == 1 else { throw .unknownRun(id: id, folder: folder) }
    return StudyTable(
      folder: folder, parameters: [], points: [Point(values: [], runs: found[0].runs)],
      precision: precision, figures: figures)
  }

  private func fixing(
    _ name: String, _ value: String, in whole: StudyTable
  ) throws(ReportError) -> StudyTable {
    let index = try parameter(name)
    func isMeant(_ other: String) -> Bool {
      if other == value { return true }
      guard let a = Self.number(other), let b = Self.number(value) else { return false }
      return a == b
    }
    let chosen = points.filter { isMeant($0.values[index]) }
    guard !chosen.isEmpty else {
      throw .unknownValue(parameter: name, value: value, folder: folder, known: values(of: index))
    }
    var rest = parameters
    rest.remove(at: index)
    var table = StudyTable(
      folder: folder, parameters: rest,
      points: chosen.map { point in
        var values = point.values
        values.remove(at: index)
        return Point(values: values, runs: point.runs)
      }, precision: precision, figures: figures, logarithmic: logarithmic)
    table.input = input?.choosing(parameters[index], chosen[0].values[index])
    table.keptSurfaces = keptSurfaces
    return table
  }

  /// Returns the parts of `a=1,b={c:2,d:3}`; a comma begins a new part if a path and `=` follow.
  static func parts(of text: String) -> [String] {
    text.split(separator: #/,(?=[A-Za-z_][A-Za-z0-9_.\[\]]*=)/#, omittingEmptySubsequences: false).map(
      String.init)
  }

  private static func assignments(_ text: String) throws(ReportError) -> [(name: String, value: String)] {
    var found: [(name: String, value: String)] = []
    for part in parts(of: text) {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2, !sides[0].isEmpty, !sides[1].isEmpty else { throw .badSelection(text: text) }
      found.append((String(sides[0]).trimmingCharacters(in: .whitespaces), String(sides[1])))
    }
    return found
  }
}
