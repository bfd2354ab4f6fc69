public import Quantities

/// What a run is: the market and what belongs to it, the space, the times and the seed, with every default filled in.
///
/// A scenario is read from a JSON5 file by `load(text:file:overrides:varied:markets:)`, which checks it as a whole. The
/// default values stand here, once; the names, units, ranges and sentences of the fields stand in
/// `Fields`, once, and those of another market in its own folder; decoder, schema and documentation follow from both.
/// A comment stands here only where it says more than that sentence.
public struct Scenario: Equatable, Sendable {
  public var name = ""
  public var description = ""
  public var seed: UInt64 = 1
  /// Which of the independent repetitions of the same scenario this is.
  public var replication: UInt64 = 0
  public var time = Time()
  /// Where it takes place; of a market that takes place nowhere it says nothing.
  public var space = Space.plane(Plane())
  public var results = Results()
  /// What only the market of the scenario has in it.
  var content = Content.carpool(CarpoolFields())

  /// Creates a scenario of defaults, of the market `carpool`: an empty plane without drivers and requests.
  public init() {}
}

extension Scenario {
  /// When things happen.
  public struct Time: Equatable, Sendable {
    /// The local date and time that second 0 stands for; nil where it does not matter.
    public var start: LocalDateTime?
    /// The period in which those who take part arise; later recorded rows are left out; nil takes all rows.
    public var duration: Milliseconds? = Milliseconds(14_400_000)
    public var warmUp = Milliseconds.zero
    /// When the run is cut off; nil drains it, so that nobody is left half-way.
    public var horizon: Milliseconds?

    public init() {}
  }

  /// Recorded trips that supply and demand share.
  public struct Trips: Equatable, Sendable {
    public var file = ""
    public var format = TripFormat.taxi
    public var driverShare = 0.5

    public init() {}
  }

  /// What drivers and passengers do that the matcher does not decide.
  public struct Behaviour: Equatable, Sendable {
    public var answerDelay = Milliseconds(15_000)
    public var declineProbability = 0.1
    public var driverCancelProbability = 0.02
    /// How long after submission a request leaves if it has not been picked up; nil if it does not.
    public var patience: Milliseconds? = Milliseconds(1_800_000)
    public var stopDuration = Milliseconds(30_000)

    public init() {}
  }

  /// What input is accepted.
  public struct Input: Equatable, Sendable {
    /// Recorded rows with a longer direct trip are refused, drawn trips drawn again; nil accepts all.
    public var longestTrip: Metres? = 30_000

    public init() {}
  }

  /// What is written.
  public struct Results: Equatable, Sendable {
    public var interval = Milliseconds(300_000)
    /// The most rows that a time series has.
    public static let mostIntervals = 1_000_000
    /// Of the market `carpool` alone.
    public var co2PerKm = 0.15
    /// Whether the best that could have been made of the day is worked out; nil for no. Of the market `carpool` alone.
    public var hindsight: Bool?
    /// The tables written on request, of those that the market has for it. Stays out of the run's identity.
    public var record: [String] = []
    /// What `record` may name in the market `carpool`.
    public static var recordable: [String] { CarpoolFields.recordable }

    public init() {}
  }
}
