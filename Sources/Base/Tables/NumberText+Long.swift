import Glibc

extension NumberText {
  /// Parses `text` as an integer, possibly with a point and trailing zeros (spreadsheets write `1.0`); nil if it is not
  /// an integer.
  public static func wholeNumber(_ text: Span<UInt8>) -> Int64? {
    text.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return nil }
      let zeros = bytes.reversed().prefix { $0 == Byte.zero }.count
      let point = bytes.count - zeros - 1
      let isDecimal = zeros > 0 && point > 0 && bytes[point] == Byte.point
      return int64(from: start, to: start + (isDecimal ? point : bytes.count))
    }
  }

  /// Parses any decimal number: with an exponent, many digits, or too large for the fast path.
  @usableFromInline
  static func longDouble(from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> Double? {
    guard let number = DecimalNumber(from: start, to: end) else { return nil }
    let magnitude = number.exactMagnitude ?? magnitudeByC(from: start, to: end)
    guard magnitude.isFinite else { return nil }
    return number.isNegative ? -magnitude : magnitude
  }

  /// Calls `strtod`, which requires a zero after the text.
  private static func magnitudeByC(from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> Double {
    let count = end - start
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: count + 1) { text in
      for offset in 0..<count { text[offset] = CChar(bitPattern: start[offset]) }
      text[count] = 0
      return strtod(text.baseAddress!, nil).magnitude
    }
  }
}

/// A decimal number in parts: ± mantissa · 10^exponent.
private struct DecimalNumber {
  var isNegative = false
  /// The first 19 significant digits.
  var mantissa: UInt64 = 0
  var exponent = 0
  /// Whether the mantissa omits digits.
  var isCut = false

  /// Splits the text into its parts; nil if it is not a decimal number.
  init?(from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) {
    var position = start
    guard position < end else { return nil }
    isNegative = position.pointee == Byte.minus
    if isNegative || position.pointee == Byte.plus { position += 1 }
    var digits = 0
    var hasPoint = false
    while position < end {
      if position.pointee == Byte.point, !hasPoint {
        hasPoint = true
      } else if let digit = NumberText.digit(position.pointee) {
        take(digit, behindPoint: hasPoint)
        digits += 1
      } else {
        break
      }
      position += 1
    }
    guard digits > 0 else { return nil }
    guard position < end else { return }
    guard position.pointee | 0x20 == UInt8(ascii: "e"),
      let power = NumberText.int64(from: position + 1, to: end)
    else { return nil }
    exponent += Int(power.clamped(to: 100_000))
  }

  private mutating func take(_ digit: UInt64, behindPoint: Bool) {
    if mantissa < 1_000_000_000_000_000_000 {
      mantissa = 10 * mantissa + digit
      exponent -= behindPoint ? 1 : 0
    } else {
      isCut = isCut || digit != 0
      exponent += behindPoint ? 0 : 1
    }
  }

  /// The nearest double if 128-bit integers suffice to find it: complete mantissa, exponent within ±19;
  /// otherwise nil.
  var exactMagnitude: Double? {
    guard !isCut, mantissa > 0 else { return isCut ? nil : 0 }
    if mantissa <= 1 << 53, abs(exponent) <= 22 {
      let power = NumberText.powerOfTen(abs(exponent))
      return exponent < 0 ? Double(mantissa) / power : Double(mantissa) * power
    }
    guard mantissa > 1 << 53, abs(exponent) <= 19 else { return nil }
    let power = UInt128(UInt64(NumberText.powerOfTen(abs(exponent))))
    if exponent >= 0 { return Self.nearest(UInt128(mantissa) * power, binaryExponent: 0, isCut: false) }
    // The quotient has at least 54 bits: a double's 53 and one for rounding; the remainder breaks ties.
    let (quotient, remainder) = (UInt128(mantissa) << 64).quotientAndRemainder(dividingBy: power)
    return Self.nearest(quotient, binaryExponent: -64, isCut: remainder != 0)
  }

  /// Returns the double nearest to `whole` · 2^binaryExponent, ties to even; if `isCut`, the exact value is slightly
  /// greater.
  private static func nearest(_ whole: UInt128, binaryExponent: Int, isCut: Bool) -> Double {
    let shift = 128 - whole.leadingZeroBitCount - 53
    let scale = Double(sign: .plus, exponent: binaryExponent, significand: 1)
    guard shift > 0 else { return Double(UInt64(whole)) * scale }
    var kept = UInt64(whole >> UInt128(shift))
    let rest = whole & ((1 << UInt128(shift)) - 1)
    let half: UInt128 = 1 << UInt128(shift - 1)
    if rest > half || (rest == half && (isCut || kept & 1 == 1)) { kept += 1 }
    return Double(kept) * Double(sign: .plus, exponent: binaryExponent + shift, significand: 1)
  }
}

extension Int64 {
  fileprivate func clamped(to bound: Int64) -> Int64 { Swift.min(Swift.max(self, -bound), bound) }
}
