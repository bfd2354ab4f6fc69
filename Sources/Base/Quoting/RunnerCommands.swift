extension String {
  /// The text with what the runner of a build server takes for a command to itself written out, as `\u{3A}`: `::` where a
  /// line begins (GitHub), `##[` and `##vso[` anywhere (GitHub, Azure), `##teamcity[`.
  ///
  /// A runner passes over blanks before a command, and over what shows nothing within it.
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

  /// Tells whether `byte` stands behind itself, or behind what is no ASCII, of which it may be more than one: most texts
  /// have none.
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
  /// The first scalar that shows something.
  fileprivate var firstShown: Unicode.Scalar? { first { !$0.showsNothing } }

  /// True if a second `#` and a bracket follow, with or without letters between them.
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
  /// True if it shows nothing of itself: joiners, selectors of variants.
  fileprivate var showsNothing: Bool { properties.isDefaultIgnorableCodePoint }
}
