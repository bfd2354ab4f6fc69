/// A result column that had a different name in an earlier version; `description` is the message for users.
public struct FormerName: Hashable, Sendable {
  /// The column's name in the file, and the current one.
  public let former: String
  public let current: String
  public let file: String

  /// Finds the first of the `columns` of `file` whose name has changed since; nil if there is none.
  public init?(among columns: some Sequence<String>, of file: String) {
    let found = columns.lazy.compactMap { name in Self.current(of: name).map { (name, $0) } }.first
    guard let found else { return nil }
    (former, current) = found
    self.file = file
  }

  /// The current names of figures by their former names; `Scripts/rename_words.py` has the same list.
  private static let figures = [
    "asks_per_window": "requests_per_window", "cause.left_over": "cause.unassigned", "asks": "signups",
  ]

  /// Returns the current name of the column `name` of runs.csv; nil if it is unchanged.
  private static func current(of name: String) -> String? {
    if let current = figures[name] { return current }
    guard let dot = name.lastIndex(of: "."), let current = figures[String(name[..<dot])] else { return nil }
    return current + name[dot...]
  }
}

extension FormerName: CustomStringConvertible {
  public var description: String {
    "\(file): was written by an earlier version: its column `\(former)` is now called `\(current)`; `Scripts/rename_words.py OLD NEW`"
      + " makes a copy with the current names"
  }
}
