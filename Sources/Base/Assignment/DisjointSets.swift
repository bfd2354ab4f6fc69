/// A partition of the numbers `0..<count` into disjoint sets: union–find with path halving, each set represented by
/// its least number.
///
///     var sets = DisjointSets(count: 4)
///     sets.join(3, 1)
///     sets.root(of: 3)       // 1
@frozen
public struct DisjointSets: Sendable {
  @usableFromInline var parents: [Int32]

  /// Creates `count` sets of one number each.
  @inlinable
  public init(count: Int) { parents = Array(0..<Int32(count)) }

  /// Returns the least number in the set that contains `number`.
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

  /// Merges the sets that contain `a` and `b`.
  @inlinable
  public mutating func join(_ a: Int, _ b: Int) {
    let (a, b) = (root(of: a), root(of: b))
    if a != b { parents[max(a, b)] = Int32(min(a, b)) }
  }
}
