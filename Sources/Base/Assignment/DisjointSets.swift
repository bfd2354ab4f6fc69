/// The numbers `0..<count` in sets that have no number in common, of which any two can be joined: union–find with path
/// halving, in which the least number of a set stands for it.
///
///     var sets = DisjointSets(count: 4)
///     sets.join(3, 1)
///     sets.root(of: 3)       // 1
@frozen
public struct DisjointSets: Sendable {
  @usableFromInline var parents: [Int32]

  /// Creates a set for each number.
  @inlinable
  public init(count: Int) { parents = Array(0..<Int32(count)) }

  /// The least number of the set of `number`.
  ///
  /// - Complexity: O(log count) amortised.
  @inlinable
  public mutating func root(of number: Int) -> Int {
    var number = number
    while Int(parents[number]) != number {
      parents[number] = parents[Int(parents[number])]
      number = Int(parents[number])
    }
    return number
  }

  /// Makes one set of those of `a` and `b`.
  @inlinable
  public mutating func join(_ a: Int, _ b: Int) {
    let (a, b) = (root(of: a), root(of: b))
    if a != b { parents[max(a, b)] = Int32(min(a, b)) }
  }
}
