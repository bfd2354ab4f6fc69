/// The metadata of a record and its position in a pack.
public struct PackEntry: Hashable, Sendable {
  /// The record's id; never 0.
  public var id: UInt64
  /// The group of the record, such as the study point of a run.
  public var group: UInt64
  /// The number of the record within its group.
  public var number: UInt32
  /// The time at which the record was written, in seconds since 1970.
  public var time: UInt32
  /// The offset of the record's first byte in its pack.
  public var offset: Int
  /// The size of the content as stored, in bytes.
  public var length: Int

  /// The size of the record in its pack, in bytes.
  var size: Int { Self.headSize + length + 1 }

  /// The offset of the first byte after the record.
  var end: Int { offset + size }
}

/// The header of a record: `@CHECK ID GROUP NUMBER TIME LENGTH` and a line feed, with hexadecimal numbers of fixed
/// width.
///
/// The checksum covers all bytes after it, including the content and the final line feed, which follow the header.
extension PackEntry {
  /// The size of a header, in bytes.
  static let headSize = 83
  /// The number of bytes before those covered by the checksum.
  static let uncheckedSize = 17
  /// The widths of the numbers in a header, in digits.
  private static let widths = [16, 16, 16, 8, 8, 12]
  /// The first byte of every record.
  static let mark = UInt8(ascii: "@")

  /// Returns the bytes of the record with this metadata and `content`.
  func record(_ content: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.headSize + content.count + 1)
    bytes.append(Self.mark)
    let numbers = [0, id, group, UInt64(number), UInt64(time), UInt64(content.count)]
    for (number, width) in zip(numbers, Self.widths) {
      if bytes.count > 1 { bytes.append(UInt8(ascii: " ")) }
      Self.append(number, width, to: &bytes)
    }
    bytes.append(UInt8(ascii: "\n"))
    bytes += content
    bytes.append(UInt8(ascii: "\n"))
    let check = bytes.withUnsafeBytes {
      Self.check(UnsafeRawBufferPointer(rebasing: $0[Self.uncheckedSize...]))
    }
    var digits: [UInt8] = []
    Self.append(check, 16, to: &digits)
    bytes.replaceSubrange(1..<Self.uncheckedSize, with: digits)
    return bytes
  }

  private static func append(_ number: UInt64, _ width: Int, to bytes: inout [UInt8]) {
    for digit in (0..<width).reversed() {
      let value = UInt8(truncatingIfNeeded: number >> UInt64(4 * digit)) & 15
      bytes.append(value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10)
    }
  }

  /// Parses the header at the start of `bytes`, which lie at `offset` in the pack; nil if it is malformed.
  init?(head bytes: UnsafeRawBufferPointer, at offset: Int) {
    guard bytes.count >= Self.headSize, bytes[0] == Self.mark, bytes[Self.headSize - 1] == UInt8(ascii: "\n")
    else { return nil }
    var place = 1
    var numbers = (UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0))
    for (index, width) in Self.widths.enumerated() {
      if index > 0 {
        guard bytes[place] == UInt8(ascii: " ") else { return nil }
        place += 1
      }
      guard let number = Self.number(bytes, place, width) else { return nil }
      place += width
      switch index {
      case 0: numbers.0 = number
      case 1: numbers.1 = number
      case 2: numbers.2 = number
      case 3: numbers.3 = number
      case 4: numbers.4 = number
      default: numbers.5 = number
      }
    }
    guard numbers.1 != 0 else { return nil }
    self.init(
      id: numbers.1, group: numbers.2, number: UInt32(numbers.3), time: UInt32(numbers.4), offset: offset,
      length: Int(numbers.5))
  }

  private static func number(_ bytes: UnsafeRawBufferPointer, _ start: Int, _ width: Int) -> UInt64? {
    var number: UInt64 = 0
    for place in start..<start + width {
      let digit: UInt8
      switch bytes[place] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = bytes[place] - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = bytes[place] - UInt8(ascii: "a") + 10
      default: return nil
      }
      number = number << 4 | UInt64(digit)
    }
    return number
  }

  /// Returns whether `bytes` begin with this entry's record, with a valid checksum.
  func isRecord(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count >= size, PackEntry(head: bytes, at: offset) == self,
      bytes[size - 1] == UInt8(ascii: "\n"), let check = Self.number(bytes, 1, 16)
    else { return false }
    return check == Self.check(UnsafeRawBufferPointer(rebasing: bytes[Self.uncheckedSize..<size]))
  }
}

/// The form of an entry in an index: six 64-bit numbers, the last of which is a checksum of the others.
extension PackEntry {
  /// The size of an entry in an index, in bytes.
  static let indexSize = 48

  /// The entry as stored in an index.
  var indexed: [UInt8] {
    var words = [id, group, UInt64(number) << 32 | UInt64(time), UInt64(offset), UInt64(length)]
    words.append(Self.mixed(words[0], words[1], words[2], words[3], words[4]))
    return words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(8 * $0)) } }
  }

  /// Reads the entry at byte `place` of an index; nil if its checksum is wrong.
  init?(indexed bytes: UnsafeRawBufferPointer, at place: Int) {
    func word(_ index: Int) -> UInt64 {
      UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place + 8 * index, as: UInt64.self))
    }
    let (id, group, time, offset, length) = (word(0), word(1), word(2), word(3), word(4))
    guard id != 0, word(5) == Self.mixed(id, group, time, offset, length), offset < 1 << 60, length < 1 << 48
    else { return nil }
    self.init(
      id: id, group: group, number: UInt32(time >> 32), time: UInt32(truncatingIfNeeded: time),
      offset: Int(offset), length: Int(length))
  }

  private static func mixed(_ a: UInt64, _ b: UInt64, _ c: UInt64, _ d: UInt64, _ e: UInt64) -> UInt64 {
    func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
      let product = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
      return product ^ product >> 32
    }
    return mix(mix(mix(mix(mix(0x6465_746F_7572, a), b), c), d), e)
  }
}
