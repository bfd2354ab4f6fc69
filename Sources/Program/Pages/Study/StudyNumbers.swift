import JSON5
import Markets
import Metrics
import Quantities
import Report
import Scenario
import Statistics
import Tables

/// The means of a study's figures at its points, with the decimals of its summary.csv.
struct StudyNumbers {
  let study: StudyTable
  /// The figures on the page: those with values in the study, the main ones first.
  let figures: [FigureColumn]
  /// The number of further figures, left out to limit the page's size.
  let omitted: Int
  /// The cells: one row per figure, with one cell per point.
  let cells: [[StudyFigure]]

  /// The maximum number of values on a page, which take about ten megabytes.
  static let most = 1_500_000

  init(_ study: StudyTable, most: Int = most) {
    self.study = study
    let headline = study.figures.headline.filter(study.has)
    let main = Set(headline)
    let all = headline + study.figures.columns.filter { !main.contains($0) && study.has($0) }
    let kept = min(all.count, max(min(headline.count, all.count), most / max(1, study.points.count)))
    figures = Array(all.prefix(kept))
    omitted = all.count - kept
    cells = figures.map { figure in
      study.points.enumerated().map { place, point in
        StudyFigure(
          point: place + 1, values: point.values, figure: figure, statistics: point.statistics(figure))
      }
    }
  }

  /// The indices of the study's headline figures.
  var headline: Range<Int> { 0..<figures.prefix { study.figures.headline.contains($0) }.count }

  /// Returns the point with the best mean of the figure at index `place`, the first in case of a tie; nil if the
  /// figure has no better direction.
  func best(_ place: Int) -> Int? {
    guard let direction = figures[place].direction else { return nil }
    var best: (point: Int, gain: Double)?
    for (point, cell) in cells[place].enumerated() {
      guard let gain = cell.statistics.mean.map(direction.gain), gain > best?.gain ?? -.infinity else {
        continue
      }
      best = (point, gain)
    }
    return best?.point
  }

  /// Returns `value` as an integer, in units of the last of its `decimals`.
  static func scaled(_ value: Double, decimals: Int) -> Int64 {
    // Values beyond 64 bits are not drawn; no figure of a run comes near.
    Int64(Words.fixed(value, decimals).filter { $0 != "." }) ?? 0
  }

  /// For each figure, the number of runs with a value at each point, the means, and the half-widths of the intervals;
  /// −1: none.
  var packed: PackedBytes {
    var block = PageBlock()
    for (place, row) in cells.enumerated() {
      block.add("\(place).n", row.lazy.map { Int64($0.statistics.count) })
      block.add(
        "\(place).mean",
        row.lazy.map { cell in cell.statistics.mean.map { Self.scaled($0, decimals: cell.decimals) } ?? 0 })
      block.add(
        "\(place).half",
        row.lazy.map { cell in cell.halfWidth.map { Self.scaled($0, decimals: cell.decimals) } ?? -1 })
    }
    return block.packed
  }

  /// For each field, the index of each point's value among the field's values.
  var packedValues: PackedBytes {
    var block = PageBlock()
    for field in study.parameters.indices {
      let places = Dictionary(
        study.values(of: field).enumerated().map { ($1, Int64($0)) },
        uniquingKeysWith: { first, _ in first })
      block.add("\(field)", study.points.lazy.map { places[$0.values[field]] ?? 0 })
    }
    return block.packed
  }

  var figuresJSON: JSON {
    .list(
      figures.enumerated().map { place, figure in
        [
          "name": .text(figure.name), "unit": .text(figure.unit.rawValue),
          "meaning": .text(figure.meaning), "decimals": .integer(figure.decimalsOfMean),
          "unitBesideName": .text(figure.unitBesideName),
          "unitOfDifference": .text(figure.unitOfDifference),
          "scale": .number(figure.scaleInColumn),
          "shownDecimals": .integer(figure.decimalsInColumn),
          "direction": .text(figure.direction?.rawValue),
          "headline": .boolean(headline.contains(place)),
          "best": .integer(best(place)),
        ]
      })
  }

  var fieldsJSON: JSON {
    .list(
      study.parameters.enumerated().map { place, path in
        let note = Scenario.note(on: path, markets: Markets.scenarios)
        return [
          "path": .text(path), "unit": .text(note?.unit ?? ""),
          "summary": .text(note?.summary ?? ""),
          "values": .list(study.values(of: place).map { .text($0) }),
          "isNumeric": .boolean(study.isNumeric(place)),
        ]
      })
  }
}

extension FigureColumn {
  /// The meaning of the figure, in a sentence or two.
  var meaning: String { statistic == .value ? metric.meaning : "\(metric.meaning) \(statistic.meaning)" }
}
