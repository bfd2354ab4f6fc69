// The sort of the standard library is compiled anew for each type of element and each comparison, which takes longer than all other
// code of a small function. The functions here sort places, by one sort for all types. That suits large elements, which move once;
// numbers in hot code are better sorted by `sort()`.

extension Sequence {
  /// Returns the elements in the order of `precedes`; elements that precede each other in neither direction keep their order.
  ///
  ///     let lists = rows.ordered { $0.id < $1.id }
  ///
  /// - Complexity: O(*n* log *n*); O(*n*) for elements that are in order.
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
  /// Sorts the elements in the order of `precedes`; elements that precede each other in neither direction keep their order.
  ///
  /// - Complexity: as that of `ordered(by:)`.
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

/// Returns the places 0 ..< `count` in the order of `precedes`, which compares the elements at two places; nil if they are in order.
@usableFromInline @inline(never)
func sortedPlaces(of count: Int, by precedes: (Int, Int) -> Bool) -> [Int]? {
  guard (1..<max(1, count)).contains(where: { precedes($0, $0 - 1) }) else { return nil }
  var places = Array(0..<count)
  places.sort(by: precedes)
  return places
}
