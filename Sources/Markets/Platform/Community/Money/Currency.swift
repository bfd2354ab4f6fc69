/// A currency: its code, and its smallest unit.
///
///     Currency().parse("80.50")        // 8050 centimes
///     Currency().text(of: 8_050)       // 80.50
public struct Currency: Hashable, Sendable {
  /// The ISO 4217 code.
  public var code: String
  /// The number of decimals of an amount.
  public var decimals: Int

  /// Creates a currency; by default the Moroccan dirham.
  ///
  /// - Precondition: `decimals` is in 0 … 4, as for all currencies of ISO 4217.
  public init(code: String = "MAD", decimals: Int = 2) {
    precondition((0...4).contains(decimals), "a currency has 0 to 4 decimals")
    self.code = code
    self.decimals = decimals
  }

  /// The number of smallest units in one unit.
  public var scale: Int64 { (0..<decimals).reduce(1) { scale, _ in scale * 10 } }

  /// The maximum amount, 10⁹ units; the limit keeps sums from overflowing.
  public var greatest: Int64 { 1_000_000_000 * scale }

  /// Returns the amount in `text`, in smallest units; nil if it is not a number, has more decimals than the
  /// currency, or is too large.
  public func parse(_ text: some StringProtocol) -> Int64? { parse(utf8: text.utf8) }

  /// Returns the amount in `bytes`; otherwise like `parse(_:)`.
  public func parse(utf8 bytes: some Sequence<UInt8>) -> Int64? {
    var amount: Int64 = 0
    var digits = 0
    // The number of digits after the point; nil before it.
    var behind: Int?
    var isNegative = false
    for (place, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "-") where place == 0: isNegative = true
      case UInt8(ascii: ".") where behind == nil && digits > 0: behind = 0
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        guard behind != decimals, append(Int64(byte - UInt8(ascii: "0")), to: &amount) else { return nil }
        behind = behind.map { $0 + 1 }
        digits += 1
      default: return nil
      }
    }
    guard digits > 0, behind != 0 else { return nil }
    for _ in (behind ?? 0)..<decimals {
      guard append(0, to: &amount) else { return nil }
    }
    return isNegative ? -amount : amount
  }

  /// Appends `digit` to the digits of `amount`; returns false if the result is too large.
  private func append(_ digit: Int64, to amount: inout Int64) -> Bool {
    let (product, isTooMuch) = amount.multipliedReportingOverflow(by: 10)
    let (sum, isStillTooMuch) = product.addingReportingOverflow(digit)
    guard !isTooMuch, !isStillTooMuch else { return false }
    amount = sum
    return true
  }

  /// Formats `amount`, in smallest units, as a number of units with all decimals.
  public func text(of amount: Int64) -> String {
    let sign = amount < 0 ? "-" : ""
    let (units, rest) = amount.magnitude.quotientAndRemainder(dividingBy: UInt64(scale))
    guard decimals > 0 else { return sign + String(units) }
    let digits = String(rest)
    return sign + String(units) + "." + String(repeating: "0", count: decimals - digits.count) + digits
  }
}
