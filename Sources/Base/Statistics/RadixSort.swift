extension [UInt32] {
  /// The numbers in ascending order, sorted by their digits to the base 2048, the lowest first.
  ///
  /// - Complexity: O(n) in how many there are; three passes, one where all of them are below 2048.
  public func sortedByDigits() -> [UInt32] {
    var sorted = self
    var other = self
    for shift: UInt32 in [0, 11, 22] {
      var ends = [Int](repeating: 0, count: 2048)
      for number in sorted { ends[Int(number >> shift & 2047)] += 1 }
      // Where they agree in a digit, there is nothing to do for it.
      if ends.contains(sorted.count) { continue }
      var end = 0
      for digit in ends.indices {
        end += ends[digit]
        ends[digit] = end - ends[digit]
      }
      for number in sorted {
        let digit = Int(number >> shift & 2047)
        other[ends[digit]] = number
        ends[digit] += 1
      }
      swap(&sorted, &other)
    }
    return sorted
  }
}
