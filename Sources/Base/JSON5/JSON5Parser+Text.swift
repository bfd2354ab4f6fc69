extension JSON5Parser {
  /// Parses a string in double or single quotes.
  mutating func quoted() throws(Malformation) -> String {
    let start = here
    let quote = next()
    var text: [UInt8] = []
    while let byte = peek {
      switch byte {
      case quote:
        next()
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): throw Malformation(.openText, start)
      case UInt8(ascii: "\\"): try escape(into: &text)
      default: text.append(next())
      }
    }
    throw Malformation(.openText, start)
  }

  private mutating func escape(into text: inout [UInt8]) throws(Malformation) {
    let start = here
    next()
    guard let byte = peek else { throw Malformation(.badEscape, start) }
    if take(word: "\u{2028}") || take(word: "\u{2029}") { return }
    switch byte {
    case UInt8(ascii: "\r"):
      next()
      _ = take("\n")
    case UInt8(ascii: "\n"): next()
    case UInt8(ascii: "u"), UInt8(ascii: "x"):
      next()
      let scalar = try hexadecimal(digits: byte == UInt8(ascii: "u") ? 4 : 2, start)
      text.append(contentsOf: String(Character(scalar)).utf8)
    case UInt8(ascii: "0"):
      next()
      guard !(peek.map(Self.isDigit) ?? false) else { throw Malformation(.badEscape, start) }
      text.append(0)
    case UInt8(ascii: "1")...UInt8(ascii: "9"): throw Malformation(.badEscape, start)
    default:
      next()
      text.append(Self.controls[byte] ?? byte)
    }
  }

  private static let controls: [UInt8: UInt8] = [
    UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C, UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D,
    UInt8(ascii: "t"): 0x09, UInt8(ascii: "v"): 0x0B,
  ]

  /// Parses the digits of `\x41` or `\u0041`; a high surrogate must be followed by a low one.
  private mutating func hexadecimal(digits: Int, _ start: Origin) throws(Malformation) -> Unicode.Scalar {
    let high = try codeUnit(digits, start)
    if let scalar = Unicode.Scalar(high) { return scalar }
    guard high < 0xDC00, take(word: "\\u") else { throw Malformation(.badEscape, start) }
    let low = try codeUnit(4, start)
    guard (0xDC00...0xDFFF).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    else { throw Malformation(.badEscape, start) }
    return scalar
  }

  private mutating func codeUnit(_ digits: Int, _ start: Origin) throws(Malformation) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<digits {
      guard let digit = peek.flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else {
        throw Malformation(.badEscape, start)
      }
      next()
      value = value << 4 + UInt32(digit)
    }
    return value
  }
}

extension JSON5Parser {
  /// Returns whether a number can begin with `byte`.
  static func beginsNumber(_ byte: UInt8) -> Bool {
    isDigit(byte) || "+-.IN".utf8.contains(byte)
  }

  /// Parses a number: decimal or hexadecimal, signed or not, `Infinity` or `NaN`.
  mutating func number() throws(Malformation) -> Node.Value {
    let start = here
    var literal: [UInt8] = []
    // A sign belongs to the number at its beginning and after the exponent mark.
    while let byte = peek, Self.isNamePart(byte) || byte == UInt8(ascii: ".") || isSign(byte, after: literal)
    {
      literal.append(next())
    }
    let text = String(decoding: literal, as: UTF8.self)
    guard let value = Self.value(of: text) else { throw Malformation(.badNumber(text), start) }
    return value
  }

  private func isSign(_ byte: UInt8, after literal: [UInt8]) -> Bool {
    guard byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") else { return false }
    guard let last = literal.last else { return true }
    // `0x` can only follow the sign: searching the whole literal each time would be quadratic.
    return last | 0x20 == UInt8(ascii: "e") && !literal.prefix(3).contains { $0 | 0x20 == UInt8(ascii: "x") }
  }

  /// Returns the value of `literal`; nil if it is not a JSON5 number.
  static func value(of literal: String) -> Node.Value? {
    let isNegative = literal.hasPrefix("-")
    let digits = isNegative || literal.hasPrefix("+") ? literal.dropFirst() : literal[...]
    switch digits {
    case "Infinity": return .number(isNegative ? -.infinity : .infinity, exact: nil)
    case "NaN": return .number(.nan, exact: nil)
    default: break
    }
    if digits.hasPrefix("0x") || digits.hasPrefix("0X") {
      return hexadecimal(digits.dropFirst(2), isNegative)
    }
    let whole = digits.prefix { isDigit($0.utf8.first ?? 0) }
    let hasLeadingZero = whole.count > 1 && whole.hasPrefix("0")
    guard isDecimal(digits), !hasLeadingZero, let value = Double(digits) else { return nil }
    let exact = whole.count == digits.count ? Int128(digits) : nil
    return .number(isNegative ? -value : value, exact: exact.map { isNegative ? -$0 : $0 })
  }

  private static func hexadecimal(_ digits: Substring, _ isNegative: Bool) -> Node.Value? {
    guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
    let exact = Int128(digits, radix: 16).map { isNegative ? -$0 : $0 }
    let value = digits.reduce(0.0) { 16 * $0 + Double($1.hexDigitValue ?? 0) }
    return .number(isNegative ? -value : value, exact: exact)
  }

  /// Returns whether `text` consists of digits with at most one decimal point and at most one exponent.
  private static func isDecimal(_ text: Substring) -> Bool {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
    guard let mantissa = parts.first, parts.count <= 2 else { return false }
    let runs = mantissa.split(separator: ".", omittingEmptySubsequences: false)
    let areDigits = runs.allSatisfy { $0.utf8.allSatisfy(isDigit) }
    guard areDigits, runs.count <= 2, mantissa.utf8.contains(where: isDigit) else { return false }
    guard parts.count == 2 else { return true }
    let exponent = parts[1].first == "+" || parts[1].first == "-" ? parts[1].dropFirst() : parts[1]
    return !exponent.isEmpty && exponent.utf8.allSatisfy(isDigit)
  }
}
