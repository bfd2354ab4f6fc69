extension StringProtocol {
  /// Whether a spreadsheet would evaluate the text as a formula: it begins with `=`, `+`, `-`, `@`, a tab or a line
  /// break, and is not a number.
  ///
  /// The full-width forms of these signs, used with Chinese, Japanese and Korean, count too.
  public var beginsFormula: Bool {
    guard let first = unicodeScalars.first, formulaSigns.contains(first) else { return false }
    return Double(self) == nil
  }
}

private let formulaSigns = Set("=+-@\t\r\n＝＋－＠﹦﹢﹣﹫".unicodeScalars)
