public import JSON5
public import Metrics
public import Quantities

/// A finished run of a market: what its tables, figures and manifest are made from.
public protocol MarketRun: Sendable {
  /// Its tables, each listed once.
  static var tables: RunTables<Self> { get }
  /// The features that its scenario may leave out, each listed once, in the order of their figures and columns.
  static var features: [Feature<Self>] { get }

  /// The identity of the run.
  var identity: RunIdentity { get }
  /// Takes the figures; it is asked for them once.
  func measured() -> Figures
  /// The work of the simulation.
  var effort: Performance.Effort { get }
  /// The counts of its work, for benchmarks: the same in each run of a scenario.
  var work: [(name: String, count: Int)] { get }
  /// The rows of the input that took no part, a list for each kind of rows.
  var refused: [RefusedRows] { get }
  /// The account of its `figures` on a terminal.
  func summary(of figures: Figures) -> SummaryText.Body

  /// The geometry of straight lines between its coordinates; nil in a market that takes place nowhere.
  var coordinates: Geometry? { get }
  /// The further members of its manifest.
  var manifestMembers: [JSON.Member] { get }
  /// Requests submitted before this time stay out of the figures.
  var warmUp: Milliseconds { get }
  /// The start-up of the run; nil where its scenario is not stationary.
  var startUp: StartUp? { get }
}

extension MarketRun {
  public var work: [(name: String, count: Int)] {
    [("events", effort.events), ("requests", effort.requests)]
  }
  public var coordinates: Geometry? { nil }
  public var manifestMembers: [JSON.Member] { [] }
  public var warmUp: Milliseconds { .zero }
  public var startUp: StartUp? { nil }

  /// The part of its manifest that is about it.
  var subject: Manifest.Subject {
    Manifest.Subject(identity, geometry: coordinates, refused: refused, more: manifestMembers)
  }
}
