import Glibc

/// Numbers as text in the syntax of C's default locale, without spaces, names or hexadecimals.
public enum NumberText {
  /// Parses `text` as a decimal number, bit-identical to `strtod`; nil if it is not one or exceeds every
  /// finite double.
  @inlinable
  public static func double(_ text: Span<UInt8>) -> Double? {
    text.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return nil }
      return double(from: start, to: start + bytes.count)
    }
  }

  /// Parses `text` as an integer; nil if it is not one or outside the range of Int64.
  @inlinable
  public static func int64(_ text: Span<UInt8>) -> Int64? {
    text.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return nil }
      return int64(from: start, to: start + bytes.count)
    }
  }

  @inlinable
  @inline(__always)
  static func digit(_ byte: UInt8) -> UInt64? {
    let value = byte &- Byte.zero
    return value < 10 ? UInt64(value) : nil
  }

  @inlinable
  @inline(__always)
  static func int64(from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> Int64? {
    var position = start
    guard position < end else { return nil }
    let isNegative = position.pointee == Byte.minus
    if isNegative || position.pointee == Byte.plus { position += 1 }
    let digits = end - position
    guard digits > 0, digits <= 18 else { return longInteger(from: position, to: end, isNegative) }
    var value: UInt64 = 0
    while position < end {
      guard let next = digit(position.pointee) else { return nil }
      value = value &* 10 &+ next
      position += 1
    }
    return isNegative ? 0 &- Int64(bitPattern: value) : Int64(bitPattern: value)
  }

  @usableFromInline
  static func longInteger(
    from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>, _ isNegative: Bool
  ) -> Int64? {
    guard start < end else { return nil }
    var position = start
    var value: Int64 = 0
    while position < end {
      guard let next = digit(position.pointee) else { return nil }
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let step = isNegative ? -Int64(next) : Int64(next)
      let (sum, carry) = product.addingReportingOverflow(step)
      guard !overflow, !carry else { return nil }
      value = sum
      position += 1
    }
    return value
  }

  /// Parses digits with at most one point; exponents and values above 2⁵³ take the slow path.
  @inlinable
  @inline(__always)
  static func double(from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> Double? {
    var position = start
    guard position < end else { return nil }
    let isNegative = position.pointee == Byte.minus
    if isNegative || position.pointee == Byte.plus { position += 1 }
    let first = position
    var mantissa: UInt64 = 0
    var decimals = 0
    while position < end, let next = digit(position.pointee) {
      mantissa = mantissa &* 10 &+ next
      position += 1
    }
    var digits = position - first
    if position < end, position.pointee == Byte.point {
      position += 1
      let point = position
      while position < end, let next = digit(position.pointee) {
        mantissa = mantissa &* 10 &+ next
        position += 1
      }
      decimals = position - point
      digits &+= decimals
    }
    guard position == end, digits > 0, digits <= 19, mantissa <= 1 &<< 53 else {
      return longDouble(from: start, to: end)
    }
    // Both are exact as doubles, so the quotient is rounded once: Clinger's fast path.
    let value = Double(Int64(bitPattern: mantissa)) / powerOfTen(decimals)
    return isNegative ? -value : value
  }

  /// Returns 10^exponent, exact for 0 ... 22.
  @inlinable
  @inline(__always)
  static func powerOfTen(_ exponent: Int) -> Double {
    switch exponent {
    case 0: 1
    case 1: 1e1
    case 2: 1e2
    case 3: 1e3
    case 4: 1e4
    case 5: 1e5
    case 6: 1e6
    case 7: 1e7
    case 8: 1e8
    case 9: 1e9
    case 10: 1e10
    case 11: 1e11
    case 12: 1e12
    case 13: 1e13
    case 14: 1e14
    case 15: 1e15
    case 16: 1e16
    case 17: 1e17
    case 18: 1e18
    case 19: 1e19
    case 20: 1e20
    case 21: 1e21
    case 22: 1e22
    default: .nan
    }
  }
}
