import Foundation
import Markets
import Quoting
import Scenario

/// A field along an axis.
struct FieldAxis {
  let path: String
  /// The last part of the path without its unit, such as `max detour`; preceded by the part before it, as in
  /// `stations[1] servers`, if another field of the study has the same last part.
  let title: String
  /// The values as in the file.
  let values: [String]
  /// The values as ascending numbers; nil if one is not a number, or two are equal.
  let numbers: [Double]?
  private let scale: FieldScale
  /// Whether the values are evenly spaced on a logarithmic axis, but not on a linear one.
  var isLogarithmic: Bool { scale == .logarithmic }
  /// The midpoints between neighbouring values, extended by the same distance beyond the ends; empty for fewer than two
  /// numbers.
  let bounds: [Double]

  init(_ study: StudyTable, _ index: Int) {
    path = study.parameters[index]
    let titles = study.parameters.map { Self.title(of: $0, parts: 1) }
    title = Self.title(of: path, parts: titles.count { $0 == titles[index] } > 1 ? 2 : 1)
    values = study.values(of: index)
    let numbers = values.compactMap(StudyTable.number)
    // Different spellings of one number, such as 1 and 1.0, are two places on an axis.
    let ascend = zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
    let isAxis = numbers.count == values.count && ascend
    self.numbers = isAxis ? numbers : nil
    scale = isAxis ? study.scale(of: index) : .linear
    bounds = isAxis ? Self.bounds(numbers, scale) : []
  }

  private static func title(of path: String, parts: Int) -> String {
    path.split(separator: ".").suffix(parts).joined(separator: " ").replacing(#/_(s|m|km|kg|kmh)$/#, with: "")
      .replacingScalars(["_": " "])
  }

  /// Returns the axis label: name and unit, with the path below if there is room.
  func label(in layout: PictureLayout) -> [String] {
    layout.isTerse ? [nameWithUnit] : [nameWithUnit, Script.shortened(path, to: 70)]
  }

  /// The name with its unit: `max detour (s)`.
  var nameWithUnit: String {
    let unit = Scenario.note(on: path, markets: Markets.scenarios)?.unit ?? ""
    return Script.shortened(title, to: 50) + (unit.isEmpty ? "" : " (\(unit))")
  }

  /// The positions of the values as fractions of the axis length; the axis spans `bounds`.
  var shares: [Double] {
    guard let first = bounds.first, let last = bounds.last else { return [] }
    return (numbers ?? []).map {
      (scale.place($0) - scale.place(first)) / (scale.place(last) - scale.place(first))
    }
  }

  /// Returns the value at `share`, a fraction of the axis length.
  func value(atShare share: Double) -> Double {
    guard let first = bounds.first, let last = bounds.last else { return share }
    let position = scale.place(first) + share * (scale.place(last) - scale.place(first))
    return scale.value(position)
  }

  /// The axis range from the first number to the last, with a small margin; nil for words and for a single number.
  var range: GnuplotCode? {
    guard let first = numbers?.first, let last = numbers?.last, first < last else { return nil }
    let room = 0.03 * (scale.place(last) - scale.place(first))
    let ends = [scale.place(first) - room, scale.place(last) + room].map(scale.value)
    return "[\(ends[0]):\(ends[1])]"
  }

  private static func bounds(_ numbers: [Double], _ scale: FieldScale) -> [Double] {
    let places = numbers.map(scale.place)
    guard let first = places.first, let last = places.last, places.count > 1 else { return [] }
    let middles = zip(places, places.dropFirst()).map { ($0 + $1) / 2 }
    let all = [2 * first - middles[0]] + middles + [2 * last - middles[middles.count - 1]]
    return all.map(scale.value)
  }
}
