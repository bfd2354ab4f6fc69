/// Parsing of numbers in a buffer that is readable eight bytes beyond its end: the digits of a word are
/// processed at once.
extension NumberText {
  /// Parses the first `length` bytes at `start`, 1 ... 8 of them, as digits; nil if one is not a digit.
  @inlinable
  @inline(__always)
  static func digits(at start: UnsafePointer<UInt8>, _ length: Int) -> UInt64? {
    let bits = UInt64(truncatingIfNeeded: 8 &* length)
    let raw = UInt64(littleEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt64.self))
    let zeros: UInt64 = 0x3030_3030_3030_3030
    let word = raw &<< (64 &- bits) | (length == 8 ? 0 : zeros &>> bits)
    let high: UInt64 = 0xF0F0_F0F0_F0F0_F0F0
    guard word & high == zeros, (word &+ 0x0606_0606_0606_0606) & high == zeros else { return nil }
    // Combines pairs, then fours, then all eight: three multiplications.
    let values = word &- zeros
    let pairs = values &* 10 &+ values &>> 8
    let mask: UInt64 = 0x0000_00FF_0000_00FF
    let even = (pairs & mask) &* 0x000F_4240_0000_0064
    let odd = ((pairs &>> 16) & mask) &* 0x0000_2710_0000_0001
    return (even &+ odd) &>> 32
  }

  /// As `int64(from:to:)`, for a padded buffer.
  @inlinable
  @inline(__always)
  static func paddedInt64(from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> Int64? {
    let length = end - start
    if length &- 1 < 8, length > 0, let value = digits(at: start, length) {
      return Int64(bitPattern: value)
    }
    return anyInt64(from: start, to: end)
  }

  /// As `double(from:to:)`, for a padded buffer.
  @inlinable
  @inline(__always)
  static func paddedDouble(from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> Double? {
    guard start < end else { return nil }
    let isNegative = start.pointee == Byte.minus
    let first = start + (isNegative ? 1 : 0)
    let word = UInt64(littleEndian: UnsafeRawPointer(first).loadUnaligned(as: UInt64.self))
    let point = Byte.hits(word, Byte.point).trailingZeroBitCount &>> 3
    let decimals = end - first &- point &- 1
    // Up to seven digits before the point and eight after it: below 2⁵³, so the quotient is rounded once.
    guard point &- 1 < 7, point > 0, decimals &- 1 < 8, decimals > 0,
      let whole = digits(at: first, point), let fraction = digits(at: first + point + 1, decimals)
    else { return anyDouble(from: start, to: end) }
    let mantissa = whole &* UInt64(Byte.powerOfTen(decimals)) &+ fraction
    let value = Double(Int64(bitPattern: mantissa)) / powerOfTen(decimals)
    return isNegative ? -value : value
  }

  @usableFromInline
  static func anyInt64(from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> Int64? {
    int64(from: start, to: end)
  }

  @usableFromInline
  static func anyDouble(from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> Double? {
    double(from: start, to: end)
  }
}
