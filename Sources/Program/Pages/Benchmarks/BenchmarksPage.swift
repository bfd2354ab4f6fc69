public import BenchmarkSuite
import Benchmarking
import Foundation
import JSON5
import Quantities
import Quoting

/// The page of benchmarks over time: their results by commit and kind of machine.
public struct BenchmarksPage {
  private let history: History
  private let machines: [(kind: String, files: [ResultFile])]

  /// Reads the results of `detour bench --record` in `folder`.
  ///
  /// - Throws: `BenchError.unreadable` if there is none, or one is damaged.
  public init(folder: String) throws(BenchError) {
    history = try History(folder)
    machines = history.byMachine
  }

  /// The page.
  public var page: Page {
    Page(
      title: "Benchmarks · Detour", body: body, data: [.block("benchmarks", .list(machines.map(json)))],
      scripts: [.benchmarks])
  }

  /// Returns the cases of a machine, in the order of first measurement.
  private static func cases(_ files: [ResultFile]) -> [Case] {
    var seen: Set<Case> = []
    return files.flatMap { $0.results.map(\.item) }.filter { seen.insert($0).inserted }
  }

  private static func values(_ item: Case, _ figure: History.Figure, _ files: [ResultFile]) -> [Double?] {
    files.map { file in file.results.first { $0.item == item }.flatMap(figure.value) }
  }

  private func json(_ kind: String, _ files: [ResultFile]) -> JSON {
    let small = Set(files.followed)
    let cases = Self.cases(files)
    return [
      "kind": .text(kind), "labels": .list(files.map { .text($0.label) }),
      "cases": .list(
        cases.map { item in
          [
            "name": .text(item.name), "small": .boolean(small.contains(item)),
            "values": .list(
              History.figures.map { figure in
                .list(Self.values(item, figure, files).map { $0.map { .number($0) } ?? .null })
              }),
          ]
        }),
      "figures": .list(
        History.figures.map { ["title": .text($0.title), "unit": .text($0.unit)] }),
    ]
  }

  // MARK: - Content without scripts

  private var body: HTML {
    let times = Words.plural(history.files.count, "time")
    let span =
      history.files.count == 1
      ? "on \(history.files[0].date.prefix(10))"
      : "from \(history.files[0].date.prefix(10)) to \(history.files[history.files.count - 1].date.prefix(10))"
    return """
      <header>
      <h1>Benchmarks over time</h1>
      <p>The benchmarks of Detour were measured \(times), \(span), on \(Words.plural(machines.count, "kind")) of machine.</p>
      <p class="quiet">Figures of different machines are never put together. Ratios are the last value ÷ the one before it, and ÷ the first.</p>
      </header>
      <section aria-labelledby="curves-title" class="scripted">
      <h2 id="curves-title">Over the commits</h2>
      <div class="controls" id="benchmark-controls" role="group" aria-label="What is shown"></div>
      <div id="curves"></div>
      <details id="case-choice"><summary>Benchmarks</summary><div class="choices" id="cases"></div></details>
      </section>
      \(machines.map { table($0.kind, $0.files) })
      """
  }

  private func table(_ kind: String, _ files: [ResultFile]) -> HTML {
    let heads = History.figures.map { figure -> HTML in
      "<th scope=\"col\" class=\"number\">\(figure.title)</th><th scope=\"col\" class=\"number\">÷ before</th><th scope=\"col\" class=\"number\">÷ first</th>"
    }
    let rows = Self.cases(files).map { item -> HTML in
      let cells = History.figures.map { figure -> HTML in
        let values = Self.values(item, figure, files).compactMap(\.self)
        guard let last = values.last else { return "<td class=\"number\">–</td><td></td><td></td>" }
        return
          "<td class=\"number\">\(Self.text(last, figure))</td>\(ratio(last, values.dropLast().last))\(ratio(last, values.count > 1 ? values.first : nil))"
      }
      return "<tr><th scope=\"row\">\(item.name)</th>\(cells)</tr>\n"
    }
    return """
      <section>
      <h2>\(kind)</h2>
      <p class="quiet">last measured at \(files[files.count - 1].label)</p>
      <div class="scroll tall" tabindex="0" role="region" aria-label="Last values"><table class="benchmarks"><thead><tr><th scope="col">benchmark</th>\(heads)</tr></thead><tbody>
      \(rows)</tbody></table></div>
      </section>

      """
  }

  private func ratio(_ last: Double, _ earlier: Double?) -> HTML {
    guard let earlier, earlier > 0 else { return "<td class=\"number quiet\">–</td>" }
    let ratio = last / earlier
    let text = Words.fixed(ratio, 3)
    // Changes below a twentieth are not highlighted.
    if ratio > 1.05 { return "<td class=\"number bad\">\(text)</td>" }
    if ratio < 0.95 { return "<td class=\"number good\">\(text)</td>" }
    return "<td class=\"number\">\(text)</td>"
  }

  /// Returns text such as `12.3 ms`, `45.6 MB`, `1,234,567`.
  static func text(_ value: Double, _ figure: History.Figure) -> String {
    switch figure.unit {
    case "s":
      let (factor, unit) = value >= 1 ? (1.0, "s") : value >= 1e-3 ? (1e3, "ms") : (1e6, "µs")
      return "\(Words.fixed(value * factor, 3)) \(unit)"
    case "bytes": return "\(Words.fixed(value / 1e6, 1)) MB"
    default: return Words.grouped(Int(value))
    }
  }
}
