public import Quantities

/// The description of a run: the market and what belongs to it, the space, the times and the seed, with every default
/// filled in.
///
/// A scenario is read from a JSON5 file by `load(text:file:overrides:varied:markets:)`, which checks it as a whole. The
/// default values stand here, once; the names, units, ranges and sentences of the fields stand in
/// `Fields`, once, and those of another market in its own folder; decoder, schema and documentation follow from both.
/// A comment stands here only where it says more than that sentence.
public struct Scenario: Equatable, Sendable {
  public var name = ""
  public var description = ""
  public var seed: UInt64 = 1
  /// The number of the replication; replications are independent.
  public var replication: UInt64 = 0
  public var time = Time()
  /// The place; of a market that takes place nowhere it says nothing.
  public var space = Space.plane(Plane())
  public var results = Results()
  /// The fields that the text gives and that change no result; they tell no two scenarios apart.
  public internal(set) var idleFields: [IdleField] = []
  /// What people are assumed to do though the text does not say it, such as `behaviour.decline_probability: 0.1`; likewise.
  public internal(set) var actingDefaults: [String] = []
  /// The fields that only the market of the scenario has.
  var own: any MarketFields

  /// Creates a scenario of the market that has the fields `own`, everything else by default.
  package init(of own: some MarketFields) { self.own = own }
}

extension Scenario {
  /// The times of the scenario.
  public struct Time: Equatable, Sendable {
    /// The local date and time that second 0 stands for; nil where it does not matter.
    public var start: LocalDateTime?
    /// The IANA name of the time zone of the local clock; nil if no time needs it.
    public var zone: String?
    /// The period in which those who take part arise; later recorded rows are left out; nil takes all rows.
    public var duration: Milliseconds? = Milliseconds(14_400_000)
    public var warmUp = Milliseconds.zero
    /// The time at which the run is cut off; nil drains it, so that nobody is left half-way.
    public var horizon: Milliseconds?

    public init() {}
  }

  /// The results that are written.
  public struct Results: Equatable, Sendable {
    public var interval = Milliseconds(300_000)
    /// The most rows that a time series has.
    public static let mostIntervals = 1_000_000
    /// The tables written on request, of those that the market has for it. Stays out of the run's identity.
    public var record: [String] = []

    public init() {}
  }
}
