public import Lifecycle
import Metrics
public import Quantities
public import Tables

/// An outage of the service.
public struct OutageRow: Sendable {
  /// The number of the outage, from 1.
  public let number: Int
  public let outage: Range<Milliseconds>
  /// The attempts that were due in it.
  public let calls: Int
}

/// An attempt that was due in an outage.
public struct OutageCallRow: Sendable {
  /// The number of the attempt among all that were due in an outage, from 1.
  public let number: Int
  public let call: OutageCall
  /// The number of the outage, from 1.
  public let outage: Int
  /// The request, as files call it.
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

  /// The rows of outage_calls.csv; `request` returns the name of the request at a place.
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
      .count("calls", "The number of attempts due during it.") { $0.calls },
    ])
}

extension OutageCallRow {
  /// A row per attempt that was due in an outage.
  ///
  /// - Parameter column: the market's column of requests.
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
