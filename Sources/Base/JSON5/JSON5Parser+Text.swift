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
