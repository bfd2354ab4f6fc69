import Foundation

/// The scale on which the values of a field are evenly spread.
enum FieldScale: Sendable {
  case linear
  case logarithmic

  /// The scale of `numbers`, which ascend: logarithmic where they lie evenly on that, and not on the linear one.
  init(of numbers: [Double]) {
    guard numbers.count >= 3, numbers[0] > 0 else {
      self = .linear
      return
    }
    let pairs = zip(numbers, numbers.dropFirst())
    let steps = pairs.map { $1 - $0 }
    let ratios = pairs.map { log($1 / $0) }
    let isEven = steps.max()! / steps.min()! > 2.5 && ratios.max()! / ratios.min()! < 1.6
    self = isEven ? .logarithmic : .linear
  }

  /// The place of `value` on the scale.
  func place(_ value: Double) -> Double { self == .logarithmic ? log(value) : value }

  /// The value at `place`.
  func value(_ place: Double) -> Double { self == .logarithmic ? exp(place) : place }
}
