/// A compact encoding of integers in page columns: differences from the previous number, seven bits a byte, the
/// lowest first; the sign is the lowest bit.
struct ColumnBytes: Sendable {
  private(set) var bytes: [UInt8] = []
  private var last: Int64 = 0

  /// Appends `number`.
  mutating func append(_ number: Int64) {
    let difference = number &- last
    last = number
    var rest = UInt64(bitPattern: (difference << 1) ^ (difference >> 63))
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Encodes `numbers`.
  init(_ numbers: some Sequence<Int64>) {
    bytes.reserveCapacity(numbers.underestimatedCount * 2)
    for number in numbers { append(number) }
  }

  init() {}
}
