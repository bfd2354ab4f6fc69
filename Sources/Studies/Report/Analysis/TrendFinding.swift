import Foundation
import Statistics
import Tables

/// Tests for drift of figures within the runs of a stationary study: the second half of the horizon against the first,
/// paired by replication.
///
/// If nothing depends on the time of day, or both halves consist of whole weeks, a figure of the second half differs
/// from that of the first by chance alone once the run has reached steady state. MSER-5 looks for a start-up that ends;
/// a market that fills or empties throughout has none, and its results depend on the horizon. The figures are those of
/// the requests submitted in a half, which every run keeps (`Halves`); the matches of a stationary scenario; and, if
/// the study keeps tables, the other columns of timeseries.csv, averaged over the intervals of a half. Each figure is
/// tested at every point and, if there are several points, in the mean over them. The p-values are corrected for the
/// number of tests (Holm), so that a study in steady state gives a warning with a probability of at most 5 %, whatever
/// the number of figures.
public struct TrendFinding: Sendable {
  /// A figure at a point, or in the mean over the points.
  public struct Row: Hashable, Sendable {
    /// The figure, as in runs.csv, or the column of timeseries.csv.
    public let figure: String
    /// The values of the varied fields; nil for the mean over the points.
    public let point: [String]?
    /// The means over the replications, in the first and in the second half.
    public let first: Double
    public let second: Double
    /// The number of replications with a value in both halves.
    public let runs: Int
    /// The p-value of the paired t-test after Holm's correction.
    public internal(set) var pValue: Double
  }

  /// All tests, figure by figure.
  public let rows: [Row]
  /// Whether the runs keep tables, and all columns of their series were tested.
  public let hasTables: Bool

  /// The significance level at which a figure counts as drifting.
  public static let level = 0.05

  /// The drifting figures, each with its most significant test; among equal ones, the mean over the points is
  /// preferred.
  public var drifting: [Row] {
    var clearest: [Row] = []
    for row in rows where row.pValue <= Self.level {
      if let place = clearest.firstIndex(where: { $0.figure == row.figure }) {
        if row.pValue < clearest[place].pValue { clearest[place] = row }
      } else {
        clearest.append(row)
      }
    }
    return clearest
  }

  /// Reads the halves of the runs of `study`.
  ///
  /// - Throws: `ReportError.impossible` if the runs are not stationary, or no point has two runs; the error of a
  ///   damaged table.
  public init(_ study: StudyTable) throws(ReportError) {
    var hasTables = true
    var points: [(values: [String], halves: [RunHalves])] = []
    for point in study.points {
      var halves: [RunHalves] = []
      for run in point.runs {
        guard let found = try RunHalves(of: run, in: study.folder) else { continue }
        hasTables = hasTables && found.hasTables
        halves.append(found)
      }
      if halves.count > 1 { points.append((point.values, halves)) }
    }
    guard !points.isEmpty else {
      throw .impossible(
        what: "a trend over the run",
        reason:
          "needs two runs or more of a point whose halves compare, as in a stationary or weekly scenario; they stand in start-up/"
      )
    }
    self.init(points, hasTables: hasTables)
  }

  /// Tests the halves of the runs of each point.
  init(_ points: [(values: [String], halves: [RunHalves])], hasTables: Bool) {
    var names: [String] = []
    for run in points.flatMap(\.halves) {
      for name in run.figures.map(\.name) where !names.contains(name) { names.append(name) }
    }
    let rows = names.flatMap { name -> [Row] in
      let columns = points.map { point in (point.values, point.halves.map { $0.pair(name) }) }
      let own = columns.compactMap { Self.row(name, at: $0, $1.compactMap(\.self)) }
      guard columns.count > 1 else { return own }
      // The mean over the points of each replication that all of them have.
      let means = points[0].halves.map(\.key).compactMap { key -> RunHalves.Pair? in
        let pairs = points.compactMap { $0.halves.first { $0.key == key }?.pair(name) }
        guard pairs.count == points.count else { return nil }
        let share = 1 / Double(pairs.count)
        return (pairs.reduce(0) { $0 + share * $1.first }, pairs.reduce(0) { $0 + share * $1.second })
      }
      return (Self.row(name, at: nil, means).map { [$0] } ?? []) + own
    }
    let corrected = Holm.adjusted(rows.map(\.pValue))
    self.rows = zip(rows, corrected).map { row, pValue in
      var row = row
      row.pValue = pValue
      return row
    }
    self.hasTables = hasTables
  }

  /// Returns the test of `pairs`, one per replication; nil if there are too few, or all values are 0.
  private static func row(_ figure: String, at point: [String]?, _ pairs: [RunHalves.Pair]) -> Row? {
    guard pairs.count > 1, pairs.contains(where: { $0.first != 0 || $0.second != 0 }) else { return nil }
    let difference = PairedDifference(pairs.map { $0.second - $0.first })
    guard let spread = difference.standardDeviation, let pValue = difference.pValue else { return nil }
    let count = Double(pairs.count)
    return Row(
      figure: figure, point: point, first: pairs.reduce(0) { $0 + $1.first } / count,
      second: pairs.reduce(0) { $0 + $1.second } / count, runs: pairs.count,
      // Equal differences of two or three runs are coarse numbers, not certainty.
      pValue: spread > 0 ? pValue : 1)
  }
}

/// The figures of a run in the two halves of the time between warm-up and end.
struct RunHalves: Sendable {
  typealias Pair = (first: Double, second: Double)

  /// The seed and replication, which are shared with runs of other points.
  let key: StudyTable.Key
  let figures: [(name: String, pair: Pair)]
  /// Whether the tables of the run are kept.
  let hasTables: Bool

  func pair(_ name: String) -> Pair? { figures.first { $0.name == name }?.pair }

  init(
    _ key: StudyTable.Key, _ figures: [(name: String, pair: Pair)], hasTables: Bool
  ) {
    self.key = key
    self.figures = figures
    self.hasTables = hasTables
  }

  /// Reads `run` of the study in `folder`; nil if it has no halves.
  ///
  /// - Throws: `ReportError.damagedTable` for a table that cannot be read.
  init?(of run: StudyTable.Run, in folder: String) throws(ReportError) {
    let (id, key) = (run.id, run.key)
    func file(_ path: String) -> String? {
      let path = folder + "/" + path
      return FileManager.default.fileExists(atPath: path) ? path : nil
    }
    do throws(TableError) {
      let kept = try file("start-up/\(id).halves.csv").flatMap { path throws(TableError) in
        try Self.halves(path)
      }
      let matches = try file("start-up/\(id).csv").map { path throws(TableError) in try Self.matches(path) }
      var figures = kept?.figures ?? []
      let span: Range<Double>
      if let matches, matches.warmUp < matches.period {
        span = matches.warmUp..<matches.period
      } else if let kept {
        span = kept.span
      } else {
        return nil
      }
      let series = try file("tables/\(id)/timeseries.csv").map { path throws(TableError) in
        try Self.series(path, from: span.lowerBound, to: span.upperBound)
      }
      // Without tables nothing else says how many matches there were.
      if series == nil, let matches { figures.append(("matches", matches.pair)) }
      let known = Set(figures.map(\.name))
      figures += (series ?? []).filter { !known.contains($0.name) }
      self.init(key, figures, hasTables: series != nil)
    } catch {
      throw .damagedTable(faults: "\(error)")
    }
  }

  /// Returns the figures of the requests in each half, and the time span of both, in seconds; nil if the run has none.
  private static func halves(
    _ path: String
  ) throws(TableError) -> (span: Range<Double>, figures: [(name: String, pair: Pair)])? {
    var reader = try CSVReader(contentsOf: path)
    let columns = (from: reader.column("from_s"), to: reader.column("to_s"), figure: reader.column("figure"))
    let (first, second) = (reader.column("first"), reader.column("second"))
    try reader.checkColumns()
    var span: Range<Double>?
    var figures: [(name: String, pair: Pair)] = []
    while reader.next() {
      let (from, to) = (reader.double(columns.from), reader.double(columns.to))
      if from < to { span = from..<to }
      figures.append((reader.string(columns.figure), (reader.double(first), reader.double(second))))
    }
    try reader.finish()
    return span.map { ($0, figures) }
  }

  /// Returns the number of matches in each half, with the counting period and the warm-up, in seconds.
  private static func matches(
    _ path: String
  ) throws(TableError) -> (period: Double, warmUp: Double, pair: Pair) {
    var reader = try CSVReader(contentsOf: path)
    let columns = (
      period: reader.column("period_s"), warmUp: reader.column("warm_up_s"), batch: reader.column("batch"),
      matches: reader.column("matches")
    )
    try reader.checkColumns()
    var (period, warmUp) = (0.0, 0.0)
    var counts: [Double] = []
    while reader.next() {
      (period, warmUp) = (reader.double(columns.period), reader.double(columns.warmUp))
      counts.append(reader.double(columns.matches))
    }
    try reader.finish()
    // The batches behind the warm-up, as many in either half.
    let batches = Double(counts.count)
    let first = period > 0 ? Int((warmUp / period * batches).rounded(.up)) : counts.count
    let half = max(0, counts.count - first) / 2
    let pair = (
      counts.dropFirst(counts.count - 2 * half).prefix(half).reduce(0, +), counts.suffix(half).reduce(0, +)
    )
    return (period, warmUp, pair)
  }

  /// Returns the means of all columns over the intervals in each half of `begin` to `end`, in seconds; both halves have
  /// the same number of intervals.
  private static func series(
    _ path: String, from begin: Double, to end: Double
  ) throws(TableError) -> [(name: String, pair: Pair)] {
    var reader = try CSVReader(contentsOf: path)
    let (from, to) = (reader.column("from_s"), reader.column("to_s"))
    let names = reader.columnNames.filter { !["run_id", "from_s", "to_s"].contains($0) }
    let columns = names.map { reader.optionalColumn($0) }
    try reader.checkColumns()
    var rows: [[Double?]] = []
    while reader.next() {
      let span = (reader.double(from), reader.double(to))
      guard span.0 >= begin, span.1 <= end else { continue }
      rows.append(columns.map { reader.double($0) })
    }
    try reader.finish()
    let half = rows.count / 2
    func mean(_ rows: some Sequence<[Double?]>, _ place: Int) -> Double? {
      let values = rows.compactMap { $0[place] }
      return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }
    return names.indices.compactMap { place in
      guard let first = mean(rows.dropFirst(rows.count - 2 * half).prefix(half), place),
        let second = mean(rows.suffix(half), place)
      else { return nil }
      return (names[place], (first, second))
    }
  }
}
