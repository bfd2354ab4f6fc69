import JSON5
import Lifecycle
import Run
import Tables

/// The market-specific parts of a run's page, in addition to the common sections.
struct MarketDesign: Sendable {
  /// A stage of the market's funnel.
  struct Stage: Sendable {
    let name, column, meaning, remedy: String

    init<Described: FunnelStage>(_ stage: Described) {
      name = stage.name
      column = stage.column
      meaning = stage.meaning
      remedy = stage.remedy
    }
  }

  /// The distribution of a column of the requests table, over the population of the figure `metric`.
  struct Spread: Sendable {
    let column, metric, title: String
    /// Whether the figure includes requests in progress at the run's end.
    var countsOpen = false
  }

  /// A chart of columns of the time series.
  struct Chart: Sendable {
    let title, label, unit: String
    /// Whether the columns count events per interval, so that intervals may be merged.
    let isFlow: Bool
    let series: [(name: String, column: String)]

    init(
      _ title: String, _ label: String, unit: String = "", isFlow: Bool = false,
      _ series: [(name: String, column: String)]
    ) {
      self.isFlow = isFlow
      self.title = title
      self.label = label
      self.unit = unit
      self.series = series
    }
  }

  /// The market's own section: its content without scripts, its data for scripts, and notes on missing parts.
  struct OwnSection {
    var facts: [JSON.Member] = []
    var blocks: [HTML] = []
    var notes: [String] = []
  }

  /// The scripts of the market's own section.
  let scripts: [PageAsset]
  let stages: [Stage]
  /// The plural noun for the candidates that remain after a stage.
  let candidates: String
  /// Whether an attempt starts with a single candidate; if not, it starts with those remaining after the first stage.
  let beginsWithOne: Bool
  /// The additional columns of the table of requests.
  let requestColumns: [RecordedTable.Want]
  /// The additional columns of the table of attempts, apart from the funnel.
  var attemptColumns: [RecordedTable.Want] = []
  /// Returns whether the settled request in a row of the table is included in causes and distributions.
  let isMeant: @Sendable (RecordedTable, Int) -> Bool
  /// The successful outcome that a request may have in spite of a cause of failure; nil if there is none.
  let success: String?
  /// The heading of the section of causes, such as `Why orders failed`.
  let causes: String
  let spreads: [Spread]
  let charts: [Chart]
  /// The market's own section, with elements to be filled by scripts.
  let section: HTML
  /// Whether that section shows only the chosen requests, and so is updated when the choice changes.
  var followsScope = false
  /// Whether stories of requests are part of that section, instead of a separate one.
  var tellsStories = false
  let ownSection: @Sendable (MarketTables) throws -> OwnSection

  /// Returns the design for runs of the market called `name`; nil for the carpool, which has a separate page.
  static func of(_ name: String) -> MarketDesign? {
    switch name {
    case "shifts": .shifts
    case "orders": .orders
    case "services": .services
    default: nil
    }
  }
}
