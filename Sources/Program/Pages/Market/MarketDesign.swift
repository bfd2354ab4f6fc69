import JSON5
import Lifecycle
import Run
import Tables

/// The parts of the page of a run of some market, beside the sections that all of them have.
struct MarketDesign: Sendable {
  /// A stage of the funnel, as the market describes it.
  struct Stage: Sendable {
    let name, column, meaning, remedy: String

    init<Described: FunnelStage>(_ stage: Described) {
      name = stage.name
      column = stage.column
      meaning = stage.meaning
      remedy = stage.remedy
    }
  }

  /// A distribution of a column of requests, over whom the figure `metric` is.
  struct Spread: Sendable {
    let column, metric, title: String
    /// True if the figure is over requests in progress at the run's end too.
    var countsOpen = false
  }

  /// Columns of the time series that stand in one chart.
  struct Chart: Sendable {
    let title, label, unit: String
    /// True if it counts what happens in an interval, so that intervals may be taken together.
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

  /// The market's own section: what stands there without scripts, what its script reads, and what the page lacks of it.
  struct OwnSection {
    var facts: [JSON.Member] = []
    var blocks: [HTML] = []
    var notes: [String] = []
  }

  /// The scripts that draw the market's own section.
  let scripts: [PageAsset]
  let stages: [Stage]
  /// The word for those whom a stage leaves, in the plural.
  let candidates: String
  /// True if an attempt begins with one candidate, itself; otherwise it begins with those that the first stage leaves.
  let beginsWithOne: Bool
  /// Columns of the table of requests beyond those that every market has.
  let requestColumns: [RecordedTable.Want]
  /// Columns of the table of attempts beyond those of the funnel.
  var attemptColumns: [RecordedTable.Want] = []
  /// Tells whether the settled request at a row of its table is among those that causes and distributions are over.
  let isMeant: @Sendable (RecordedTable, Int) -> Bool
  /// The outcome that a request with a cause may have all the same; nil where none may.
  let success: String?
  /// The question that the section of causes answers: `Why orders came to nothing`.
  let causes: String
  let spreads: [Spread]
  let charts: [Chart]
  /// The market's own section where scripts find its places.
  let section: HTML
  /// True if what happened to a request is told in that section, instead of one of its own.
  var tellsStories = false
  let ownSection: @Sendable (MarketTables) throws -> OwnSection

  /// The design for runs of the market called `name`; nil for the carpool, whose page is its own.
  static func of(_ name: String) -> MarketDesign? {
    switch name {
    case "shifts": .shifts
    case "orders": .orders
    case "services": .services
    default: nil
    }
  }
}
