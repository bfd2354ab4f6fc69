/// Draws of an index in proportion to weights in constant time, however many there are: an alias table (Walker 1977,
/// doi:10.1145/355744.355749), made in one pass (Vose 1991, doi:10.1109/32.92917).
public struct AliasTable: Sendable {
  /// The probability with which each column stands for itself.
  private(set) var shares: [Double]
  /// The index that each column stands for otherwise.
  private(set) var aliases: [Int32]

  /// Creates the draws by `weights`.
  ///
  /// - Precondition: a weight is above 0, none below, and their sum is finite.
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
      // By rounding the rich may run out first: what weighs nothing must still never be drawn.
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

  /// Draws an index with one number; one of weight zero never.
  public func draw(_ generator: inout KeyedGenerator) -> Int {
    let mark = generator.uniform() * Double(shares.count)
    let column = min(Int(mark), shares.count - 1)
    return mark - Double(column) < shares[column] ? column : Int(aliases[column])
  }
}
