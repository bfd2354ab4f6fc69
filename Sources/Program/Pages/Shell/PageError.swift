/// The reason a page cannot be made; `description` is the message for users.
public enum PageError: Error, Hashable, Sendable {
  /// The chart library is not installed.
  case missingLibrary(path: String)
  /// The folder has no content supported by a page.
  case notResults(folder: String)
  /// Runs of this market have no page.
  case otherMarket(folder: String, market: String)
  /// The run lacks a table required by its page.
  case missingTable(folder: String, file: String, market: String)
  /// A table is inconsistent with the manifest, or unreadable.
  case damaged(folder: String, what: String)
}

extension PageError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .missingLibrary(let path):
      "D3, which draws the charts of pages, is missing (\(path)); install it (Debian, Ubuntu: apt-get install node-d3)"
    case .notResults(let folder):
      "\(folder): is not the folder of a run, a study or benchmarks; give a folder written by `detour run`, `detour"
        + " sweep` or `detour bench --record`"
    case .otherMarket(let folder, let market):
      "\(folder): is a run of \(market), for which single runs have no page; use `detour explain` for a request,"
        + " or make a page of a study"
    case .missingTable(let folder, let file, let market):
      "\(folder): has no \(file), which the page of a run of \(market) requires; run the scenario again"
    case .damaged(let folder, let what):
      "\(folder): \(what); the folder is damaged or was written by another version: run the scenario again"
    }
  }
}
