extension Array {
  /// The index of the first element of which `isBehind` holds, which holds of all behind it too; the end where it holds of
  /// none.
  ///
  /// - Complexity: O(log count).
  public func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
