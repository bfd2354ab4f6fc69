public import Metrics
public import Tables

/// A part of a market that scenarios may leave out, with everything that it adds to the results of runs that have it.
///
///     extension Feature<OrdersRun> {
///       static let photos = Feature(["photos"], isPart: { $0.world.photos != nil }, figures: OrdersRun.photoFigures)
///     }
///
/// A market lists its features once, in the order of their figures and columns; its tables, figures, summary and accounts
/// then take from the list what each of them adds.
public struct Feature<Run>: Sendable {
  /// The members of a scenario that switch the feature on, each by its path; one is enough.
  public let members: [[String]]
  /// The figures of runs that have the feature, behind those of all runs.
  public let figures: [Figure<Run>]
  /// The tables of runs that have the feature, in the order of the fingerprint.
  public let tables: [RunTable<Run>]
  /// The populations of its figures.
  public let populations: [Metric.Population]
  /// The lists of words in its tables, each with the title of the list that it follows.
  public let glossaries: [Placed<DataDictionary.Glossary>]
  private let columns: [any Sendable]
  private let isPart: @Sendable (Run) -> Bool
  private let summary: @Sendable (Run, Figures) -> [Placed<SummaryText.Line>]
  private let account: @Sendable (Run, Int, AccountPlace) -> [String]

  /// Describes a feature.
  ///
  /// - Parameters:
  ///   - members: the paths of the scenario's members that switch it on.
  ///   - isPart: whether a run has the feature.
  ///   - columns: the columns that it adds to tables of all runs: values of type `Column`, for any type of rows.
  ///   - tables: its own tables; runs without the feature do not have them.
  ///   - summary: the lines that it adds to the summary on a terminal.
  ///   - account: the lines that it adds to the account of a request at a place.
  public init(
    _ members: [String]..., isPart: @escaping @Sendable (Run) -> Bool, figures: [Figure<Run>] = [],
    tables: [RunTable<Run>] = [], columns: [any Sendable] = [], populations: [Metric.Population] = [],
    glossaries: [Placed<DataDictionary.Glossary>] = [],
    summary: @escaping @Sendable (Run, Figures) -> [Placed<SummaryText.Line>] = { _, _ in [] },
    account: @escaping @Sendable (Run, Int, AccountPlace) -> [String] = { _, _, _ in [] }
  ) {
    self.members = members
    self.isPart = isPart
    self.figures = figures
    self.tables = tables.map { $0.only(where: isPart) }
    self.columns = columns
    self.populations = populations
    self.glossaries = glossaries
    self.summary = summary
    self.account = account
  }

  /// Whether `run` has the feature.
  public func isPart(of run: Run) -> Bool { isPart(run) }

  /// The columns that it adds to tables whose rows are of type `row`.
  public func columns<Row>(of row: Row.Type) -> [Column<Row>] { columns.compactMap { $0 as? Column<Row> } }

  /// The lines that it adds to the summary of `run`.
  public func lines(of run: Run, _ figures: Figures) -> [Placed<SummaryText.Line>] { summary(run, figures) }

  /// The lines that it adds at `place` to the account of the request at index `request` of `run`.
  public func account(ofRequest request: Int, in run: Run, at place: AccountPlace) -> [String] {
    account(run, request, place)
  }
}

/// A place in the account of a request where features add lines.
public enum AccountPlace: Equatable, Sendable {
  /// Behind the submission, before the first attempt.
  case submission
  /// Behind the stages of an attempt, given by its index among those of the request.
  case attempt(Int)
  /// Behind the last attempt, before the agreement.
  case agreement
  /// At the end.
  case end
}

/// An element that a feature adds to a list of its market.
public struct Placed<Element: Sendable>: Sendable {
  /// The name of the element that it follows; `nil` for the end of the list.
  public let anchor: String?
  public let element: Element

  /// Places `element` behind the one called `anchor`.
  public init(_ element: Element, after anchor: String?) {
    self.element = element
    self.anchor = anchor
  }
}

extension Array where Element: Sendable {
  /// Returns the list with each of `more` behind its anchor; elements with the same anchor keep their order.
  ///
  /// - Precondition: Each anchor is the name of an element of this list.
  public func with(_ more: [Placed<Element>], named name: (Element) -> String) -> [Element] {
    let names = map(name)
    precondition(
      more.allSatisfy { $0.anchor.map(names.contains) ?? true }, "a feature follows what its market lists")
    var list: [Element] = []
    for (name, element) in zip(names, self) {
      list.append(element)
      list += more.filter { $0.anchor == name }.map(\.element)
    }
    return list + more.filter { $0.anchor == nil }.map(\.element)
  }
}

extension MarketRun {
  public static var features: [Feature<Self>] { [] }

  /// Whether the run has `feature`.
  public func has(_ feature: Feature<Self>) -> Bool { feature.isPart(of: self) }

  /// The features that the run has, in their order.
  public var ownFeatures: [Feature<Self>] { Self.features.filter(has) }
}
