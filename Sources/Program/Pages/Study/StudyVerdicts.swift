import JSON5
import Metrics
import Report
import Statistics

/// The significant differences between a study's points, paired by replication, with Holm's correction over the
/// comparisons shown together.
struct StudyVerdicts {
  let numbers: StudyNumbers
  /// The indices of the figures compared: the main ones with a better direction.
  let figures: [Int]
  /// Whether every point is a reference; otherwise only the best one for each figure.
  let hasAllReferences: Bool
  /// For each of `figures` and each reference, the comparison with each point; nil for the reference itself.
  private let rows: [[[Comparison.Row?]]]

  /// The maximum number of comparisons on a page.
  static let most = 200_000

  init(_ numbers: StudyNumbers, most: Int = most) {
    self.numbers = numbers
    let figures = numbers.headline.filter {
      numbers.figures[$0].direction != nil && numbers.study.points.count > 1
    }
    let points = numbers.study.points
    hasAllReferences = figures.count * points.count * points.count <= most
    let isWhole = hasAllReferences
    self.figures = figures
    rows = figures.map { figure in
      let references = isWhole ? Array(points.indices) : [numbers.best(figure) ?? 0]
      return references.map { Self.compare(numbers, figure, with: $0) }
    }
  }

  /// Compares every point with the one at `reference` in one figure, and corrects the p-values for these comparisons.
  private static func compare(
    _ numbers: StudyNumbers, _ figure: Int, with reference: Int
  ) -> [Comparison.Row?] {
    let points = numbers.study.points
    let others = points.indices.filter { $0 != reference }
    let pairs = others.map { (before: points[reference], after: points[$0]) }
    let found = Self.rows(pairs, numbers.study, numbers.figures[figure])
    var rows = [Comparison.Row?](repeating: nil, count: points.count)
    for (place, row) in zip(others, found) { rows[place] = row }
    return rows
  }

  /// Returns the comparison of `after` with `before` for each of `pairs`; nil if they cannot be paired.
  private static func rows(
    _ pairs: [(before: StudyTable.Point, after: StudyTable.Point)], _ study: StudyTable,
    _ figure: FigureColumn
  ) -> [Comparison.Row?] {
    // Points are matched by their values: here by the number of the pair.
    func side(_ points: [(Int, StudyTable.Point)]) -> StudyTable {
      StudyTable(
        folder: study.folder, parameters: ["pair", "side"],
        points: points.map { .init(values: [String($0), ""], runsOf: $1) })
    }
    let usable = pairs.indices.filter { place in
      // The first replication nearly always exists.
      pairs[place].after.runs.contains { run in pairs[place].before.runs.contains { $0.key == run.key } }
    }
    var rows = [Comparison.Row?](repeating: nil, count: pairs.count)
    guard !usable.isEmpty,
      let comparison = try? Comparison(
        side(usable.map { ($0, pairs[$0].before) }), side(usable.map { ($0, pairs[$0].after) }), [figure])
    else { return rows }
    for (place, block) in zip(usable, comparison.blocks) { rows[place] = block.rows.first }
    return rows
  }

  /// Returns the comparison of each point with the best one in the figure at index `place`.
  func againstBest(_ place: Int) -> (best: Int, rows: [Comparison.Row?])? {
    guard let index = figures.firstIndex(of: place), let best = numbers.best(place) else { return nil }
    return (best, rows[index][hasAllReferences ? best : 0])
  }

  /// The changes of a figure between adjacent values of a field, with everything else fixed.
  struct Steps {
    let figure: Int
    let field: Int
    /// The number of steps with a better, a worse, or an inconclusive figure.
    var better = 0
    var worse = 0
    var open = 0
  }

  /// The steps along each field, in each of `figures`; fields without adjacent points are left out.
  var steps: [Steps] {
    figures.flatMap { figure in
      numbers.study.parameters.indices.compactMap { field -> Steps? in
        let pairs = neighbours(along: field)
        guard !pairs.isEmpty else { return nil }
        var steps = Steps(figure: figure, field: field)
        for row in Self.rows(pairs, numbers.study, numbers.figures[figure]) {
          switch row?.verdict {
          case .better: steps.better += 1
          case .worse: steps.worse += 1
          default: steps.open += 1
          }
        }
        return steps
      }
    }
  }

  /// Returns the points that differ only in `field`, each with the next by value.
  private func neighbours(along field: Int) -> [(before: StudyTable.Point, after: StudyTable.Point)] {
    let study = numbers.study
    let rank = Dictionary(
      study.values(of: field).enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    var lines: [[String]: [StudyTable.Point]] = [:]
    var order: [[String]] = []
    for point in study.points {
      var rest = point.values
      rest.remove(at: field)
      if lines[rest] == nil { order.append(rest) }
      lines[rest, default: []].append(point)
    }
    return order.flatMap { rest in
      let line = (lines[rest] ?? []).sorted { (rank[$0.values[field]] ?? 0) < (rank[$1.values[field]] ?? 0) }
      return zip(line, line.dropFirst()).map { (before: $0, after: $1) }
    }
  }

  /// The comparisons for scripts: for each figure and reference the indices into `words`, the differences,
  /// their half-widths, and the p-values in hundred-thousandths; −1 for none.
  var packed: PackedBytes {
    var block = PageBlock()
    for (figure, references) in zip(figures, rows) {
      let decimals = numbers.figures[figure].decimalsOfMean
      for (place, row) in references.enumerated() {
        let name = "\(figure).\(hasAllReferences ? place : numbers.best(figure) ?? 0)"
        block.add(
          name + ".word",
          row.lazy.map { Int64($0.flatMap { Self.verdicts.firstIndex(of: $0.verdict) } ?? -1) })
        block.add(
          name + ".difference",
          row.lazy.map { StudyNumbers.scaled($0?.difference?.mean ?? 0, decimals: decimals) })
        block.add(
          name + ".half",
          row.lazy.map { row in
            row?.difference?.interval.map {
              StudyNumbers.scaled(($0.upperBound - $0.lowerBound) / 2, decimals: decimals)
            } ?? -1
          })
        block.add(name + ".p", row.lazy.map { $0?.adjusted.map { Int64(($0 * 1e5).rounded()) } ?? -1 })
      }
    }
    return block.packed
  }

  private static let verdicts: [Comparison.Verdict] = [
    .better, .worse, .different, .noDifference, .tooFewRuns, .noSpread, .noValueAtA, .noValueAtB, .noValue,
  ]

  var json: JSON {
    [
      "figures": .list(figures.map { .integer($0) }),
      "all": .boolean(hasAllReferences),
      "words": .list(Self.verdicts.map { .text($0.rawValue) }),
    ]
  }
}
