extension String {
  /// The text with every character that a terminal or a picture would obey instead of show written out, as `\u{1B}`:
  /// controls, line and paragraph separators, what turns the direction of writing, and what is no character.
  ///
  /// A text that holds none of them is unchanged. The joiners of words and emoji stay: scripts need them.
  public var visible: String { visible(keeping: []) }

  /// Returns the same with the characters of `kept` left as they are.
  public func visible(keeping kept: Set<Unicode.Scalar>) -> String {
    // Nearly every text is plain, and this is asked of all that the program prints.
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
  /// True if what shows text acts upon it: it is no letter that a reader could see.
  public var isObeyed: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format: self != "\u{200C}" && self != "\u{200D}"
    case .unassigned: properties.isNoncharacterCodePoint
    default: false
    }
  }
}
