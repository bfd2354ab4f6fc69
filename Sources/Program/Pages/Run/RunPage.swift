import Carpool
import CarpoolScenario
import JSON5
import Lifecycle
import Matching
import Metrics
import Quantities
import Quoting
import RoadNetwork
public import Run
import Scenario
import Simulation
import Statistics
import Tables
import Travellers

/// The page of a run: its figures, and a replay on the map.
///
/// It is created from the folder. Data not in the tables, such as the drivers near a passenger and the stages they
/// failed, are obtained by repeating the run if possible.
public struct RunPage {
  private let data: RunPageData
  private let summary: RunSummary
  /// The notes on missing parts of the page with the remedy, one sentence each.
  private let notes: [String]
  /// The error `needsPolicy` if the stories require permission to execute an external policy; otherwise nil.
  public let needsPolicy: RecordedRunError?

  /// The limits on a page's content.
  public struct Limits: Sendable {
    /// The maximum number of passengers with stories of the nearest drivers.
    public var stories = 2000
    /// Whether to reduce the stories if each takes long, because many drivers are near.
    public var sparesTime = true
    /// The maximum number of bends in the tracks of cars; three million take about fifteen megabytes.
    public var bends = 3_000_000
    /// The maximum number of points in streets.
    public var places = 400_000

    public init() {}
  }

  /// A callback for the progress of creating a page.
  public typealias Progress = (_ doing: String) -> Void

  /// Reads the run in `folder`.
  ///
  /// - Parameter allowsPolicy: whether an external policy named in the folder may be executed; if not, the page shows
  ///   no nearby drivers for its decisions.
  /// - Throws: `RecordedRunError`, `TableError` or `PageError` if the folder is not a run, or is damaged.
  public init(
    folder: String, limits: Limits = Limits(), allowsPolicy: Bool = false, progress: Progress = { _ in }
  ) throws {
    progress("reading")
    var data = try RunPageData(folder: folder)
    summary = try RunSummary(data.recorded)

    progress("doing the run again")
    let again = RunAgain(data.recorded, data.tables, data.geometry, limits, allowsPolicy: allowsPolicy)
    data.stories = again.stories
    needsPolicy = again.needsPolicy

    progress("drawing")
    let undrawn = data.draw(limits) { try again.world.map { $0.network } ?? $0.network() }
    self.data = data
    notes = ([again.note] + undrawn).compactMap(\.self)
  }

  private var recorded: RecordedRun { data.recorded }
  private var tables: PageTables { data.tables }

  /// The page.
  public var page: Page {
    let scenario = recorded.scenario
    return Page(
      title: "\(scenario.name) · Detour", body: body, data: data.blocks(.only), scripts: PageAsset.run)
  }

  // MARK: - Content without scripts

  private var body: HTML {
    """
    \(MarketSections.head(recorded, summary, saying: [sentence, outcome], notes: notes))
    \(MarketSections.scope("passengers"))
    \(RunSections.replay(data))
    \(MarketSections.charts(causes: "Why passengers were not served"))
    """
  }

  private var sentence: String {
    let scenario = recorded.scenario
    let description = scenario.description.isEmpty ? "A run of \(scenario.name)" : scenario.description
    let place =
      switch data.geometry {
      case .plane: data.streets == nil ? "a plane" : "a network of streets"
      case .torus: "a torus"
      case .globe: data.streets == nil ? "the globe" : "a network of streets"
      }
    let counts = [tables.drivers, tables.requests].map { $0.count - tables.refused(in: $0) }
    return "\(description): \(Words.plural(counts[0], "driver")) make their own trips and"
      + " \(Words.plural(counts[1], "passenger")) ask for a seat, on \(place)." + refusals
  }

  /// The number of refused input rows with the causes; empty if there are none.
  private var refusals: String {
    let counts = [("driver", tables.drivers), ("request", tables.requests)]
      .map { ($0, tables.refused(in: $1)) }.filter { $1 > 0 }.map { Words.plural($1, $0) }
    guard !counts.isEmpty else { return "" }
    let causes = tables.refusalCauses.map {
      "\($0.cause.replacingScalars(["_": " "])) \(Words.grouped($0.count))"
    }
    return " Refused as input, and left out of the figures: \(counts.joined(separator: " and "))"
      + (causes.isEmpty ? "." : " (requests: \(causes.joined(separator: ", "))).")
  }

  private var outcome: String {
    let matching = recorded.scenario.matching
    let reach =
      data.circlesBind
      ? "looks within \(Words.length(matching.radius)) of pickup and destination" : "looks at every driver"
    let served =
      summary["match_rate"].map { "; \(Words.tenths(ofPercent: $0)) of the requests were matched" } ?? ""
    let attempts = matching.attempts == 1 ? "once" : "\(matching.attempts) times in a cycle"
    return "The policy \(matching.policy.name) \(reach) and tries \(attempts)\(served)."
  }
}

/// A repeated recorded run, for data not in its tables.
struct RunAgain {
  /// The world; nil if the run was not repeated.
  private(set) var world: CarpoolWorld?
  /// The stories of passengers with nearby drivers.
  private(set) var stories = Stories.none
  /// The error `needsPolicy` if repeating the run requires permission to execute an external policy; otherwise nil.
  private(set) var needsPolicy: RecordedRunError?
  /// A note on missing stories, with the reason.
  private(set) var note: String?

  /// Repeats `recorded` if `limits` allow any stories, and creates no more of them than allowed.
  init(
    _ recorded: RecordedRun, _ tables: PageTables, _ geometry: Geometry, _ limits: RunPage.Limits,
    allowsPolicy: Bool
  ) {
    guard limits.stories > 0 else { return }
    do {
      let again = try recorded.run(allowsPolicy: allowsPolicy)
      let most = limits.sparesTime ? min(limits.stories, tables.affordableStories) : limits.stories
      stories = try Stories(
        of: again, tables, folder: recorded.folder, most: most, scale: Double(ThinTracks.scale(geometry)))
      world = again
      guard stories.told.count < tables.requests.count else { return }
      let call: ShellCode = "detour explain \(recorded.folder.asOperand) ID"
      note =
        "The closest drivers are shown for a random sample of \(Words.grouped(stories.told.count)) of"
        + " \(Words.plural(tables.requests.count, "passenger")); `--stories N` tells more, and `\(call.text)` any."
    } catch {
      needsPolicy = (error as? RecordedRunError).flatMap { if case .needsPolicy = $0 { $0 } else { nil } }
      note = "The closest drivers are not shown, because the run cannot be repeated: \(error)"
    }
  }
}

/// The sections of a run's page filled by scripts.
enum RunSections {
  /// Returns the map with its controls.
  static func replay(_ data: RunPageData) -> HTML {
    let hasPairs = data.tables.pairs != nil
    let hasTracks = data.tables.tracks != nil
    // Off networks there is no street whose cars could be counted.
    let flows =
      data.streets == nil
      ? []
      : [
        MapLayer(
          id: "flows", words: "cars by street", isShown: false,
          missing: hasTracks ? nil : "requires --record tracks")
      ]
    return MapSection(
      seen: "cars, and passengers who wait", speeds: [1, 10, 30, 60, 120, 300, 900], speed: 60,
      step: ("1 min", "by a minute"),
      layers: [
        MapLayer(id: "cars", words: "drivers by seats left"),
        MapLayer(id: "waiting", words: "passengers who wait"),
      ] + (hasPairs ? [MapLayer(id: "pairs", words: "provisional pairs")] : [])
        + (data.tables.walks != nil ? [MapLayer(id: "walks", words: "walks")] : []) + flows + [
          MapLayer(id: "arcs", words: "origins and destinations", isShown: false),
          MapLayer(id: "streets", words: "streets"),
          MapLayer(id: "circles", words: "circles of the passenger chosen"),
        ],
      story: """
        <div class="story" id="story">
        <div class="controls" role="group" aria-label="Who is looked at">
        <label>passenger <input id="passenger" inputmode="text" size="10" autocomplete="off"></label>
        <label>car <input id="car" inputmode="text" size="10" autocomplete="off"></label>
        <button type="button" id="previous" title="the passenger before">‹</button>
        <button type="button" id="next" title="the next passenger">›</button>
        </div>
        <div id="story-text"><p class="quiet">Choose a passenger or a car on the map, or give its number.</p></div>
        </div>
        """
    ).html
  }
}
