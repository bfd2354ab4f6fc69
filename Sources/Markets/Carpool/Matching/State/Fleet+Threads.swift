public import Travellers

// MARK: - Searches on several threads

extension Fleet {
  /// Divides searches among `threads` threads from now on, which changes no result: those over all drivers, or where the policy goes
  /// by reports, those of each window.
  ///
  /// - Parameter legs: how many planned legs repay help in a search over all drivers.
  /// - Precondition: two or more threads; in windows passengers do not walk, and have no opinions beside what they see, for that is
  ///   remembered for all.
  public func divideSearches(among threads: Int, from legs: Int = legsRepayingHelp) {
    if vantage == .actual { return inserter.bounds.divideSearches(among: threads, from: legs) }
    precondition(
      threads > 1 && terms.walking.reach == 0 && acquaintance == nil,
      "only searches by the circles that share nothing are divided")
    team = SearchTeam(threads: threads, spaces: spaces)
  }

  /// The number of planned legs, one for each driver and more for those with passengers, over which a search repays the help of other
  /// threads: over fewer it is done before they could help.
  public static let legsRepayingHelp = 8192

  /// Takes note that a search over all drivers for `request` comes soon; no result depends on it.
  public func expect(_ request: Request) {
    // Where passengers walk, it begins elsewhere.
    if terms.walking.reach == 0 { inserter.bounds.expect(request) }
  }
}
