import Matching
public import Quantities
public import Scenario

extension Scenario {
  /// Recorded trips that supply and demand share.
  public struct Trips: Equatable, Sendable {
    public var file = ""
    /// The names that the file gives to columns, by ours.
    public var columns: [String: String] = [:]
    public var format = TripFormat.taxi
    public var driverShare = 0.5
    /// The day of a register that takes part; nil if there is one alone, or if the period decides.
    public var date: LocalDateTime?
    /// Whether places and times of a register are drawn from what its rounding leaves open.
    public var blur = true
    /// The variation between replications, of drivers and of requests each.
    public var resampling = Resampling()

    public init() {}
  }

  /// The behaviour of drivers and passengers that the matcher does not decide.
  public struct Behaviour: Equatable, Sendable {
    public var answerDelay = Milliseconds(15_000)
    public var declineProbability = 0.1
    public var driverCancelProbability = 0.02
    /// The time after submission at which a request leaves if it has not been picked up; nil if it does not.
    public var patience: Milliseconds? = Milliseconds(1_800_000)
    public var stopDuration = Terms().stopDuration

    public init() {}
  }

  /// The input that is accepted.
  public struct Input: Equatable, Sendable {
    /// Recorded rows with a longer direct trip are refused, drawn trips drawn again; nil accepts all.
    public var longestTrip: Metres? = 30_000

    public init() {}
  }
}
