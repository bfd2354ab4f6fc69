import Foundation

/// The scale on which a field's values are evenly spaced.
enum FieldScale: Sendable {
  case linear
  case logarithmic

  /// Creates the scale of ascending `numbers`: logarithmic if they are evenly spaced there, but not on a linear
  /// one.
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

  /// Returns the coordinate of `value` on the scale.
  func place(_ value: Double) -> Double { self == .logarithmic ? log(value) : value }

  /// Returns the value at the coordinate `place`.
  func value(_ place: Double) -> Double { self == .logarithmic ? exp(place) : place }
}
