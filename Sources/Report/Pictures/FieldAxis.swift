import Foundation
import Scenario

/// A field along an axis.
struct FieldAxis {
  let path: String
  /// As the file has them.
  let values: [String]
  /// nil where a value is no number.
  let numbers: [Double]?

  init(_ study: StudyTable, _ index: Int) {
    path = study.parameters[index]
    values = study.values(of: index)
    let numbers = values.compactMap(StudyTable.number)
    self.numbers = numbers.count == values.count ? numbers : nil
  }

  /// The last part of the path without its unit: `max detour`.
  var title: String {
    let last = path.split(separator: ".").last.map(String.init) ?? path
    return last.replacing(#/_(s|m|km|kg|kmh)$/#, with: "").replacing("_", with: " ")
  }

  /// The axis' label: the name and the unit, and the path below it.
  var label: [String] { [nameWithUnit, Script.shortened(path, to: 70)] }

  /// `max detour (s)`.
  var nameWithUnit: String {
    let unit = Scenario.note(on: path)?.unit ?? ""
    return Script.shortened(title, to: 50) + (unit.isEmpty ? "" : " (\(unit))")
  }

  /// Whether the values lie evenly on a logarithmic axis, and not on a linear one.
  var isLogarithmic: Bool {
    guard let numbers, numbers.count >= 3, numbers[0] > 0 else { return false }
    let pairs = zip(numbers, numbers.dropFirst())
    let steps = pairs.map { $1 - $0 }
    let ratios = pairs.map { log($1 / $0) }
    return steps.max()! / steps.min()! > 2.5 && ratios.max()! / ratios.min()! < 1.6
  }

  /// `value` as the axis places it, before scaling.
  private func place(_ value: Double) -> Double { isLogarithmic ? log(value) : value }

  /// The values as shares of the axis, which runs from the first of `bounds` to the last.
  var shares: [Double] {
    let bounds = bounds
    guard let first = bounds.first, let last = bounds.last else { return [] }
    return (numbers ?? []).map { (place($0) - place(first)) / (place(last) - place(first)) }
  }

  /// The value at a share of the axis.
  func value(atShare share: Double) -> Double {
    let bounds = bounds
    guard let first = bounds.first, let last = bounds.last else { return share }
    let position = place(first) + share * (place(last) - place(first))
    return isLogarithmic ? exp(position) : position
  }

  /// The places halfway between neighbouring values, and as far beyond the ends.
  var bounds: [Double] {
    let logarithmic = isLogarithmic
    let places = (numbers ?? []).map { logarithmic ? log($0) : $0 }
    guard let first = places.first, let last = places.last, places.count > 1 else { return [] }
    let middles = zip(places, places.dropFirst()).map { ($0 + $1) / 2 }
    let all = [2 * first - middles[0]] + middles + [2 * last - middles[middles.count - 1]]
    return logarithmic ? all.map { exp($0) } : all
  }
}
