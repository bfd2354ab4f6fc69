extension [UInt32] {
  /// Returns the numbers in ascending order, by a radix sort in base 2048, least significant digit first.
  ///
  /// - Complexity: O(n) in the count; three passes, or one if all numbers are below 2048.
  public func sortedByDigits() -> [UInt32] {
    var sorted = self
    var other = self
    for shift: UInt32 in [0, 11, 22] {
      let isMoved = sorted.withUnsafeBufferPointer { from in
        other.withUnsafeMutableBufferPointer { Self.sort(from, into: $0, byDigitAt: shift) }
      }
      if isMoved { swap(&sorted, &other) }
    }
    return sorted
  }

  /// Sorts `numbers` into `other` by the digit at `shift`; returns false, without copying, if all have the same digit.
  private static func sort(
    _ numbers: UnsafeBufferPointer<UInt32>, into other: UnsafeMutableBufferPointer<UInt32>,
    byDigitAt shift: UInt32
  ) -> Bool {
    withUnsafeTemporaryAllocation(of: Int.self, capacity: 2048) { ends in
      ends.initialize(repeating: 0)
      for number in numbers { ends[Int(number >> shift & 2047)] += 1 }
      if ends.contains(numbers.count) { return false }
      var end = 0
      for digit in ends.indices {
        end += ends[digit]
        ends[digit] = end - ends[digit]
      }
      for number in numbers {
        let digit = Int(number >> shift & 2047)
        other[ends[digit]] = number
        ends[digit] += 1
      }
      return true
    }
  }
}
