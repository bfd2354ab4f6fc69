import Foundation
public import Metrics
import Scenario

extension StudyTable {
  /// The points that `selection` chooses, without the parameters that it names: `field=value,field=value`, or
  /// the id of a run (its first digits are enough), which stands for the point that the run belongs to.
  ///
  /// - Throws: `ReportError` where a field or a value is not in the study.
  public func selecting(_ selection: String) throws(ReportError) -> StudyTable {
    if !selection.contains("=") { return try point(ofRun: selection) }
    var chosen = self
    for (name, value) in try Self.assignments(selection) { chosen = try chosen.fixing(name, value, in: self) }
    return chosen
  }

  /// The parameter called `name`.
  ///
  /// - Throws: `ReportError.unknownParameter`, with the nearest name.
  public func parameter(_ name: String) throws(ReportError) -> Int {
    if let index = parameters.firstIndex(of: name) { return index }
    // The last part is what people remember.
    let byTail = parameters.first { $0.hasSuffix("." + (name.split(separator: ".").last ?? "")) }
    let nearest = byTail ?? nearestName(to: name, among: parameters)
    throw .unknownParameter(name: name, folder: folder, nearest: nearest, known: parameters)
  }

  /// The figure called `name`.
  ///
  /// - Throws: `ReportError` with the nearest name where there is none, or where the study never has a value of
  ///   it.
  public func figure(_ name: String) throws(ReportError) -> FigureColumn {
    let figure = try FigureColumn(reading: name, among: figures)
    guard has(figure) else { throw .absentFigure(figure, folder: folder) }
    return figure
  }

  /// Whether any run has a value of `figure`.
  public func has(_ figure: FigureColumn) -> Bool {
    points.contains { $0.runs.contains { $0[figure] != nil } }
  }

  /// The different values of the parameter at `index`: numbers ascending, else in the order of the points.
  public func values(of index: Int) -> [String] {
    var seen: Set<String> = []
    let values = points.map { $0.values[index] }.filter { seen.insert($0).inserted }
    let numbers = values.compactMap(Self.number)
    guard numbers.count == values.count else { return values }
    return zip(numbers, values).sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// The magnitude up to which numbers are taken for numbers: squares of them and their sums are finite too.
  static let greatest = 1e100

  /// The number that a value is; nil of words, and of what is beyond reckoning.
  static func number(_ value: String) -> Double? {
    Double(value).flatMap { $0.magnitude <= greatest ? $0 : nil }
  }

  /// Whether every value of the parameter at `index` is a number.
  public func isNumeric(_ index: Int) -> Bool { points.allSatisfy { Self.number($0.values[index]) != nil } }

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
    return StudyTable(
      folder: folder, parameters: rest,
      points: chosen.map { point in
        var values = point.values
        values.remove(at: index)
        return Point(values: values, runs: point.runs)
      }, precision: precision, figures: figures)
  }

  /// `a=1,b={c:2,d:3}` in parts; a comma begins a new part where a path and `=` follow.
  private static func assignments(_ text: String) throws(ReportError) -> [(name: String, value: String)] {
    let parts = text.split(separator: #/,(?=[A-Za-z_][A-Za-z0-9_.\[\]]*=)/#, omittingEmptySubsequences: false)
    var found: [(name: String, value: String)] = []
    for part in parts {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2, !sides[0].isEmpty, !sides[1].isEmpty else { throw .badSelection(text: text) }
      found.append((String(sides[0]).trimmingCharacters(in: .whitespaces), String(sides[1])))
    }
    return found
  }
}
