import Glibc
public import Quantities

extension CSVWriter {
  /// Appends an integer.
  @inlinable
  @inline(__always)
  public mutating func field<Value: FixedWidthInteger>(_ value: Value) {
    reserve(40)
    closeField(at: FieldText.store(value, at: base + end))
  }

  /// Appends an integer, or an empty field for nil.
  @inlinable
  @inline(__always)
  public mutating func field<Value: FixedWidthInteger>(_ value: Value?) {
    if let value { field(value) } else { empty() }
  }

  /// Appends a time in seconds with three decimals, exactly, without floating point.
  @inlinable
  @inline(__always)
  public mutating func field(_ time: Milliseconds) {
    reserve(40)
    closeField(at: FieldText.store(time, at: base + end))
  }

  /// Appends a time in seconds with three decimals, or an empty field for nil.
  @inlinable
  @inline(__always)
  public mutating func field(_ time: Milliseconds?) {
    if let time { field(time) } else { empty() }
  }

  /// Appends `true` or `false`.
  @inlinable
  public mutating func field(_ value: Bool) {
    reserve(8)
    closeField(at: FieldText.store(value, at: base + end))
  }

  /// Appends `true` or `false`, or an empty field for nil.
  @inlinable
  public mutating func field(_ value: Bool?) {
    if let value { field(value) } else { empty() }
  }

  /// Appends `value` with `decimals` digits after the point, as `printf("%.*f")` writes it: the decimal
  /// nearest to the exact binary value, ties to the even digit. Zero has no sign.
  ///
  /// - Precondition: `value` is finite; `decimals` is in 0 ... 7.
  @inlinable
  @inline(__always)
  public mutating func field(_ value: Double, decimals: Int) {
    reserve(FieldText.room)
    closeField(at: FieldText.store(value, decimals: decimals, at: base + end))
  }

  /// Appends `value` with `decimals` digits after the point, or an empty field for nil.
  ///
  /// - Precondition: `value` is finite; `decimals` is in 0 ... 7.
  @inlinable
  @inline(__always)
  public mutating func field(_ value: Double?, decimals: Int) {
    if let value { field(value, decimals: decimals) } else { empty() }
  }
}

/// The text of fields, written to memory; each function returns the end of its text.
///
/// - Precondition: there are `room` writable bytes at the position.
public enum FieldText {
  /// The maximum number of bytes written for a field: a number of 309 digits with its fraction, or a name of 200
  /// quote characters.
  @inlinable public static var room: Int { 512 }

  /// Stores an integer.
  @inlinable
  @inline(__always)
  public static func store<Value: FixedWidthInteger>(
    _ value: Value, at position: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    store(
      scaled: UInt64(truncatingIfNeeded: value.magnitude), isNegative: value < (0 as Value), decimals: 0,
      at: position)
  }

  /// Stores a time in seconds with three decimals, exactly, without floating point.
  @inlinable
  @inline(__always)
  public static func store(
    _ time: Milliseconds, at position: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    store(scaled: time.rawValue.magnitude, isNegative: time.rawValue < 0, decimals: 3, at: position)
  }

  /// Stores `amount` ÷ 10^decimals, exactly, without floating point.
  ///
  /// - Precondition: `decimals` is in 0 ... 7.
  public static func store(
    _ amount: Int64, decimals: Int, at position: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    store(scaled: amount.magnitude, isNegative: amount < 0, decimals: decimals, at: position)
  }

  /// Stores `true` or `false`.
  @inlinable
  public static func store(_ value: Bool, at position: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    // "true" and "fals" as little-endian words: one store each.
    position.storeBytes(of: value ? 0x6575_7274 : 0x736C_6166, as: UInt32.self)
    position.storeBytes(of: 0x65, toByteOffset: 4, as: UInt8.self)
    return position + (value ? 4 : 5)
  }

  /// Stores `value` with `decimals` digits after the point, as `printf("%.*f")` writes it: the decimal nearest to
  /// the exact binary value, ties to the even digit. Zero has no sign.
  ///
  /// - Precondition: `value` is finite; `decimals` is in 0 ... 7.
  @inlinable
  @inline(__always)
  public static func store(
    _ value: Double, decimals: Int, at position: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    let power = Byte.powerOfTen(decimals)
    let scaled = value.magnitude * Double(power)
    // Below 10¹⁵ halves are exact, so only a product that lies on a half can have been rounded to it.
    guard scaled < 1e15 else { return storeLarge(value, decimals: decimals, at: position) }
    var whole = Int64(scaled)
    let rest = scaled - Double(whole)
    whole &+= rest > 0.5 ? 1 : 0
    if rest == 0.5 { whole = Byte.rounded(half: whole, scaled, value.magnitude, Double(power)) }
    return store(
      scaled: UInt64(bitPattern: whole), isNegative: value < 0, decimals: decimals, at: position)
  }

  /// Stores magnitude ÷ 10^decimals.
  @inlinable
  @inline(__always)
  static func store(
    scaled magnitude: UInt64, isNegative: Bool, decimals: Int, at start: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    var position = start
    position.storeBytes(of: Byte.minus, as: UInt8.self)
    position += isNegative && magnitude != 0 ? 1 : 0
    guard magnitude < 100_000_000 else {
      return Byte.storeLarge(magnitude, decimals: decimals, at: position)
    }
    let digits = Byte.eightDigits(magnitude)
    let leading = min(digits.trailingZeroBitCount &>> 3, 7 &- decimals)
    let text = digits | 0x3030_3030_3030_3030
    let whole = 8 &- decimals &- leading
    position.storeBytes(of: (text &>> (8 &* UInt64(leading))).littleEndian, as: UInt64.self)
    position += whole
    if decimals > 0 {
      position.storeBytes(of: Byte.point, as: UInt8.self)
      let fraction = text &>> (8 &* UInt64(8 &- decimals))
      position.storeBytes(of: fraction.littleEndian, toByteOffset: 1, as: UInt64.self)
      position += 1 &+ decimals
    }
    return position
  }

  /// Stores a number of 10¹⁵ scaled units or more with the C library, which is exact but slow.
  @usableFromInline
  static func storeLarge(
    _ value: Double, decimals: Int, at position: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    precondition(value.isFinite, "a table holds finite numbers only")
    let text = position.assumingMemoryBound(to: CChar.self)
    let length = withVaList([Int32(decimals), value]) { vsnprintf(text, room, "%.*f", $0) }
    return position + Int(length)
  }
}

extension Byte {
  /// Returns 10^exponent for exponents 0 ... 8.
  @inlinable
  @inline(__always)
  static func powerOfTen(_ exponent: Int) -> Int64 {
    switch exponent {
    case 0: 1
    case 1: 10
    case 2: 100
    case 3: 1000
    case 4: 10_000
    case 5: 100_000
    case 6: 1_000_000
    case 7: 10_000_000
    case 8: 100_000_000
    default: preconditionFailure("a table has 0 ... 7 decimals")
    }
  }

  /// Returns the eight decimal digits of `value` < 10⁸, one per byte, the first in the lowest byte: halves, quarters
  /// and eighths are split in parallel in one register.
  @inlinable
  @inline(__always)
  static func eightDigits(_ value: UInt64) -> UInt64 {
    let high = value / 10_000
    let halves = high | (value &- 10_000 &* high) &<< 32
    let hundreds = ((halves &* 10_486) &>> 20) & 0x0000_007F_0000_007F
    let quarters = hundreds | (halves &- 100 &* hundreds) &<< 16
    let tens = ((quarters &* 103) &>> 10) & 0x000F_000F_000F_000F
    return tens | (quarters &- 10 &* tens) &<< 8
  }

  /// Stores magnitude ÷ 10^decimals for a magnitude of 10⁸ or more, and returns the end of the text.
  @usableFromInline
  static func storeLarge(
    _ magnitude: UInt64, decimals: Int, at start: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    let power = UInt64(powerOfTen(decimals))
    let whole = magnitude / power
    var position = start
    var padded = false
    for divisor in [10_000_000_000_000_000, 100_000_000, 1] as [UInt64] {
      let part = whole / divisor % 100_000_000
      guard padded || part > 0 || divisor == 1 else { continue }
      let digits = eightDigits(part)
      let leading = padded ? 0 : min(digits.trailingZeroBitCount >> 3, 7)
      let text = (digits | 0x3030_3030_3030_3030) >> UInt64(8 * leading)
      position.storeBytes(of: text.littleEndian, as: UInt64.self)
      position += 8 - leading
      padded = true
    }
    guard decimals > 0 else { return position }
    let fraction = eightDigits(magnitude % power * UInt64(powerOfTen(8 - decimals)))
    position.storeBytes(of: point, as: UInt8.self)
    let text = (fraction | 0x3030_3030_3030_3030).littleEndian
    position.storeBytes(of: text, toByteOffset: 1, as: UInt64.self)
    return position + 1 + decimals
  }

  /// Rounds a product computed as exactly `whole` + ½, in the direction given by the rounding error of the product.
  @usableFromInline
  static func rounded(half whole: Int64, _ scaled: Double, _ value: Double, _ power: Double) -> Int64 {
    let hidden = (-scaled).addingProduct(value, power)
    return hidden > 0 || (hidden == 0 && whole & 1 == 1) ? whole + 1 : whole
  }
}
