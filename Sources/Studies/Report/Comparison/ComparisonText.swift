public import JSON5
public import Metrics
import Quantities
import Statistics
import Tables

/// A comparison as a table for a terminal, and as JSON.
public struct ComparisonText: Sendable {
  public var comparison: Comparison
  /// The names of the sides: folder and selection.
  public var nameA: String
  public var nameB: String
  /// Figures not requested by name that have a value on one side only.
  public var oneSided: [FigureColumn] = []

  /// Creates the text.
  public init(_ comparison: Comparison, nameA: String, nameB: String) {
    self.comparison = comparison
    self.nameA = nameA
    self.nameB = nameB
  }

  /// The comparison as lines, each ended by a line feed.
  public var text: String {
    var lines = ["A  \(nameA)", "B  \(nameB)"]
    for block in comparison.blocks {
      lines.append("")
      if !comparison.shared.isEmpty { lines.append(Words.setting(comparison.shared, block.values)) }
      lines += Words.aligned([Self.head(comparison.confidence)] + block.rows.map(Self.cells), left: [0, 7])
    }
    lines += [""] + notes
    return lines.map { $0 + "\n" }.joined()
  }

  /// Notes on the rows, one paragraph each.
  public var notes: [String] {
    var notes = [footnote]
    if comparison.verdict == .noSpread {
      notes.append(
        "All replications of each side are the same run, so the uncertainty of the difference is unknown. Recorded travellers"
          + "\nare the same in every replication; to vary them, set `resample` of supply, demand or trips.")
    }
    if !oneSided.isEmpty {
      notes.append(
        "Figures that only one side has, left out: \(oneSided.map(\.name).joined(separator: ", ")).")
    }
    if comparison.leftOut > 0 {
      notes.append("Points of one side without a partner on the other: \(comparison.leftOut), left out.")
    }
    return notes
  }

  /// Returns the column headings.
  public static func head(_ confidence: Double) -> [String] {
    ["figure", "A", "B", "B − A", "\(Words.percent(confidence)) interval", "p (Holm)", "pairs", "B is"]
  }

  /// Returns the cells of a row: the figure, both means, their difference with its interval, p, the number of
  /// pairs, the verdict.
  public static func cells(_ row: Comparison.Row) -> [String] {
    let (figure, difference) = (row.figure, row.difference)
    return [
      figure.name, row.meanA.map(figure.words) ?? "–", row.meanB.map(figure.words) ?? "–",
      difference.map { figure.difference($0.mean) } ?? "–",
      difference?.interval.map { figure.difference($0.lowerBound, $0.upperBound) } ?? "–",
      row.adjusted.map(Words.probability) ?? "–", String(difference?.count ?? 0), row.verdict.rawValue,
    ]
  }

  private var footnote: String {
    let share = Words.percent(1 - comparison.confidence)
    return comparison.tests > 0
      ? "Runs are paired by seed and replication. Intervals are per figure; a verdict requires p of at most"
        + " \(share),\nafter Holm's correction over \(Words.plural(comparison.tests, "comparison"))."
      : "Runs are paired by seed and replication. A verdict requires at least \(Comparison.leastPairs) pairs."
  }
}

extension ComparisonText {
  /// The comparison as JSON; inapplicable values are `null`.
  public var json: JSON {
    [
      "a": .text(nameA),
      "b": .text(nameB),
      "confidence": .number(comparison.confidence),
      "comparisons": .integer(comparison.tests),
      "verdict": .text(comparison.verdict.rawValue),
      "points": .list(comparison.blocks.map(json)),
    ]
  }

  private func json(_ block: Comparison.Block) -> JSON {
    [
      "at": .object(zip(comparison.shared, block.values).map { .init($0, .text($1)) }),
      "pairs": .integer(block.pairs),
      "figures": .list(block.rows.map(Self.json)),
    ]
  }

  private static func json(_ row: Comparison.Row) -> JSON {
    [
      "figure": .text(row.figure.name),
      "unit": .text(row.figure.unit.rawValue),
      "share": .boolean(row.figure.isShare),
      "direction": .text(row.figure.direction?.rawValue),
      "pairs": .integer(row.difference?.count ?? 0),
      "mean_a": .number(row.meanA),
      "mean_b": .number(row.meanB),
      "difference": .number(row.difference?.mean),
      "lower": .number(row.difference?.interval?.lowerBound),
      "upper": .number(row.difference?.interval?.upperBound),
      "p": .number(row.difference?.pValue),
      "p_holm": .number(row.adjusted),
      "verdict": .text(row.verdict.rawValue),
    ]
  }
}
