public import Travellers

// MARK: - Searches on several threads

extension Fleet {
  /// Divides searches among `threads` threads from now on; results do not depend on it. These are the searches over
  /// all drivers, or, if the policy uses reports, those of each window.
  ///
  /// - Parameter legs: the number of planned legs from which help pays off in a search over all drivers.
  /// - Precondition: two or more threads; in windows there is no walking and no `Acquaintance`, because their
  ///   caches are shared.
  public func divideSearches(among threads: Int, from legs: Int = legsRepayingHelp) {
    if vantage == .actual { return inserter.bounds.divideSearches(among: threads, from: legs) }
    precondition(
      threads > 1 && terms.walking.reach == 0 && acquaintance == nil,
      "only searches by the circles that share nothing are divided")
    team = SearchTeam(threads: threads, spaces: spaces)
  }

  /// The number of planned legs, at least one per driver, from which help of other threads pays off in a search:
  /// shorter ones end before they could help.
  public static let legsRepayingHelp = 8192

  /// Announces a search over all drivers for `request`; results do not depend on it.
  public func expect(_ request: Request) {
    // With walking, the sweep would begin at other places.
    if terms.walking.reach == 0 { inserter.bounds.expect(request) }
  }
}
