public import Metrics
public import Tables

/// An optional part of a market, with its additions to the results of runs.
///
///     extension Feature<OrdersRun> {
///       static let photos = Feature(["photos"], isPart: { $0.setup.photos != nil }, figures: OrdersRun.photoFigures)
///     }
///
/// A market lists its features once, in the order of their figures and columns; tables, figures, summary and
/// accounts are assembled from the list.
public struct Feature<Run>: Sendable {
  /// The paths of the scenario members that switch the feature on; one suffices.
  public let members: [[String]]
  /// The additional figures of runs with the feature, after the common ones.
  public let figures: [Figure<Run>]
  /// The additional tables of runs with the feature, in fingerprint order.
  public let tables: [RunTable<Run>]
  /// The populations of its figures.
  public let populations: [Metric.Population]
  /// The word lists of its tables, each with the title of the list before it.
  public let glossaries: [Placed<DataDictionary.Glossary>]
  private let columns: [any Sendable]
  private let extras: [any Sendable]
  private let isPart: @Sendable (Run) -> Bool
  private let summary: @Sendable (Run, Figures) -> [Placed<SummaryText.Line>]
  private let account: @Sendable (Run, Int, AccountPlace) -> [String]

  /// Creates a feature.
  ///
  /// - Parameters:
  ///   - members: the paths of the scenario members that switch it on.
  ///   - isPart: whether a run has the feature.
  ///   - columns: its additional columns in common tables: values of type `Column`, for any row type.
  ///   - extras: its additions, of any type, to lists specific to its market.
  ///   - tables: its additional tables.
  ///   - summary: its lines in the terminal summary.
  ///   - account: its lines at each place in the account of a request.
  public init(
    _ members: [String]..., isPart: @escaping @Sendable (Run) -> Bool, figures: [Figure<Run>] = [],
    tables: [RunTable<Run>] = [], columns: [any Sendable] = [], extras: [any Sendable] = [],
    populations: [Metric.Population] = [],
    glossaries: [Placed<DataDictionary.Glossary>] = [],
    summary: @escaping @Sendable (Run, Figures) -> [Placed<SummaryText.Line>] = { _, _ in [] },
    account: @escaping @Sendable (Run, Int, AccountPlace) -> [String] = { _, _, _ in [] }
  ) {
    self.members = members
    self.isPart = isPart
    self.figures = figures
    self.tables = tables.map { $0.only(where: isPart) }
    self.columns = columns
    self.extras = extras
    self.populations = populations
    self.glossaries = glossaries
    self.summary = summary
    self.account = account
  }

  /// Returns whether `run` has the feature.
  public func isPart(of run: Run) -> Bool { isPart(run) }

  /// Returns its additional columns in tables with rows of type `row`.
  public func columns<Row>(of row: Row.Type) -> [Column<Row>] { columns.compactMap { $0 as? Column<Row> } }

  /// Returns its additions of type `type` to a list of the market.
  public func extras<Element>(_ type: Element.Type) -> [Element] { extras.compactMap { $0 as? Element } }

  /// Returns its lines in the summary of `run`.
  public func lines(of run: Run, _ figures: Figures) -> [Placed<SummaryText.Line>] { summary(run, figures) }

  /// Returns its lines at `place` in the account of the request at index `request` of `run`.
  public func account(ofRequest request: Int, in run: Run, at place: AccountPlace) -> [String] {
    account(run, request, place)
  }
}

/// The position at which a feature inserts its lines in the account of a request.
public enum AccountPlace: Equatable, Sendable {
  /// After the submission, before the first attempt.
  case submission
  /// After the stages of the attempt with this index among the request's attempts.
  case attempt(Int)
  /// After the last attempt, before the agreement.
  case agreement
  /// At the end.
  case end
}

/// An element added by a feature to a list of its market.
public struct Placed<Element: Sendable>: Sendable {
  /// The name of the element after which it is placed; nil: at the end of the list.
  public let anchor: String?
  public let element: Element

  /// Places `element` after the element called `anchor`.
  public init(_ element: Element, after anchor: String?) {
    self.element = element
    self.anchor = anchor
  }
}

extension Array where Element: Sendable {
  /// Returns the list with each of `more` after its anchor; elements with the same anchor keep their order.
  ///
  /// - Precondition: each anchor is the name of an element of the list.
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

  /// Returns whether the run has `feature`.
  public func has(_ feature: Feature<Self>) -> Bool { feature.isPart(of: self) }

  /// The features of the run, in order.
  public var ownFeatures: [Feature<Self>] { Self.features.filter(has) }
}
