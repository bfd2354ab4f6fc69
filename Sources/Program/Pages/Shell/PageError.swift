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
      "D3 is not there (\(path)), and charts of pages are drawn by it; install it (Debian, Ubuntu: apt-get install node-d3)"
    case .notResults(let folder):
      "\(folder): is not the folder of a run, of a study or of benchmarks; give a folder that `detour run`, `detour"
        + " sweep` or `detour bench --record` wrote"
    case .otherMarket(let folder, let market):
      "\(folder): is a run of \(market), whose single runs have no page; `detour explain` tells what became of a request,"
        + " and a study of it has a page"
    case .missingTable(let folder, let file, let market):
      "\(folder): has no \(file), which the page of a run of \(market) is made from; run the scenario again"
    case .damaged(let folder, let what):
      "\(folder): \(what); the folder is damaged, or was written by another version: run it again"
    }
  }
}
