public import Lifecycle

/// The outages of a run, and the settled requests that met one.
public struct OutageTotals: Sendable {
  /// The outages that began before the run ended.
  public private(set) var outages = 0
  /// The settled requests.
  public private(set) var settled = 0
  /// The settled requests with an attempt due in an outage, and those of them that were matched.
  public private(set) var met = 0
  public private(set) var matched = 0

  /// Counts the requests at the places `settled`; `isMatched` is whether a request was ever matched.
  public init(of records: OutageRecords, settled: some Sequence<Int>, isMatched: (Int) -> Bool) {
    outages = records.outages.count
    let hasMet = Set(records.calls.map { Int($0.request) })
    for place in settled {
      self.settled += 1
      guard hasMet.contains(place) else { continue }
      met += 1
      if isMatched(place) { matched += 1 }
    }
  }
}
