import Quantities

/// Holm's step-down correction for multiple tests.
public enum Holm {
  /// Returns the adjusted p-values, in the order of `pValues`: rejecting those at or below α keeps the probability of
  /// any false rejection at most α, regardless of the dependence between the tests.
  ///
  /// Holm 1979, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6(2).
  ///
  /// - Precondition: every p-value is in 0 … 1.
  public static func adjusted(_ pValues: [Double]) -> [Double] {
    precondition(pValues.allSatisfy { (0...1).contains($0) }, "p-values lie in 0 … 1")
    var adjusted = pValues
    var floor = 0.0
    let order = pValues.indices.ordered { (pValues[$0], $0) < (pValues[$1], $1) }
    for (rank, index) in order.enumerated() {
      floor = max(floor, min(1, Double(pValues.count - rank) * pValues[index]))
      adjusted[index] = floor
    }
    return adjusted
  }
}
