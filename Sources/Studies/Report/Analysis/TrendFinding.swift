import Foundation
import Statistics
import Tables

/// Tests for drift of figures within the runs of a stationary study: the second half of the horizon against the first,
/// paired by replication.
///
/// If nothing depends on the time of day, or both halves consist of whole weeks, a figure of the second half differs
/// from that of the first by chance alone once the run has reached steady state. MSER-5 detects a start-up phase that
/// ends; a market that fills or empties throughout has none, and its results depend on the horizon. The figures
/// tested are those of the requests submitted in each half, which every run keeps (`Halves`); the matches of a
/// stationary scenario; and, if the study keeps tables, the other columns of timeseries.csv, averaged over the
/// intervals of each half. Each figure is tested at every point and, if there are several points, for its mean over
/// them. The p-values are corrected for the number of tests (Holm), so that a study in steady state raises a warning
/// with a probability of at most 5 %, whatever the number of figures.
public struct TrendFinding: Sendable {
  /// The test of a figure at one point, or of its mean over the points.
  public struct Row: Hashable, Sendable {
    /// The name of the figure in runs.csv, or of the column in timeseries.csv.
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
  /// Whether the runs keep tables, so that all columns of their time series were tested.
  public let hasTables: Bool

  /// The significance level at which a figure counts as drifting.
  public static let level = 0.05

  /// The drifting figures, each with its most significant test; ties go to the mean over the points.
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

  /// Reads the figures of the runs of `study` in each half, and tests them.
  ///
  /// - Throws: `ReportError.impossible` if the runs are not stationary, or no point has two runs; the error of a
  ///   damaged table.
  public init(_ study: StudyTable) throws(ReportError) {
    // How many points have two runs with halves is known at the end; most often it is the number of points.
    var share = 1 / Double(max(1, study.points.count { $0.runs.count > 1 }))
    while true {
      var tests = Tests(share: share)
      var kept = KeptRuns(study.folder)
      var hasTables = true
      for point in study.points {
        tests.begin(point.values)
        for run in point.runs {
          guard let found = try RunHalves(of: run, in: &kept) else { continue }
          hasTables = hasTables && found.hasTables
          tests.add(found)
        }
      }
      guard tests.points > 0 else {
        throw .impossible(
          what: "a trend over the run",
          reason:
            "requires at least two runs of a point with comparable halves, as in a stationary or weekly scenario"
        )
      }
      if share == 1 / Double(tests.points) {
        self.init(tests, hasTables: hasTables)
        return
      }
      share = 1 / Double(tests.points)
    }
  }

  /// Tests the second half of the runs of each point against the first.
  init(_ points: [(values: [String], halves: [RunHalves])], hasTables: Bool) {
    var tests = Tests(share: 1 / Double(points.count { $0.halves.count > 1 }))
    for point in points {
      tests.begin(point.values)
      for run in point.halves { tests.add(run) }
    }
    self.init(tests, hasTables: hasTables)
  }

  private init(_ tests: Tests, hasTables: Bool) {
    let rows = tests.rows
    let corrected = Holm.adjusted(rows.map(\.pValue))
    self.rows = zip(rows, corrected).map { row, pValue in
      var row = row
      row.pValue = pValue
      return row
    }
    self.hasTables = hasTables
  }
}

/// The tests of all figures. Runs are added one by one and not kept, as there may be a million of them.
private struct Tests {
  /// The sums over the pairs of a figure.
  private struct Sums {
    var first = 0.0
    var second = 0.0
    var differences = RunningStatistics()
    var isAllZero = true

    mutating func add(_ pair: RunHalves.Pair) {
      first += pair.first
      second += pair.second
      differences.add(pair.second - pair.first)
      isAllZero = isAllZero && pair.first == 0 && pair.second == 0
    }
  }

  /// The mean of a figure over the points, for one replication.
  private struct Mean {
    var pair: RunHalves.Pair = (0, 0)
    /// The number of points with the replication, counted up to the first point without it.
    var count = 0
  }

  private let share: Double
  private var names: [String] = []
  private var places: [String: Int] = [:]
  /// The number of points with two runs or more.
  private(set) var points = 0
  private var values: [[String]] = []
  /// The sums by point and figure.
  private var sums: [[Sums]] = []
  /// The index of each replication of the first point.
  private var keys: [StudyTable.Key: Int] = [:]
  /// The means by figure and replication.
  private var means: [[Mean]] = []
  private var current: [String] = []
  /// The first run of the current point, until there is a second one.
  private var single: RunHalves?
  private var isSingle = true

  init(share: Double) { self.share = share }

  /// Starts the point whose varied fields have `values`.
  mutating func begin(_ values: [String]) { (current, single, isSingle) = (values, nil, true) }

  /// Adds a run of the current point.
  mutating func add(_ run: RunHalves) {
    guard isSingle else { return count(run) }
    guard let first = single else {
      single = run
      return
    }
    isSingle = false
    points += 1
    values.append(current)
    sums.append([])
    count(first)
    count(run)
  }

  private mutating func count(_ run: RunHalves) {
    let point = points - 1
    if point == 0, keys[run.key] == nil { keys[run.key] = keys.count }
    let replication = keys[run.key]
    for (name, pair) in run.figures {
      let place = places[name] ?? names.count
      if place == names.count {
        names.append(name)
        places[name] = place
        means.append([])
      }
      while sums[point].count <= place { sums[point].append(Sums()) }
      sums[point][place].add(pair)
      guard let replication else { continue }
      while means[place].count <= replication { means[place].append(Mean()) }
      // A replication counts once at each point.
      guard means[place][replication].count == point else { continue }
      means[place][replication].pair.first += share * pair.first
      means[place][replication].pair.second += share * pair.second
      means[place][replication].count = point + 1
    }
  }

  /// The tests by figure: first that of the mean over the points, then those at each point.
  var rows: [TrendFinding.Row] {
    names.indices.flatMap { place -> [TrendFinding.Row] in
      let own = sums.indices.compactMap { point in
        sums[point].indices.contains(place) ? row(names[place], at: values[point], sums[point][place]) : nil
      }
      guard points > 1 else { return own }
      var all = Sums()
      for mean in means[place] where mean.count == points { all.add(mean.pair) }
      return (row(names[place], at: nil, all).map { [$0] } ?? []) + own
    }
  }

  /// Returns the paired t-test from `sums`, over one pair per replication; nil if there are too few, or all values
  /// are 0.
  private func row(_ figure: String, at point: [String]?, _ sums: Sums) -> TrendFinding.Row? {
    let differences = sums.differences
    guard differences.count > 1, !sums.isAllZero, let spread = differences.standardDeviation,
      let mean = differences.mean, let error = differences.standardError
    else { return nil }
    let count = Double(differences.count)
    // As in `PairedDifference`, of which this is the part that needs no list. Equal differences of two or three runs are
    // coarse numbers, not certainty.
    let pValue =
      error > 0 && spread > 0
      ? 2 * StudentT.upperTail((mean / error).magnitude, degreesOfFreedom: count - 1) : 1
    return TrendFinding.Row(
      figure: figure, point: point, first: sums.first / count, second: sums.second / count,
      runs: differences.count, pValue: pValue)
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

  /// Reads the figures of `run` in each half from `kept`; nil if the run has no halves.
  ///
  /// - Throws: `ReportError.damagedTable` for a table that cannot be read.
  init?(of run: StudyTable.Run, in kept: inout KeptRuns) throws(ReportError) {
    do throws(TableError) {
      let tables = kept.tables(run.id)
      let halves = try tables.halves.flatMap { table throws(TableError) in try Self.halves(table) }
      let matches = try tables.matches.map { table throws(TableError) in try Self.matches(table) }
      var figures = halves?.figures ?? []
      let span: Range<Double>
      if let matches, matches.warmUp < matches.period {
        span = matches.warmUp..<matches.period
      } else if let halves {
        span = halves.span
      } else {
        return nil
      }
      let series = try tables.series.map { table throws(TableError) in
        try Self.series(table, from: span.lowerBound, to: span.upperBound)
      }
      // Without tables nothing else says how many matches there were.
      if series == nil, let matches { figures.append(("matches", matches.pair)) }
      let known = Set(figures.map(\.name))
      figures += (series ?? []).filter { !known.contains($0.name) }
      self.init(run.key, figures, hasTables: series != nil)
    } catch {
      throw .damagedTable(faults: "\(error)")
    }
  }

  /// Returns the figures of the requests in each half, and the time span covered by both halves, in seconds; nil if
  /// the run has none.
  private static func halves(
    _ table: KeptTable
  ) throws(TableError) -> (span: Range<Double>, figures: [(name: String, pair: Pair)])? {
    var reader = try table.reader()
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

  /// Returns the number of matches in each half, and the counting period and the warm-up, in seconds.
  private static func matches(
    _ table: KeptTable
  ) throws(TableError) -> (period: Double, warmUp: Double, pair: Pair) {
    var reader = try table.reader()
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
    _ table: KeptTable, from begin: Double, to end: Double
  ) throws(TableError) -> [(name: String, pair: Pair)] {
    var reader = try table.reader()
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
