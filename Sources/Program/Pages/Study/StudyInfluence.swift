import JSON5
import Metrics
import Quantities
import Quoting
import Report
import Statistics

/// The influential fields for the main figures, if the study's design determines them: by elementary effects
/// (morris), or by shares of the variance (saltelli).
struct StudyInfluence {
  /// The influence of a field on a figure.
  private struct Row {
    let field: String
    /// Two numbers: μ* and σ, or the first-order and the total share, with their intervals if any.
    let numbers: [(value: Double, interval: ClosedRange<Double>?)]
  }

  private let findings: [(figure: FigureColumn, rows: [Row])]
  private let isShares: Bool

  /// Analyses the main figures of `numbers`.
  init(_ numbers: StudyNumbers) {
    let study = numbers.study
    isShares = study.rows != nil
    let figures = numbers.headline.map { numbers.figures[$0] }
    findings =
      study.rows != nil
      ? figures.compactMap { figure in
        (try? SobolFinding(study, figure)).map { finding in
          (
            figure,
            finding.rows.map { row in
              Row(
                field: row.parameter,
                numbers: [row.index.first, row.index.total].map { ($0.value, $0.interval) })
            }
          )
        }
      }
      : study.trajectories == nil
        ? []
        : figures.compactMap { figure in
          (try? ScreeningFinding(study, figure)).map { finding in
            (
              figure,
              finding.rows.map { row in
                Row(
                  field: row.parameter,
                  numbers: [(row.effect.meanMagnitude, nil), (row.effect.standardDeviation ?? 0, nil)])
              }
            )
          }
        }
  }

  /// The data for scripts; nil for other designs.
  var json: JSON? {
    guard !findings.isEmpty else { return nil }
    return [
      "isShares": .boolean(isShares),
      "figures": .list(
        findings.map { figure, rows in
          ["name": .text(figure.name), "rows": .list(rows.map(Self.json))]
        }),
    ]
  }

  private static func json(_ row: Row) -> JSON {
    [
      "field": .text(row.field),
      "numbers": .list(
        row.numbers.map { value, interval in
          .list(
            [.number(value)] + (interval.map { [.number($0.lowerBound), .number($0.upperBound)] } ?? []))
        }),
    ]
  }

  /// The section; empty for other designs.
  var section: HTML {
    guard !findings.isEmpty else { return "" }
    let words =
      isShares
      ? "Sobol’ indices: the share of a figure’s variance that a field explains alone, and in total, including its interactions "
        + "with other fields."
      : "Elementary effects (Morris): μ* is the mean absolute change of a figure over a field’s range, with all other fields held; "
        + "a comparatively large σ shows that the effect is not linear, or depends on the other fields."
    let heads = isShares ? ["alone", "in total"] : ["μ*", "σ"]
    let rows = findings.flatMap { figure, rows in
      rows.map { row -> HTML in
        let cells = row.numbers.map { value, interval -> HTML in
          let decimals = isShares ? 3 : figure.decimalsOfMean
          let range =
            interval.map { " (\(Words.fixed($0.lowerBound, 3)) … \(Words.fixed($0.upperBound, 3)))" } ?? ""
          return "<td class=\"number\">\(Words.fixed(value, decimals))\(range)</td>"
        }
        return "<tr><th scope=\"row\">\(figure.name)</th><td>\(row.field)</td>\(cells)</tr>\n"
      }
    }
    return """
      <section aria-labelledby="influence-title">
      <h2 id="influence-title">Which fields matter</h2>
      <p>\(words)</p>
      <div class="controls" id="influence-controls"></div>
      <div id="influence"></div>
      <details><summary>Every field and main figure</summary>
      <div class="scroll" tabindex="0" role="region" aria-label="Which fields matter"><table><thead><tr><th scope="col">figure</th><th scope="col">field</th>\(heads.map { "<th scope=\"col\" class=\"number\">\($0)</th>" as HTML })</tr></thead><tbody>
      \(rows)</tbody></table></div></details>
      </section>

      """
  }
}
