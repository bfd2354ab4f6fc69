/// Weighted draws of an index, each from one random number.
public struct WeightedDraw: Sendable {
  /// The running sums of the weights.
  private let sums: [Double]

  /// Creates the draws with `weights`.
  ///
  /// - Precondition: no weight is negative, and at least one is positive.
  public init(_ weights: [Double]) {
    var sum = 0.0
    sums = weights.map { weight in
      sum += weight
      return sum
    }
    precondition(sum > 0, "a weight is above 0")
  }

  /// Draws an index; one of weight zero is never drawn.
  public func draw(_ generator: inout KeyedGenerator) -> Int {
    let mark = generator.uniform() * sums[sums.count - 1]
    var low = 0
    var high = sums.count - 1
    while low < high {
      let middle = (low + high) / 2
      if sums[middle] > mark { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
