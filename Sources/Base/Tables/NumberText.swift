import Glibc

/// Numbers as text in the syntax of C's default locale, without spaces, infinities, NaN or hexadecimal notation.
public enum NumberText {
  /// Parses `text` as a decimal number, bit-identical to `strtod`; nil if it is not a decimal number or exceeds every
  /// finite double.
  @inlinable
  public static func double(_ text: Span<UInt8>) -> Double? {
    text.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return nil }
      return double(from: start, to: start + bytes.count)
    }
  }

  /// Parses `text` as an integer; nil if it is not an integer or is outside the range of Int64.
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

extension String {
  /// The text with all characters escaped, in the form `\u{1B}`, that a terminal or a picture would act on instead of
  /// showing: controls, line and paragraph separators, direction marks, and non-characters.
  ///
  /// Text without them is unchanged. The joiners of words and emoji are kept, because some scripts require them.
  public var visible: String { visible(keeping: []) }

  /// Returns the text escaped as in `visible`, except for the characters of `kept`.
  public func visible(keeping kept: Set<Unicode.Scalar>) -> String {
    // Nearly every text is plain, and all output of the program passes through here.
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if kept.contains(scalar) || !scalar.isObeyed {
        text.append(scalar)
      } else {
        text.append(contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars)
      }
    }
    return String(text)
  }
}

extension Unicode.Scalar {
  /// Whether renderers act on the character instead of showing it.
  public var isObeyed: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format: self != "\u{200C}" && self != "\u{200D}"
    case .unassigned: properties.isNoncharacterCodePoint
    default: false
    }
  }
}

/// Parsing of numbers in a buffer that is readable eight bytes beyond its end: the digits of a word are
/// processed at once.
extension NumberText {
  /// Parses the `length` bytes at `start`, 1 ... 8 of them, as decimal digits; nil if any of them is not a digit.
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

  /// Equivalent to `int64(from:to:)`, for a padded buffer.
  @inlinable
  @inline(__always)
  static func paddedInt64(from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> Int64? {
    let length = end - start
    if length &- 1 < 8, length > 0, let value = digits(at: start, length) {
      return Int64(bitPattern: value)
    }
    return anyInt64(from: start, to: end)
  }

  /// Equivalent to `double(from:to:)`, for a padded buffer.
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
