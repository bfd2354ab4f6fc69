extension StringProtocol {
  /// True if a spreadsheet that opens a table with this text in a field would run it: it begins with `=`, `+`, `-`, `@`, a
  /// tab or a line break, and is no number.
  ///
  /// If Chinese, Japanese or Korean is written, the full-width forms of the signs do as well.
  public var beginsFormula: Bool {
    guard let first = unicodeScalars.first, formulaSigns.contains(first) else { return false }
    return Double(self) == nil
  }
}

private let formulaSigns = Set("=+-@\t\r\n＝＋－＠﹦﹢﹣﹫".unicodeScalars)
