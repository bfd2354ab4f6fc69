public import Quantities

/// The description of a run, with all defaults: the market and its fields, the space, the times and the seed.
///
/// A scenario is read from a JSON5 file by `load(text:file:overrides:varied:markets:)`, which checks it as a whole.
/// The defaults are defined here; the names, units, ranges and descriptions of the fields are defined in `Fields`,
/// those of a market in its own folder; decoder, schema and documentation are derived from both. Comments here only
/// supplement these descriptions.
public struct Scenario: Equatable, Sendable {
  public var name = ""
  public var description = ""
  public var seed: UInt64 = 1
  /// The replication number; replications are independent.
  public var replication: UInt64 = 0
  public var time = Time()
  /// The space; unused in a market without one.
  public var space = Space.plane(Plane())
  public var results = Results()
  /// The fields given in the text that cannot change results; ignored when comparing scenarios.
  public internal(set) var idleFields: [IdleField] = []
  /// The default behaviours that take effect although the text does not give them, such as
  /// `behaviour.decline_probability: 0.1`; ignored when comparing scenarios.
  public internal(set) var actingDefaults: [String] = []
  /// The fields of the scenario's market.
  var own: any MarketFields

  /// Creates a scenario of the market with the fields `own`, with defaults for everything else.
  package init(of own: some MarketFields) { self.own = own }
}

extension Scenario {
  /// The times of the scenario.
  public struct Time: Equatable, Sendable {
    /// The local date and time of simulated time 0; nil if irrelevant.
    public var start: LocalDateTime?
    /// The IANA name of the time zone of the local clock; nil if no time needs it.
    public var zone: String?
    /// The period of arrivals; later recorded rows are left out; nil: all rows.
    public var duration: Milliseconds? = Milliseconds(14_400_000)
    public var warmUp = Milliseconds.zero
    /// The hard end of the run; nil: the run continues until every request has ended.
    public var horizon: Milliseconds?

    public init() {}
  }

  /// The results to be written.
  public struct Results: Equatable, Sendable {
    public var interval = Milliseconds(300_000)
    /// The maximum number of rows in a time series.
    public static let mostIntervals = 1_000_000
    /// The optional tables to be written; left out of the run's identity.
    public var record: [String] = []

    public init() {}
  }
}
