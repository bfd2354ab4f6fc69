/// Names that columns of results had in earlier versions, and have no more.
enum FormerNames {
  /// The figures' names now by those of before; `Scripts/rename_words.py` has them too.
  private static let figures = [
    "asks_per_window": "requests_per_window", "cause.left_over": "cause.unassigned", "asks": "signups",
  ]

  /// The present name of the column `name` of runs.csv; nil for one that is still called so.
  static func current(of name: String) -> String? {
    if let current = figures[name] { return current }
    guard let dot = name.lastIndex(of: "."), let current = figures[String(name[..<dot])] else { return nil }
    return current + name[dot...]
  }
}
