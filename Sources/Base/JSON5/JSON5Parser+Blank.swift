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
