public import JSON5
public import Lifecycle
public import Metrics
public import Quantities
import Statistics
public import Tables

/// An outage of the service.
public struct OutageRow: Sendable {
  /// The number of the outage, from 1.
  public let number: Int
  public let outage: Range<Milliseconds>
  /// The number of attempts due during the outage.
  public let calls: Int
}

/// An attempt due during an outage.
public struct OutageCallRow: Sendable {
  /// The number of the attempt among all attempts due during outages, from 1.
  public let number: Int
  public let call: OutageCall
  /// The number of the outage, from 1.
  public let outage: Int
  /// The request, as identified in files.
  public let request: (id: Int64, names: Names)
}

extension OutageRecords {
  /// The rows of outages.csv.
  public var rows: [OutageRow] {
    var counts: [Milliseconds: Int] = [:]
    for call in calls { counts[call.outage.lowerBound, default: 0] += 1 }
    return outages.enumerated().map {
      OutageRow(number: $0 + 1, outage: $1, calls: counts[$1.lowerBound] ?? 0)
    }
  }

  /// The rows of outage_calls.csv; `request` returns the name of the request at an index.
  public func callRows(_ request: (Int) -> (id: Int64, names: Names)) -> [OutageCallRow] {
    let numbers = Dictionary(
      uniqueKeysWithValues: outages.enumerated().map { ($1.lowerBound, $0 + 1) })
    return calls.enumerated().map {
      OutageCallRow(
        number: $0 + 1, call: $1, outage: numbers[$1.outage.lowerBound] ?? 0,
        request: request(Int($1.request)))
    }
  }
}

extension OutageRow {
  /// A row per outage.
  public static let table = Table<OutageRow>(
    "outages", "A row per outage of the service that began before the run ended, with `channel.outages`.",
    key: ["outage"], constant: .runID,
    columns: [
      .count("outage", "The number of the outage, from 1.") { $0.number },
      .seconds("from_s", "The start of the outage.") { $0.outage.lowerBound },
      .seconds("to_s", "The end of the outage, possibly after the end of the run.") { $0.outage.upperBound },
      .count("calls", "The number of attempts due during the outage.") { $0.calls },
    ])
}

extension OutageCallRow {
  /// A row per attempt due during an outage.
  ///
  /// - Parameter column: the name of the market's request column.
  public static func table(_ column: String) -> Table<OutageCallRow> {
    Table(
      "outage_calls",
      "A row per attempt due during an outage, in order of due time, with `channel.outages`.",
      key: ["call"], constant: .runID,
      columns: [
        .count("call", "The number of the attempt, from 1.") { $0.number },
        .identifier(column, "The request, as in the other tables.") { $0.request },
        .seconds("time_s", "The due time of the attempt.") { $0.call.time },
        .count("outage", "The outage; see outages.csv.") { $0.outage },
        .boolean("lost", "Whether the attempt failed; otherwise it was made when the outage ended.") {
          $0.call.isLost
        },
      ])
  }
}

/// The figures of outages, over a market's settled requests.
public struct OutageMetrics: Sendable {
  public let outages: Metric
  public let share: Metric
  public let matchRate: Metric

  /// Creates the figures over `settled`.
  ///
  /// - Parameter requests: the market's word for requests, such as *jobs*.
  public init(over settled: Metric.Population, _ requests: String) {
    outages = Metric(
      "outages", .count, over: settled, better: .lowerIsBetter,
      "Outages of the service that began before the run ended.")
    share = Metric(
      "outage_share", .ratio, over: settled, better: .lowerIsBetter,
      "Settled \(requests) with an attempt due during an outage ÷ settled \(requests).")
    matchRate = Metric(
      "outage_match_rate", .ratio, over: settled, better: .higherIsBetter,
      "Settled \(requests) with an attempt due during an outage that were matched at least once ÷ those with such an attempt."
    )
  }
}

extension OutageMetrics {
  /// Returns the summary text on outages; nil for a run without outages.
  public func words(of figures: Figures, _ requests: String) -> String? {
    guard let count = figures[outages] else { return nil }
    let met = figures[share].map { ["\(Words.tenths(ofPercent: $0)) of the \(requests) met one"] } ?? []
    let matched = figures[matchRate].map { ["\(Words.tenths(ofPercent: $0)) of these matched"] } ?? []
    return SummaryText.joined([Words.plural(Int(count), "outage")] + met + matched)
  }
}

/// The numbers of outages of a run, and of settled requests affected by them.
public struct OutageTotals: Sendable {
  /// The number of outages that began before the run ended.
  public private(set) var outages = 0
  /// The number of settled requests.
  public private(set) var settled = 0
  /// The number of settled requests with an attempt due during an outage, and the number of these that were matched.
  public private(set) var met = 0
  public private(set) var matched = 0

  /// Counts the requests at the indices `settled`; `isMatched` returns whether a request was ever matched.
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

extension OutageRecords {
  private func calls(ofRequest place: Int) -> [OutageCall] { calls.filter { Int($0.request) == place } }

  /// Returns lines of text on the attempts of the request at `place` that were due during an outage.
  ///
  /// - Parameter clock: returns the words for a time.
  public func lines(ofRequest place: Int, _ clock: (Milliseconds) -> String) -> [String] {
    calls(ofRequest: place).map { call in
      let outage =
        "the service was out from \(clock(call.outage.lowerBound)) to \(clock(call.outage.upperBound))"
      return "attempt due at \(clock(call.time)): \(outage); the attempt \(call.isLost ? "failed" : "waited")"
    }
  }

  /// Returns the attempts of the request at `place` that were due during an outage, as JSON members.
  public func members(ofRequest place: Int) -> [JSON.Member] {
    let calls = calls(ofRequest: place).map { call in
      JSON.object([
        .init("due_s", .number(call.time.seconds)), .init("from_s", .number(call.outage.lowerBound.seconds)),
        .init("to_s", .number(call.outage.upperBound.seconds)), .init("lost", .boolean(call.isLost)),
      ])
    }
    return [.init("outages", .list(calls))]
  }
}
