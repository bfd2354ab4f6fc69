// The compiler specialises the standard library's sort for each element type and comparison, which takes 0.2 s each. The functions
// here sort indices with one shared function, so that large elements are moved only once. In hot code, `sort()` is faster for numbers.

extension Sequence {
  /// Returns the elements sorted by `precedes`; the sort is stable.
  ///
  ///     let lists = rows.ordered { $0.id < $1.id }
  ///
  /// - Complexity: O(*n* log *n*) comparisons; O(*n*) if the elements are already sorted.
  @inlinable
  public func ordered(by precedes: (Element, Element) -> Bool) -> [Element] {
    var elements = Array(self)
    elements.order(by: precedes)
    return elements
  }
}

extension Sequence where Element: Comparable {
  /// Returns the elements in ascending order.
  @inlinable
  public func ordered() -> [Element] { ordered(by: <) }
}

extension Array {
  /// Sorts the elements by `precedes`; the sort is stable.
  ///
  /// - Complexity: O(*n* log *n*) comparisons; O(*n*) if the elements are already sorted.
  @inlinable
  public mutating func order(by precedes: (Element, Element) -> Bool) {
    let places = withUnsafeBufferPointer { elements in
      sortedPlaces(of: elements.count) { precedes(elements[$0], elements[$1]) }
    }
    guard let places else { return }
    self = Array(unsafeUninitializedCapacity: places.count) { room, filled in
      for place in places {
        (room.baseAddress! + filled).initialize(to: self[place])
        filled += 1
      }
    }
  }
}

/// Returns the indices 0 ..< `count` sorted by `precedes`, which compares the elements at two indices; nil if they are already in
/// order.
@usableFromInline @inline(never)
func sortedPlaces(of count: Int, by precedes: (Int, Int) -> Bool) -> [Int]? {
  guard (1..<max(1, count)).contains(where: { precedes($0, $0 - 1) }) else { return nil }
  var places = Array(0..<count)
  places.sort(by: precedes)
  return places
}
