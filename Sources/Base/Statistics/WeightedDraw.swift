/// Weighted draws of an index in constant time: an alias table (Walker 1977, doi:10.1145/355744.355749), built in
/// one pass (Vose 1991, doi:10.1109/32.92917).
public struct AliasTable: Sendable {
  /// The probability of each column's own index.
  private(set) var shares: [Double]
  /// The alternative index of each column.
  private(set) var aliases: [Int32]

  /// Creates the table for `weights`.
  ///
  /// - Precondition: no weight is negative, at least one is positive, and their sum is finite.
  /// - Complexity: O(n) in the number of weights.
  public init(_ weights: some Collection<Double>) {
    let sum = weights.reduce(0, +)
    precondition(sum > 0 && sum.isFinite, "a weight is above 0, and the sum is finite")
    let scale = Double(weights.count) / sum
    shares = weights.map { $0 * scale }
    aliases = Array(0..<Int32(weights.count))
    var small: [Int] = []
    var large: [Int] = []
    for index in shares.indices { if shares[index] < 1 { small.append(index) } else { large.append(index) } }
    while let poor = small.popLast() {
      // Rounding may exhaust the large columns first: an index of weight zero must still never be drawn.
      guard let rich = large.last else {
        if shares[poor] > 0 { shares[poor] = 1 } else { aliases[poor] = heaviest(weights) }
        continue
      }
      aliases[poor] = Int32(rich)
      shares[rich] -= 1 - shares[poor]
      if shares[rich] < 1 { small.append(large.removeLast()) }
    }
  }

  private func heaviest(_ weights: some Collection<Double>) -> Int32 {
    Int32(weights.enumerated().max { $0.element < $1.element }?.offset ?? 0)
  }

  /// Draws an index from one random number; indices of weight zero are never drawn.
  public func draw(_ generator: inout KeyedGenerator) -> Int {
    let mark = generator.uniform() * Double(shares.count)
    let column = min(Int(mark), shares.count - 1)
    return mark - Double(column) < shares[column] ? column : Int(aliases[column])
  }
}

/// Weighted draws of an index, each from one random number.
public struct WeightedDraw: Sendable {
  /// The running sums of the weights.
  private let sums: [Double]

  /// Prepares draws with `weights`.
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

  /// Draws an index; indices of weight zero are never drawn.
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
