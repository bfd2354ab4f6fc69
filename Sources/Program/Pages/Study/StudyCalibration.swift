import Foundation
import JSON5
import Metrics
import Quantities
import Quoting
import Tables

/// The finding of `detour calibrate` on the page of its study.
struct StudyCalibration {
  private let finding: JSON
  /// The settings drawn, one list for each field; empty if no setting remains.
  private let draws: [[Double]]

  /// Reads calibrate.json and calibration.csv in `folder`; nil for a study without calibration.
  ///
  /// - Throws: `TableError` if one is unreadable, `PageError.damaged` if it has invalid content.
  init?(_ folder: String) throws {
    let path = folder + "/calibrate.json"
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    guard let finding = JSON(parsing: try FileBytes(contentsOf: path).text),
      let fields = finding["fields"]?.items
    else {
      throw PageError.damaged(folder: folder, what: "calibrate.json is not what `detour calibrate` writes")
    }
    self.finding = finding
    var reader = try CSVReader(contentsOf: folder + "/calibration.csv")
    let columns = fields.map { reader.column($0["field"]?.words ?? "") }
    try reader.checkColumns()
    var draws = fields.map { _ in [Double]() }
    while reader.next() {
      for (place, column) in columns.enumerated() { draws[place].append(reader.double(column)) }
    }
    try reader.finish()
    self.draws = draws
  }

  private func items(_ name: String) -> [JSON] { finding[name]?.items ?? [] }

  private static func number(_ json: JSON?) -> String { json?.real.map { $0.formatted(.digits(4)) } ?? "–" }

  /// The section.
  var section: HTML {
    """
    <section aria-labelledby="calibration-title">
    <h2 id="calibration-title">What the observed figures tell</h2>
    <p>\(left)</p>
    \(together)<div class="scroll" tabindex="0" role="region" aria-label="Calibrated fields"><table><thead><tr><th scope="col">field</th><th scope="col" class="number">median</th><th scope="col" class="number">95 % region</th><th scope="col" class="number">looked for in</th><th scope="col">draws over that range</th></tr></thead><tbody>
    \(items("fields").enumerated().map(row))</tbody></table></div>
    \(pairs)<h3>At the \(isReproduced ? "likeliest" : "least implausible") point</h3>
    <p>\(setting)</p>
    <div class="scroll" tabindex="0" role="region" aria-label="Observed figures"><table><thead><tr><th scope="col">figure</th><th scope="col" class="number">observed</th><th scope="col" class="number">its standard deviation</th><th scope="col" class="number">simulated, 95 % interval</th><th scope="col" class="number">off by, in standard deviations</th></tr></thead><tbody>
    \(items("figures").map(figure))</tbody></table></div>
    </section>

    """
  }

  private var isReproduced: Bool { finding["reproduced"] == .boolean(true) }

  private var left: String {
    guard isReproduced else {
      return
        "No setting within the ranges reproduces the observations: everywhere, some figure is off by more than"
        + " \(finding["limit"]?.real.map { Words.fixed($0, 1) } ?? "–") standard deviations."
    }
    let shares = items("waves").map { wave in
      "\(wave["share"]?.real.map { (100 * $0).formatted(.digits(2)) } ?? "–") % after \(Self.number(wave["points"]))"
    }
    return
      "The share of the ranges that is not implausible: \(shares.joined(separator: ", ")) points. All"
      + " \(draws.first?.count ?? 0) draws are from the remaining region, by their likelihood given the observed figures;"
      + " they are in calibration.csv of the study."
  }

  /// The notes on undetermined fields.
  private var together: HTML {
    let combinations = items("not_told_apart").map { combination -> HTML in
      let fields = (combination["fields"]?.items ?? []).compactMap(\.words).joined(separator: " and ")
      let range = "\(Self.number(combination["lower"])) … \(Self.number(combination["upper"]))"
      return
        "<p class=\"note\">These figures cannot tell \(fields) apart: they tell their \(combination["kind"]?.words ?? "") alone, \(range).</p>\n"
    }
    let untold = items("not_told").compactMap(\.words).map {
      "<p class=\"note\">These figures say nothing of \($0).</p>\n" as HTML
    }
    return "\(combinations)\(untold)"
  }

  private func row(_ place: Int, _ field: JSON) -> HTML {
    let region = "\(Self.number(field["lower"])) … \(Self.number(field["upper"]))"
    let range = "\(Self.number(field["from"])) … \(Self.number(field["to"]))"
    return """
      <tr><th scope="row">\(field["field"]?.words ?? "")</th><td class="number">\(Self.number(field["median"]))</td><td class="number">\(region)</td><td class="number">\(range)</td><td>\(histogram(place))</td></tr>

      """
  }

  private func ends(_ place: Int) -> (low: Double, high: Double) {
    let field = items("fields")[place]
    return (field["from"]?.real ?? 0, field["to"]?.real ?? 1)
  }

  /// Returns the histogram of a field's draws over its range, in thirty bars.
  private func histogram(_ place: Int) -> HTML {
    let (low, high) = ends(place)
    var counts = [Int](repeating: 0, count: 30)
    for value in draws[place] {
      let bar = Int(30 * (value - low) / (high - low))
      counts[min(29, max(0, bar))] += 1
    }
    let most = Double(max(1, counts.max() ?? 1))
    let bars = counts.enumerated().map { bar, count -> HTML in
      let height = Words.fixed(28 * Double(count) / most, 1)
      return
        "<rect x=\"\(bar * 5)\" y=\"\(Words.fixed(30 - 28 * Double(count) / most, 1))\" width=\"4\" height=\"\(height)\" fill=\"var(--c1)\"/>"
    }
    return
      "<svg width=\"150\" height=\"32\" viewBox=\"0 0 150 32\" aria-hidden=\"true\"><path d=\"M0 31H150\" stroke=\"var(--line)\"/>\(bars)</svg>"
  }

  /// The scatter plots of draws for each pair of the first four fields.
  private var pairs: HTML {
    guard isReproduced, draws.count > 1 else { return "" }
    let places = draws.indices.prefix(4)
    let plots = places.flatMap { a in places.filter { $0 > a }.map { plot(a, $0) } }
    return
      "<h3>Two at a time</h3>\n<p>The cross is the likeliest point.</p>\n<div class=\"columns\">\n\(plots)</div>\n"
  }

  private func plot(_ a: Int, _ b: Int) -> HTML {
    let names = [a, b].map { items("fields")[$0]["field"]?.words ?? "" }
    let (x, y) = (ends(a), ends(b))
    let shown = stride(from: 0, to: draws[a].count, by: max(1, draws[a].count / 500))
    let dots = shown.map { draw -> HTML in
      let (right, down) = point((a, draws[a][draw]), (b, draws[b][draw]))
      return "<circle cx=\"\(right)\" cy=\"\(down)\" r=\"2\"/>"
    }
    func end(_ value: Double) -> String { value.formatted(.digits(4)) }
    return """
      <figure><figcaption>\(names[1]) over \(names[0])</figcaption>
      <svg width="310" height="270" viewBox="-60 -10 310 270" role="img" aria-label="Draws of \(names[1]) over \(names[0]), both over their whole ranges"><path d="M0 0H240V240H0Z" fill="none" stroke="var(--line)"/><g fill="var(--c1)" fill-opacity="0.4">\(Array(dots))</g>\(likeliest(a, b))<g fill="currentColor" font-size="12"><text x="-6" y="9" text-anchor="end">\(end(y.high))</text><text x="-6" y="240" text-anchor="end">\(end(y.low))</text><text x="0" y="256">\(end(x.low))</text><text x="240" y="256" text-anchor="end">\(end(x.high))</text></g></svg></figure>

      """
  }

  /// Returns the position of two values in the plot of their fields.
  private func point(_ a: (field: Int, value: Double), _ b: (field: Int, value: Double)) -> (String, String) {
    func share(_ value: Double, _ ends: (low: Double, high: Double)) -> Double {
      (value - ends.low) / (ends.high - ends.low)
    }
    return (
      Words.fixed(240 * share(a.value, ends(a.field)), 1),
      Words.fixed(240 * (1 - share(b.value, ends(b.field))), 1)
    )
  }

  /// Returns the mark of the most likely point in the plot of two fields.
  private func likeliest(_ a: Int, _ b: Int) -> HTML {
    let values = [a, b].compactMap { field in
      items("fields")[field]["field"]?.words.flatMap { name in
        finding["best"]?["at"]?[name].flatMap { $0.real ?? $0.words.flatMap(Double.init) }
      }
    }
    guard values.count == 2 else { return "" }
    let (right, down) = point((a, values[0]), (b, values[1]))
    return
      "<path class=\"likeliest\" d=\"M\(right) \(down)m-6 0h12m-6-6v12\" stroke=\"currentColor\" stroke-width=\"2\"><title>the likeliest point</title></path>"
  }

  private var setting: String {
    (finding["best"]?["at"]?.members ?? []).map { "\($0.key) = \($0.value.words ?? "")" }.joined(
      separator: ", ")
  }

  private func figure(_ figure: JSON) -> HTML {
    let interval = "\(Self.number(figure["lower"])) … \(Self.number(figure["upper"]))"
    return """
      <tr><th scope="row">\(figure["figure"]?.words ?? "")</th><td class="number">\(Self.number(figure["observed"]))</td><td class="number">\(Self.number(figure["deviation"]))</td><td class="number">\(interval)</td><td class="number">\(figure["off_by"]?.real.map { Words.fixed($0, 1) } ?? "–")</td></tr>

      """
  }
}
