public import JSON5
public import Metrics
public import Quantities

/// A finished run of a market: the source of its tables, figures and manifest.
public protocol MarketRun: Sendable {
  /// Its tables.
  static var tables: RunTables<Self> { get }
  /// The optional features of the market, in the order of their figures and columns.
  static var features: [Feature<Self>] { get }

  /// The identity of the run.
  var identity: RunIdentity { get }
  /// Computes the figures; called once.
  func measured() -> Figures
  /// Computes the figures of the requests submitted within `span`; nil if the market has no such figures.
  func measured(during span: Range<Milliseconds>) -> Figures?
  /// Returns whether `metric`, computed for a span, counts only the requests submitted in it.
  static func isTimed(_ metric: Metric) -> Bool
  /// The amount of simulation work.
  var effort: Performance.Effort { get }
  /// The work counts for benchmarks: the same in each run of a scenario.
  var work: [(name: String, count: Int)] { get }
  /// The input rows that took no part, one list for each kind of rows.
  var refused: [RefusedRows] { get }
  /// Returns the terminal summary of its `figures`.
  func summary(of figures: Figures) -> SummaryText.Body

  /// The geometry of straight lines between its coordinates; nil in a market without a space.
  var coordinates: Geometry? { get }
  /// The additional members of its manifest.
  var manifestMembers: [JSON.Member] { get }
  /// Requests submitted before this time stay out of the figures.
  var warmUp: Milliseconds { get }
  /// The start-up of the run; nil if its scenario is not stationary.
  var startUp: StartUp? { get }
}

extension MarketRun {
  public var work: [(name: String, count: Int)] {
    [("events", effort.events), ("requests", effort.requests)]
  }
  public func measured(during span: Range<Milliseconds>) -> Figures? { nil }
  public static func isTimed(_ metric: Metric) -> Bool { false }
  public var coordinates: Geometry? { nil }
  public var manifestMembers: [JSON.Member] { [] }
  public var warmUp: Milliseconds { .zero }
  public var startUp: StartUp? { nil }

  /// The market's part of its manifest.
  var subject: Manifest.Subject {
    Manifest.Subject(identity, geometry: coordinates, refused: refused, more: manifestMembers)
  }
}
