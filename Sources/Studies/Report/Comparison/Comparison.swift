public import Metrics
public import Statistics

/// A comparison of runs under two settings: B against A, paired by seed and replication.
///
/// If the sides have several points, points that agree in all parameters not fixed by a selection are compared. The
/// verdicts use p-values corrected for the number of comparisons (Holm), so that with equal settings the probability of
/// any verdict of a difference is at most 1 − confidence.
public struct Comparison: Sendable {
  /// The verdict on B for a figure.
  public enum Verdict: String, Sendable {
    case better
    case worse
    /// A difference in a figure without a better direction.
    case different
    case noDifference = "no difference shown"
    case tooFewRuns = "too few runs"
    /// A figure that has no value in any run of one side, such as the wait if there are no matches.
    case noValueAtA = "no value at A"
    case noValueAtB = "no value at B"
    /// A figure that has no value in any run of either point.
    case noValue = "no value"
    /// All replications of a side are identical, as with recorded travellers and no random draws; further
    /// replications would not reduce the uncertainty.
    case noSpread = "replications identical"
  }

  /// One figure at one point.
  public struct Row: Sendable {
    public let figure: FigureColumn
    /// The mean over the paired runs with values on both sides; nil if there are none.
    public let meanA: Double?
    public let meanB: Double?
    /// B minus A; nil if there are no pairs.
    public let difference: PairedDifference?
    /// The p-value after Holm's correction over all rows of the comparison; nil if there are too few pairs.
    public internal(set) var adjusted: Double?
    public internal(set) var verdict: Verdict
  }

  /// The rows of two points that agree in the parameters not fixed by a selection.
  public struct Block: Sendable {
    /// The values of the parameters in `Comparison.shared`.
    public let values: [String]
    /// The number of paired runs.
    public let pairs: Int
    public internal(set) var rows: [Row]
  }

  /// The minimum number of pairs: with only two, the interval excludes hardly anything, and equal differences are not
  /// rare for a figure with few distinct values.
  public static let leastPairs = 3
  /// The minimum number of pairs if all differences are equal: with fewer, the equality may be a coincidence, and the
  /// interval has no width.
  public static let leastPairsWithoutSpread = 6

  public let confidence: Double
  /// The parameters by which the points of both sides were matched.
  public let shared: [String]
  /// The blocks in the order of A's points.
  public private(set) var blocks: [Block]
  /// The number of points, on both sides, without a counterpart.
  public let leftOut: Int

  /// Compares the points of `b` with those of `a` in `figures`.
  ///
  /// - Throws: `ReportError` if the points cannot be matched, have no common replication, or a figure has no value
  ///   on either side.
  /// - Precondition: `confidence` lies strictly between 0 and 1.
  public init(
    _ a: StudyTable, _ b: StudyTable, _ figures: [FigureColumn], confidence: Double = 0.95
  ) throws(ReportError) {
    self.confidence = confidence
    for figure in figures where !a.has(figure) && !b.has(figure) {
      throw .absentFigure(figure, folder: a.folder)
    }
    let couples = try Self.couples(a, b)
    shared = couples.shared
    leftOut = couples.leftOut
    blocks = []
    for (first, second, values) in couples.points {
      let pairs = Self.pairs(first, second)
      guard !pairs.isEmpty else { throw .noCommonReplications(a: a.folder, b: b.folder) }
      let isIdentical =
        pairs.count > 1
        && Self.isOneRun(first, pairs.count) { pairs.map(\.a) }
        && Self.isOneRun(second, pairs.count) { pairs.map(\.b) }
      let rows = figures.map { figure in
        var row =
          isIdentical ? Self.rowWithoutSpread(figure, pairs) : Self.row(figure, pairs, confidence)
        // The points decide which side lacks values: replications without one are no reason to name a side.
        if let lack = Self.lack(of: figure, first, second) { row.verdict = lack }
        return row
      }
      blocks.append(Block(values: values, pairs: pairs.count, rows: rows))
    }
    judge()
  }

  /// Returns the figures with a better direction in both studies, in the order of the data dictionary.
  public static func judged(_ a: StudyTable, _ b: StudyTable) -> [FigureColumn] {
    a.figures.columns.filter { $0.direction != nil && a.has($0) && b.has($0) }
  }

  /// The overall verdict: `worse` if any figure is worse; otherwise `noSpread`, `tooFewRuns` or a missing value if
  /// any figure has that verdict; otherwise `better`, `different` or `noDifference`.
  public var verdict: Verdict {
    let verdicts = blocks.flatMap { $0.rows.map(\.verdict) }
    return [
      .worse, .noSpread, .tooFewRuns, .noValueAtB, .noValueAtA, .noValue, .better, .different,
    ].first { verdicts.contains($0) } ?? .noDifference
  }

  /// The number of comparisons covered by the correction.
  public var tests: Int { blocks.reduce(0) { $0 + $1.rows.count { $0.adjusted != nil } } }
}

extension Comparison {
  typealias Pair = (a: StudyTable.Run, b: StudyTable.Run)

  /// Returns the verdict on a figure that lacks a value at one point, or at both; nil if both have values.
  private static func lack(
    of figure: FigureColumn, _ a: StudyTable.Point, _ b: StudyTable.Point
  ) -> Verdict? {
    let isThere = (
      a.runs.contains { $0[figure] != nil }, b.runs.contains { $0[figure] != nil }
    )
    return switch isThere {
    case (true, true): nil
    case (true, false): .noValueAtB
    case (false, true): .noValueAtA
    case (false, false): .noValue
    }
  }

  /// Returns whether the `count` paired runs of `point`, returned by `runs`, have the same figures.
  private static func isOneRun(
    _ point: StudyTable.Point, _ count: Int, _ runs: () -> [StudyTable.Run]
  ) -> Bool {
    // Usually all runs are paired, and the point's property applies.
    if point.isOneRun || count == point.runs.count { return point.isOneRun }
    let runs = runs()
    return runs.allSatisfy { $0.hasFigures(of: runs[0]) }
  }

  /// Returns the pairs of runs with the same seed and replication, in A's order.
  private static func pairs(_ a: StudyTable.Point, _ b: StudyTable.Point) -> [Pair] {
    // Points of one study usually have the same replications in the same order.
    if a.hasDistinctKeys, a.runs.count == b.runs.count,
      a.runs.indices.allSatisfy({ a.runs[$0].key == b.runs[$0].key })
    {
      return a.runs.indices.map { (a.runs[$0], b.runs[$0]) }
    }
    let partners = Dictionary(b.runs.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    var seen: Set<StudyTable.Key> = []
    return a.runs.compactMap { run in
      seen.insert(run.key).inserted ? partners[run.key].map { (run, $0) } : nil
    }
  }

  private static func row(_ figure: FigureColumn, _ pairs: [Pair], _ confidence: Double) -> Row {
    var values: [(a: Double, b: Double)] = []
    values.reserveCapacity(pairs.count)
    // Runs of one file share their columns, so one lookup suffices.
    var columns = pairs.first?.a.columns
    var place = columns?.places[figure]
    func value(_ run: StudyTable.Run) -> Double? {
      if run.columns !== columns {
        columns = run.columns
        place = run.columns.places[figure]
      }
      guard let place else { return nil }
      let value = run.columns.value(place, run.row)
      return value.isNaN ? nil : value
    }
    for pair in pairs { if let a = value(pair.a), let b = value(pair.b) { values.append((a, b)) } }
    guard !values.isEmpty else {
      return Row(figure: figure, meanA: nil, meanB: nil, difference: nil, verdict: .tooFewRuns)
    }
    let difference = PairedDifference(values.map { $0.b - $0.a }, confidence: confidence)
    // Differences of rounded decimals are equal except for the last bits.
    let size = values.map { max($0.a.magnitude, $0.b.magnitude) }.max() ?? 0
    let isSpread = difference.standardDeviation ?? 0 > 1e-12 * size
    let isNothing = !isSpread && difference.mean.magnitude <= 1e-12 * size
    let least = isSpread || isNothing ? leastPairs : leastPairsWithoutSpread
    let count = Double(values.count)
    return Row(
      figure: figure, meanA: values.reduce(0) { $0 + $1.a } / count,
      meanB: values.reduce(0) { $0 + $1.b } / count, difference: difference,
      adjusted: values.count >= least ? (isNothing ? 1 : difference.pValue) : nil, verdict: .tooFewRuns)
  }

  /// Returns the row for identical replications: the means, without a confidence interval.
  private static func rowWithoutSpread(_ figure: FigureColumn, _ pairs: [Pair]) -> Row {
    func mean(_ values: [Double]) -> Double? {
      values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }
    return Row(
      figure: figure, meanA: mean(pairs.compactMap { $0.a[figure] }),
      meanB: mean(pairs.compactMap { $0.b[figure] }), difference: nil, verdict: .noSpread)
  }

  /// Corrects the p-values of all rows jointly, and sets the verdicts.
  private mutating func judge() {
    let places = blocks.indices.flatMap { block in
      blocks[block].rows.indices.compactMap { row in
        blocks[block].rows[row].adjusted.map { (block: block, row: row, p: $0) }
      }
    }
    for (place, p) in zip(places, Holm.adjusted(places.map(\.p))) {
      blocks[place.block].rows[place.row].adjusted = p
      blocks[place.block].rows[place.row].verdict = verdict(on: blocks[place.block].rows[place.row], p)
    }
  }

  private func verdict(on row: Row, _ p: Double) -> Verdict {
    guard p <= 1 - confidence, let difference = row.difference else { return .noDifference }
    guard let direction = row.figure.direction else { return .different }
    return direction.gain(difference.mean) > 0 ? .better : .worse
  }

  private typealias Couples = (
    shared: [String], points: [(StudyTable.Point, StudyTable.Point, [String])], leftOut: Int
  )

  /// Returns the point of B to be compared with each point of A.
  private static func couples(_ a: StudyTable, _ b: StudyTable) throws(ReportError) -> Couples {
    if a.points.count == 1, b.points.count == 1 { return ([], [(a.points[0], b.points[0], [])], 0) }
    guard a.parameters.sorted() == b.parameters.sorted() else {
      throw .unlikePoints(a: a.folder, b: b.folder, reason: difference(a, b))
    }
    let order = a.parameters.map { b.parameters.firstIndex(of: $0) ?? 0 }
    let partners = Dictionary(
      b.points.map { point in (order.map { point.values[$0] }, point) },
      uniquingKeysWith: { first, _ in first })
    let points = a.points.compactMap { point in partners[point.values].map { (point, $0, point.values) } }
    guard !points.isEmpty else {
      let reason = "they have no point in common in \(a.parameters.joined(separator: ", "))"
      throw .unlikePoints(a: a.folder, b: b.folder, reason: reason)
    }
    return (a.parameters, points, a.points.count + b.points.count - 2 * points.count)
  }

  private static func difference(_ a: StudyTable, _ b: StudyTable) -> String {
    func side(_ study: StudyTable, _ option: String) -> String {
      let varied = study.parameters.isEmpty ? "" : " (\(study.parameters.joined(separator: ", ")) vary)"
      return "\(option) has \(study.points.count) point\(study.points.count == 1 ? "" : "s")\(varied)"
    }
    return
      "\(side(a, "A")), \(side(b, "B")); choose one point of each with --a and --b, or points that differ in"
      + " the same fields"
  }
}
