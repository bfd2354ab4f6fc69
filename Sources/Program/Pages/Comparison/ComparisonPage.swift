import JSON5
import Metrics
import Quantities
import Quoting
public import Report
import Statistics

/// The page of a comparison: the differences with their intervals, and the verdict on B.
///
/// It has the same rows as the output of `detour compare`.
public struct ComparisonPage {
  private let text: ComparisonText
  private var comparison: Comparison { text.comparison }

  /// The maximum number of points for which the page has rows without scripts.
  static let mostBlocks = 200

  /// Creates the page of the comparison `text`.
  public init(_ text: ComparisonText) { self.text = text }

  /// The page.
  public var page: Page {
    Page(
      title: "\(text.nameB) against \(text.nameA) · Detour", body: body,
      data: [.block("comparison", .list(comparison.blocks.map(json)))], scripts: [.comparison])
  }

  // MARK: - Data for scripts

  private func json(_ block: Comparison.Block) -> JSON {
    ["at": .text(at(block)), "rows": .list(block.rows.compactMap(json))]
  }

  /// Returns a row with its difference as a share of A's mean, so that figures of all units share one axis; nil if
  /// there is no difference.
  private func json(_ row: Comparison.Row) -> JSON? {
    guard let difference = row.difference, let mean = row.meanA, mean != 0 else { return nil }
    func share(_ value: Double?) -> JSON { value.map { .number(100 * $0 / mean.magnitude) } ?? .null }
    return [
      "name": .text(row.figure.name), "verdict": .text(row.verdict.rawValue),
      "value": share(difference.mean), "low": share(difference.interval?.lowerBound),
      "high": share(difference.interval?.upperBound),
      "cells": .list(ComparisonText.cells(row).map { .text($0) }),
    ]
  }

  // MARK: - Content without scripts

  private var body: HTML {
    let left = comparison.blocks.count - Self.mostBlocks
    return """
      <header>
      <h1>Comparison</h1>
      <dl class="sides"><div><dt>A</dt><dd><code>\(text.nameA)</code></dd></div><div><dt>B</dt><dd><code>\(text.nameB)</code></dd></div></dl>
      <p>B is compared with A \(extent).</p>
      <p id="verdict">\(verdict)</p>
      </header>
      <section aria-labelledby="differences-title">
      <h2 id="differences-title">Differences</h2>
      <div class="controls" id="point-controls"></div>
      <div id="forest"></div>
      \(comparison.blocks.prefix(Self.mostBlocks).map(table))\(left > 0 ? "<p class=\"quiet\">and \(Words.plural(left, "more point")): `detour compare` prints them</p>" : "")
      \(text.notes.map { "<p class=\"quiet\">\($0.replacingScalars(["\n": " "]))</p>\n" as HTML })</section>

      """
  }

  private var extent: String {
    let pairs = comparison.blocks.map(\.pairs)
    let (least, most) = (pairs.min() ?? 0, pairs.max() ?? 0)
    let often = least == most ? Words.plural(least, "pair") : "\(least) to \(Words.plural(most, "pair"))"
    return comparison.blocks.count == 1
      ? "over \(often) of runs"
      : "at \(Words.plural(comparison.blocks.count, "point")), over \(often) of runs at each"
  }

  /// The verdict as text: the figures in which B is better, those in which it is worse, and the inconclusive ones.
  private var verdict: String {
    let rows = comparison.blocks.flatMap(\.rows)
    let isOne = comparison.blocks.count == 1
    func told(_ verdict: Comparison.Verdict) -> String? {
      let found = rows.filter { $0.verdict == verdict }
      guard !found.isEmpty else { return nil }
      if isOne { return found.map(\.figure.name).joined(separator: ", ") }
      var counts: [(name: String, count: Int)] = []
      for row in found {
        if let place = counts.firstIndex(where: { $0.name == row.figure.name }) {
          counts[place].count += 1
        } else {
          counts.append((row.figure.name, 1))
        }
      }
      return counts.map { "\($0.name) (at \(Words.plural($0.count, "point")))" }.joined(separator: ", ")
    }
    let parts = [
      told(.better).map { "B is better in \($0)." }, told(.worse).map { "B is worse in \($0)." },
      told(.different).map { "It differs in \($0), where neither higher nor lower is better." },
      told(.noDifference).map { "No difference is shown in \($0): that may be noise." },
      told(.tooFewRuns).map { "There are too few runs to tell in \($0)." },
      told(.noValueAtA).map { "A has no value of \($0)." },
      told(.noValueAtB).map { "B has no value of \($0)." },
      told(.noValue).map { "Neither side has a value of \($0)." },
      told(.noSpread).map { "Replications are identical in \($0), so no conclusion is possible." },
    ]
    return parts.compactMap(\.self).joined(separator: " ")
  }

  /// Returns `cells` with the last one moved after the first.
  private static func verdictFirst(_ cells: [String]) -> [String] {
    Array(cells.prefix(1) + cells.suffix(1)) + cells.dropFirst().dropLast()
  }

  private func at(_ block: Comparison.Block) -> String {
    zip(comparison.shared, block.values).map { "\($0) = \($1)" }.joined(separator: ", ")
  }

  private func table(_ block: Comparison.Block) -> HTML {
    // The verdict is beside the name, where a narrow screen shows it without scrolling.
    let head = Self.verdictFirst(ComparisonText.head(comparison.confidence))
    let heads = head.enumerated().map { place, text -> HTML in
      place > 1 ? "<th scope=\"col\" class=\"number\">\(text)</th>" : "<th scope=\"col\">\(text)</th>"
    }
    let rows = block.rows.map { row -> HTML in
      let cells = Self.verdictFirst(ComparisonText.cells(row))
      let inner = cells.enumerated().dropFirst().map { place, text -> HTML in
        if place > 1 { return "<td class=\"number\">\(text)</td>" }
        return switch row.verdict {
        case .better: "<td class=\"good\">\(text)</td>"
        case .worse: "<td class=\"bad\">\(text)</td>"
        default: "<td>\(text)</td>"
        }
      }
      return
        "<tr><th scope=\"row\"><abbr title=\"\(row.figure.meaning)\">\(cells[0])</abbr></th>\(inner)</tr>\n"
    }
    let title: HTML = comparison.shared.isEmpty ? "" : "<h3>\(at(block))</h3>\n"
    return """
      \(title)<div class="scroll" tabindex="0" role="region" aria-label="Differences"><table class="differences stack"><thead><tr>\(heads)</tr></thead><tbody>
      \(rows)</tbody></table></div>

      """
  }
}
