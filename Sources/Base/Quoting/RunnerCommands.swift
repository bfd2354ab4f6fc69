extension String {
  /// The text with CI runner commands escaped, in the form `\u{3A}`: `::` at the beginning of a line (GitHub), `##[`
  /// and `##vso[` anywhere (GitHub, Azure), `##teamcity[`.
  ///
  /// A runner skips blanks before a command, and invisible characters within it.
  public var withoutRunnerCommands: String {
    guard holdsPair(of: UInt8(ascii: ":")) || holdsPair(of: UInt8(ascii: "#")) else { return self }
    var text = String.UnicodeScalarView()
    var rest = unicodeScalars[...]
    var isAtBeginning = true
    while let scalar = rest.popFirst() {
      if isAtBeginning && scalar == ":" && rest.firstShown == ":" || scalar == "#" && rest.continuesCommand {
        text.append(contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars)
      } else {
        text.append(scalar)
      }
      isAtBeginning =
        scalar == "\n" || isAtBeginning && (scalar.showsNothing || scalar.properties.isWhitespace)
    }
    return String(text)
  }

  /// Returns whether `byte` occurs twice in a row, or after a non-ASCII byte; most texts contain neither.
  private func holdsPair(of byte: UInt8) -> Bool {
    var last: UInt8 = 0
    for next in utf8 {
      if next == byte, last == byte || last >= 0x80 { return true }
      last = next
    }
    return false
  }
}

extension Substring.UnicodeScalarView {
  /// The first visible scalar.
  fileprivate var firstShown: Unicode.Scalar? { first { !$0.showsNothing } }

  /// Whether a second `#` and a bracket follow, with or without letters between them.
  fileprivate var continuesCommand: Bool {
    var shown = lazy.filter { !$0.showsNothing }.makeIterator()
    guard shown.next() == "#" else { return false }
    while let scalar = shown.next() {
      if scalar == "[" { return true }
      guard scalar.isASCII, scalar.properties.isAlphabetic else { return false }
    }
    return false
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is invisible, such as a joiner or a variation selector.
  fileprivate var showsNothing: Bool { properties.isDefaultIgnorableCodePoint }
}
