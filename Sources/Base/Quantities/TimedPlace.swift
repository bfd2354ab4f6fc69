/// An index into a list, with the time of its element.
@frozen
public struct TimedPlace: BitwiseCopyable, Sendable {
  public var time: Milliseconds
  public var place: Int32

  @inlinable
  public init(_ place: Int, at time: Milliseconds) {
    self.time = time
    self.place = Int32(place)
  }
}

extension [TimedPlace] {
  /// Sorts the list by time; stable.
  ///
  /// A radix sort from the least significant digit (Knuth, The Art of Computer Programming 3, 5.2.5): a week in
  /// milliseconds has three digits of 11 bits.
  ///
  /// - Complexity: O(*n*) for each digit, and O(*n*) for *n* elements already in order.
  public mutating func sortByTime() {
    guard let first, count > 1 else { return }
    var (least, greatest, isSorted, last) = (first.time, first.time, true, first.time)
    for element in self {
      isSorted = isSorted && last <= element.time
      last = element.time
      (least, greatest) = (Swift.min(least, last), Swift.max(greatest, last))
    }
    if isSorted { return }
    // The difference of any two times fits in an unsigned word.
    let span = UInt64(bitPattern: greatest.rawValue &- least.rawValue)
    var sorted = self
    for shift in stride(from: 0, to: UInt64.bitWidth - span.leadingZeroBitCount, by: Self.digitBits) {
      sort(into: &sorted, byDigitAt: UInt64(shift), from: least)
      swap(&self, &sorted)
    }
  }

  private static var digitBits: Int { 11 }

  /// Distributes the elements into `sorted` by the digit at bit `shift` of their times since `least`.
  private func sort(into sorted: inout Self, byDigitAt shift: UInt64, from least: Milliseconds) {
    func digit(_ element: TimedPlace) -> Int {
      Int(
        UInt64(bitPattern: element.time.rawValue &- least.rawValue) &>> shift
          & (1 << UInt64(Self.digitBits) - 1))
    }
    var next = [Int](repeating: 0, count: 1 << Self.digitBits + 1)
    for element in self { next[digit(element) + 1] += 1 }
    for digit in 1..<next.count { next[digit] += next[digit - 1] }
    sorted.withUnsafeMutableBufferPointer { sorted in
      for element in self {
        sorted[next[digit(element)]] = element
        next[digit(element)] += 1
      }
    }
  }
}
