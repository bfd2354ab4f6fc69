/// A column of results that had another name in an earlier version; `description` is the sentence for people.
public struct FormerName: Hashable, Sendable {
  /// The column's name in the file, and the one it has now.
  public let former: String
  public let current: String
  public let file: String

  /// The first of `columns`, those of `file`, that has another name now; nil if there is none.
  public init?(among columns: some Sequence<String>, of file: String) {
    let found = columns.lazy.compactMap { name in Self.current(of: name).map { (name, $0) } }.first
    guard let found else { return nil }
    (former, current) = found
    self.file = file
  }

  /// The figures' present names by their former ones; `Scripts/rename_words.py` has them too.
  private static let figures = [
    "asks_per_window": "requests_per_window", "cause.left_over": "cause.unassigned", "asks": "signups",
  ]

  /// The present name of the column `name` of runs.csv; nil for one that is still called so.
  private static func current(of name: String) -> String? {
    if let current = figures[name] { return current }
    guard let dot = name.lastIndex(of: "."), let current = figures[String(name[..<dot])] else { return nil }
    return current + name[dot...]
  }
}

extension FormerName: CustomStringConvertible {
  public var description: String {
    "\(file): is of an earlier version: its column `\(former)` is called `\(current)` now; `Scripts/rename_words.py OLD NEW`"
      + " makes a copy with the names of this version"
  }
}
