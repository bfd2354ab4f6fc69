extension StringProtocol {
  /// Whether a spreadsheet that opens a table with this text in a field would run it: it begins with `=`, `+`, `-`, `@`, a
  /// tab or a line break, and is no number.
  public var beginsFormula: Bool {
    guard let first = unicodeScalars.first, "=+-@\t\r\n".unicodeScalars.contains(first) else { return false }
    return Double(self) == nil
  }
}
