import Carpool
import JSON5
import Metrics
import Models
import Quantities
import Quoting
import Run
import Scenario
import Tables

/// The page of two runs of one market side by side: the differences between their scenarios and between their
/// figures, and every section of a run's page, with both runs on the same scales.
///
/// No run is repeated: all data come from the folders.
public struct PairPage {
  private let runs: [RecordedRun]
  private let summaries: [RunSummary]
  private let sides: Sides
  private let notes: [String]

  /// The data of both runs for scripts.
  private enum Sides {
    case carpool([RunPageData])
    case market([MarketSide], MarketDesign)
  }

  /// A run of a market other than the carpool.
  private struct MarketSide {
    let tables: MarketTables
    let records: MarketRecords

    init(_ run: RecordedRun, _ design: MarketDesign) throws {
      tables = try MarketTables(run, design)
      records = try MarketRecords(tables)
    }
  }

  /// Reads the runs in the folders `a` and `b`.
  ///
  /// - Throws: `PageError.sameRun` and `.markets` if the two cannot be compared; as `RunPage` and `MarketPage` if one
  ///   is not a run or is damaged.
  public init(_ a: String, _ b: String, progress: RunPage.Progress = { _ in }) throws {
    progress("reading")
    let runs = try [a, b].map { try RecordedRun(folder: $0) }
    guard runs[0].market.name == runs[1].market.name else {
      throw PageError.markets(folders: [a, b], markets: runs.map { $0.market.name })
    }
    guard runs[0].identity.runID != runs[1].identity.runID || runs[0].fingerprint != runs[1].fingerprint
    else {
      throw PageError.sameRun(folders: [a, b])
    }
    self.runs = runs
    summaries = try runs.map { try RunSummary($0) }
    let read = try Self.read(runs, progress)
    sides = read.sides
    notes = read.notes
  }

  /// Returns the data of `runs`, with notes on missing parts.
  private static func read(_ runs: [RecordedRun], _ progress: RunPage.Progress) throws -> (
    sides: Sides, notes: [String]
  ) {
    if let design = MarketDesign.of(runs[0].market.name) {
      return (.market(try runs.map { try MarketSide($0, design) }, design), [])
    }
    var carpools = try runs.map { try RunPageData(folder: $0.folder) }
    guard carpools[0].geometry == carpools[1].geometry else {
      throw PageError.geometries(folders: runs.map(\.folder))
    }
    progress("drawing")
    var notes: [String] = []
    for place in carpools.indices {
      let undrawn = carpools[place].draw(RunPage.Limits()) { try $0.network() }
      notes += undrawn.compactMap(\.self).map { "\(labels[place]): \($0)" }
    }
    return (.carpool(carpools), notes)
  }

  private static let labels = [PageSide.a, .b].map(\.label)

  /// The page.
  public var page: Page {
    Page(
      title: "\(runs[0].folder.visible) and \(runs[1].folder.visible) · Detour", body: body, data: blocks,
      scripts: isCarpool ? PageAsset.pairOfCarpools : PageAsset.pair)
  }

  /// The plural noun for the requests.
  private var many: String { isCarpool ? "passengers" : runs[0].market.request.many }

  private var isCarpool: Bool { if case .carpool = sides { true } else { false } }

  private var blocks: [HTML] {
    switch sides {
    case .carpool(let runs):
      runs[0].blocks(.a) + runs[1].blocks(.b, withStreets: !runs[1].hasSameStreets(as: runs[0]))
    case .market(let runs, _):
      zip(runs, [PageSide.a, .b]).flatMap { run, side -> [HTML] in
        [
          .block("run", of: side, .object(run.tables.facts())),
          .block("records", of: side, run.records.requests.packed),
          .block("record-attempts", of: side, run.records.attempts.packed),
        ]
      }
    }
  }

  // MARK: - Content without scripts

  private var body: HTML {
    let causes =
      switch sides {
      case .carpool: "Why passengers were not served"
      case .market(_, let design): design.causes
      }
    return """
      <header>
      <h1>Two runs side by side</h1>
      <dl class="sides">\(zip(Self.labels, runs).map(side))</dl>
      \(notes.map { "<p class=\"note\">\($0)</p>\n" as HTML })</header>
      \(settings)
      \(figures)
      \(MarketSections.scope(many))
      \(isCarpool ? PairSections.replay : "")
      \(PairSections.fates(many))
      \(MarketSections.charts(causes: causes))
      """
  }

  private func side(_ label: String, _ run: RecordedRun) -> HTML {
    """
    <div><dt class="side-\(label.lowercased())">\(label)</dt><dd><code>\(run.folder.visible)</code>: \(run.scenario.name), seed \(String(run.identity.seed)), replication \(String(run.identity.replication)), fingerprint <code>\(String(run.fingerprint.prefix(16)))…</code></dd></div>

    """
  }

  /// The fields in which the scenarios differ.
  private var settings: HTML {
    let differences = ScenarioDifferences(runs[0].manifest["scenario"], runs[1].manifest["scenario"]).fields
    let rows = differences.map { field -> HTML in
      """
      <tr data-field="\(field.name)"><th scope="row"><code>\(field.name)</code></th><td>\(field.a)</td><td>\(field.b)</td></tr>

      """
    }
    let inputs = inputSentence.map { "<p>\($0)</p>\n" as HTML } ?? ""
    let table: HTML =
      differences.isEmpty
      ? "<p>The scenarios do not differ in any field.</p>"
      : """
      <div class="scroll" tabindex="0" role="region" aria-label="Fields"><table class="differences stack">
      <thead><tr><th scope="col">field</th><th scope="col">A</th><th scope="col">B</th></tr></thead>
      <tbody>
      \(rows)</tbody></table></div>
      """
    return """
      <section aria-labelledby="settings-title">
      <h2 id="settings-title">What differs in the scenarios</h2>
      \(table)
      \(inputs)</section>
      """
  }

  /// A sentence on the input files with the same name but different content; nil if there are none.
  private var inputSentence: String? {
    let others = Dictionary(runs[1].inputs.map { ($0.path, $0.sha256) }) { first, _ in first }
    let changed = runs[0].inputs.filter { input in others[input.path].map { $0 != input.sha256 } ?? false }
    guard !changed.isEmpty else { return nil }
    return
      "Input files with the same name and another content: \(changed.map(\.path.visible).joined(separator: ", "))."
  }

  /// The figures of both runs, with their differences.
  private var figures: HTML {
    let rows = summaries[0].beside(summaries[1])
    func table(_ rows: [FigurePair], _ label: String) -> HTML {
      """
      <div class="scroll" tabindex="0" role="region" aria-label="\(label)"><table class="differences stack">
      <thead><tr><th scope="col">figure</th><th scope="col">B is</th><th scope="col" class="number">A</th><th scope="col" class="number">B</th><th scope="col" class="number">B − A</th></tr></thead>
      <tbody>
      \(rows.map(\.html))</tbody></table></div>
      """
    }
    let headline = Set(runs[0].market.figures.headline.map(\.name))
    return """
      <section aria-labelledby="figures-title">
      <h2 id="figures-title">Figures</h2>
      \(table(rows.filter { headline.contains($0.figure.name) }, "Headline figures"))
      <p class="quiet small">One run each: a difference may be chance. `detour compare` gives intervals over several replications.</p>
      <details id="all-figures"><summary>All figures</summary>
      \(table(rows, "All figures"))</details>
      </section>
      """
  }
}

/// The sections of a page of two runs that are filled by scripts.
enum PairSections {
  /// The two maps with one clock.
  static var replay: HTML {
    MapSection(
      seen: "cars, and passengers who wait", speeds: [1, 10, 30, 60, 120, 300, 900], speed: 60,
      step: ("1 min", "by a minute"),
      layers: [
        MapLayer(id: "cars", words: "drivers by seats left"),
        MapLayer(id: "waiting", words: "passengers who wait"),
        MapLayer(id: "streets", words: "streets"),
        MapLayer(id: "circles", words: "circles of the passenger chosen"),
      ],
      story: """
        <div class="story" id="story">
        <div class="controls" role="group" aria-label="Who is looked at">
        <label>passenger <input id="passenger" inputmode="text" size="10" autocomplete="off"></label>
        </div>
        <div id="story-text"><p class="quiet">Choose a passenger on a map, or give its number.</p></div>
        </div>
        """, isPair: true
    ).html
  }

  /// The section on the requests, called `many`, whose outcome in B differs.
  static func fates(_ many: String) -> HTML {
    """
    <section aria-labelledby="fates-title" class="scripted">
    <h2 id="fates-title">Which \(many) ended otherwise</h2>
    <div id="fates"></div>
    </section>
    """
  }
}
