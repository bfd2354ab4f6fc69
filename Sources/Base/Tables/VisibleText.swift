extension String {
  /// The text with all characters escaped, as `\u{1B}`, that a terminal or a picture would act on instead of
  /// showing: controls, line and paragraph separators, direction marks, and non-characters.
  ///
  /// Text without them is unchanged. The joiners of words and emoji are kept, because scripts require them.
  public var visible: String { visible(keeping: []) }

  /// Returns the same, but leaves the characters of `kept` unescaped.
  public func visible(keeping kept: Set<Unicode.Scalar>) -> String {
    // Nearly every text is plain, and all output of the program passes through here.
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
  /// Whether renderers act on the character instead of showing it.
  public var isObeyed: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format: self != "\u{200C}" && self != "\u{200D}"
    case .unassigned: properties.isNoncharacterCodePoint
    default: false
    }
  }
}
