/// A parser of JSON5 (RFC 8259 with comments, trailing commas, unquoted keys, single quotes, hexadecimal numbers,
/// signs, `Infinity` and `NaN`: https://spec.json5.org) whose nodes record their line and column.
///
/// Malformed text ends the parse with one fault; duplicate keys are collected and reported with all other faults.
/// Intended for scenarios of a few kilobytes, not for streams.
public struct JSON5Parser {
  /// The maximum nesting depth of lists and objects; deeper nesting is reported as a fault instead of overflowing the
  /// stack.
  static let deepest = 64

  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private var column = 1
  private var depth = 0
  private let origin: Origin?
  /// The duplicate keys, each with the origins of its first and its repeated occurrence.
  public private(set) var duplicates: [(key: String, first: Origin, origin: Origin)] = []

  /// Creates a parser of `text`; `origin`, if given, becomes the origin of every node.
  public init(_ text: String, origin: Origin? = nil) {
    bytes = Array(text.utf8)
    self.origin = origin
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  /// Parses the whole text as one value.
  ///
  /// - Throws: `Malformation` at the first place that is not JSON5.
  public mutating func parse() throws(Malformation) -> Node {
    try skipBlank()
    let node = try value()
    try skipBlank()
    guard peek == nil else { throw unexpected("the end of the text") }
    return node
  }

  /// The origin of the next byte.
  var here: Origin { origin ?? .file(line: line, column: column) }

  /// The next byte; nil at the end.
  var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// Returns the byte `offset` positions after the next byte; nil past the end.
  func peek(_ offset: Int) -> UInt8? { index + offset < bytes.count ? bytes[index + offset] : nil }

  /// Consumes the next byte and updates line and column.
  ///
  /// - Precondition: the end has not been reached.
  @discardableResult
  mutating func next() -> UInt8 {
    let byte = bytes[index]
    index += 1
    if byte == UInt8(ascii: "\n") || (byte == UInt8(ascii: "\r") && peek != UInt8(ascii: "\n")) {
      line += 1
      column = 1
    } else if byte & 0xC0 != 0x80 {
      column += 1
    }
    return byte
  }

  /// Consumes the next byte if it is `byte`.
  mutating func take(_ byte: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: byte) else { return false }
    next()
    return true
  }

  /// Consumes `word` if it comes next.
  mutating func take(word: StaticString) -> Bool {
    let matches = word.withUTF8Buffer { bytes[index...].starts(with: $0) }
    guard matches else { return false }
    for _ in 0..<word.utf8CodeUnitCount { next() }
    return true
  }

  /// Returns the fault for text other than `expected` at this position.
  func unexpected(_ expected: String) -> Malformation {
    guard let peek else { return Malformation(.unexpectedEnd(expected: expected), here) }
    // Cuts the text between characters, not within one.
    let rest = bytes[index...].prefix(4)
    let character = String(decoding: rest, as: UTF8.self).first.map(String.init) ?? "?"
    let found = peek < 0x20 ? "a control character" : "`\(character)`"
    return Malformation(.unexpected(found: found, expected: expected), here)
  }

  private mutating func value() throws(Malformation) -> Node {
    let origin = here
    switch peek {
    case UInt8(ascii: "{"): return Node(value: .object(try members()), origin: origin)
    case UInt8(ascii: "["): return Node(value: .list(try items()), origin: origin)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return Node(value: .text(try quoted()), origin: origin)
    case UInt8(ascii: "n") where take(word: "null"): return Node(value: .null, origin: origin)
    case UInt8(ascii: "t") where take(word: "true"): return Node(value: .boolean(true), origin: origin)
    case UInt8(ascii: "f") where take(word: "false"): return Node(value: .boolean(false), origin: origin)
    case .some(let byte) where Self.beginsNumber(byte): return Node(value: try number(), origin: origin)
    default: throw unexpected("a value")
    }
  }

  /// Consumes the opening bracket of a list or an object, and increments the depth.
  private mutating func descend() throws(Malformation) {
    guard depth < Self.deepest else { throw Malformation(.tooDeep(Self.deepest), here) }
    next()
    depth += 1
  }

  private mutating func items() throws(Malformation) -> [Node] {
    try descend()
    defer { depth -= 1 }
    var items: [Node] = []
    while true {
      try skipBlank()
      if take("]") { return items }
      items.append(try value())
      try skipBlank()
      if take("]") { return items }
      guard take(",") else { throw unexpected("`,` or `]`") }
    }
  }

  private mutating func members() throws(Malformation) -> [Node.Member] {
    try descend()
    defer { depth -= 1 }
    var members: [Node.Member] = []
    var places: [String: Origin] = [:]
    while true {
      try skipBlank()
      if take("}") { return members }
      let origin = here
      let key = try key()
      try skipBlank()
      guard take(":") else { throw unexpected("`:` after the key `\(Malformation.shown(key))`") }
      try skipBlank()
      let value = try value()
      if let first = places[key] {
        duplicates.append((key, first, origin))
      } else {
        places[key] = origin
        members.append(Node.Member(key: key, origin: origin, value: value))
      }
      try skipBlank()
      if take("}") { return members }
      guard take(",") else { throw unexpected("`,` or `}`") }
    }
  }

  private mutating func key() throws(Malformation) -> String {
    if peek == UInt8(ascii: "\"") || peek == UInt8(ascii: "'") { return try quoted() }
    var name: [UInt8] = []
    while let byte = peek, Self.isNamePart(byte), !(name.isEmpty && Self.isDigit(byte)) {
      name.append(next())
    }
    guard !name.isEmpty else { throw unexpected("a key or `}`") }
    return String(decoding: name, as: UTF8.self)
  }

  static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  static func isNamePart(_ byte: UInt8) -> Bool {
    let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    return isLetter || isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || byte >= 0x80
  }
}

extension JSON5Parser {
  /// Skips white space, line breaks and comments.
  mutating func skipBlank() throws(Malformation) {
    while let byte = peek {
      switch byte {
      case 0x09...0x0D, 0x20: next()
      case UInt8(ascii: "/"): try skipComment()
      case 0xC2, 0xE1, 0xE2, 0xE3, 0xEF:
        guard takeWideSpace() else { return }
      default: return
      }
    }
  }

  private mutating func skipComment() throws(Malformation) {
    let start = here
    switch peek(1) {
    case UInt8(ascii: "/"):
      while let byte = peek, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") { next() }
    case UInt8(ascii: "*"):
      next()
      next()
      while !take(word: "*/") {
        guard peek != nil else { throw Malformation(.openComment, start) }
        next()
      }
    default: throw unexpected("a value, a key, or a comment")
    }
  }

  /// Consumes a space of more than one byte: no-break space, the spaces and separators from U+1680 to U+3000,
  /// or the byte order mark.
  private mutating func takeWideSpace() -> Bool {
    take(word: "\u{A0}") || take(word: "\u{1680}") || take(word: "\u{2000}") || take(word: "\u{2001}")
      || take(word: "\u{2002}") || take(word: "\u{2003}") || take(word: "\u{2004}") || take(word: "\u{2005}")
      || take(word: "\u{2006}") || take(word: "\u{2007}") || take(word: "\u{2008}") || take(word: "\u{2009}")
      || take(word: "\u{200A}") || take(word: "\u{2028}") || take(word: "\u{2029}") || take(word: "\u{202F}")
      || take(word: "\u{205F}") || take(word: "\u{3000}") || take(word: "\u{FEFF}")
  }
}
