import Carpool
import JSON5
import Metrics
import Models
import Quantities
import Quoting
public import Run
import Scenario
import Tables

/// The page of a run of services, shifts or orders: the sections shared with the carpool's page, and a market-specific
/// one.
public struct MarketPage {
  private let recorded: RecordedRun
  private let design: MarketDesign
  private let tables: MarketTables
  private let summary: RunSummary
  private let records: MarketRecords
  private let stories: MarketStories
  private let ownSection: MarketDesign.OwnSection

  /// Returns whether the run `recorded` belongs on a page of this kind, as all but carpool runs do.
  public static func suits(_ recorded: RecordedRun) -> Bool { recorded.market.name != CarpoolModel.name }

  /// Reads the run in `folder`.
  ///
  /// - Throws: `RecordedRunError`, `TableError` or `PageError` if the folder is not a run of these markets, or is
  ///   damaged.
  public init(folder: String, limits: RunPage.Limits, progress: RunPage.Progress = { _ in }) throws {
    progress("reading")
    recorded = try RecordedRun(folder: folder)
    guard let design = MarketDesign.of(recorded.market.name) else {
      throw PageError.otherMarket(folder: folder, market: recorded.market.name)
    }
    self.design = design
    tables = try MarketTables(recorded, design)
    summary = try RunSummary(recorded)
    records = try MarketRecords(tables)
    ownSection = try design.ownSection(tables)
    progress("doing the run again")
    stories = MarketStories(
      of: recorded, tables.requests.words(recorded.market.request.column).texts, most: limits.stories)
  }

  /// The page.
  public var page: Page {
    let blocks: [HTML] = [.block("run", facts), .block("stories", .list(stories.chunks.map(\.json)))]
    return Page(
      title: "\(recorded.scenario.name) · Detour", body: body,
      data: blocks + [
        .block("records", records.requests.packed), .block("record-attempts", records.attempts.packed),
      ]
        + ownSection.blocks,
      scripts: PageAsset.market + design.scripts)
  }

  // MARK: - Data for scripts

  private var facts: JSON {
    .object(tables.facts(told: stories.told) + ownSection.facts)
  }

  // MARK: - Content without scripts

  private var body: HTML {
    let notes = [stories.note].compactMap(\.self) + ownSection.notes
    return """
      \(MarketSections.head(recorded, summary, saying: [sentence], notes: notes))
      \(design.followsScope ? scope : design.section)
      \(design.followsScope ? design.section : scope)
      \(design.tellsStories ? "" : MarketSections.story(recorded.market.request))
      \(MarketSections.charts(causes: design.causes))
      """
  }

  private var scope: HTML { MarketSections.scope(recorded.market.request.many) }

  private var sentence: String {
    let scenario = recorded.scenario
    let description = scenario.description.isEmpty ? "A run of \(scenario.name)" : scenario.description
    let count = Words.plural(tables.requests.count, recorded.market.request.one)
    return
      "\(description.endsSentence ? description : description + ".") \(recorded.market.sentence) Here are \(count)."
  }
}

extension String {
  /// Whether it ends with the punctuation of a sentence.
  fileprivate var endsSentence: Bool { hasSuffix(".") || hasSuffix("!") || hasSuffix("?") }
}
