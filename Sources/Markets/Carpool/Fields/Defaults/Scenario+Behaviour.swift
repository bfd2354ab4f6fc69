import Matching
public import Quantities
public import Scenario

extension Scenario {
  /// Recorded trips shared by supply and demand.
  public struct Trips: Equatable, Sendable {
    public var file = ""
    /// The file's names of columns, by ours.
    public var columns: [String: String] = [:]
    public var format = TripFormat.taxi
    public var driverShare = 0.5
    /// The day of a register that takes part; nil if there is one alone, or if the period decides.
    public var date: LocalDateTime?
    /// Whether places and times of a register are drawn from what its rounding leaves open.
    public var blur = true
    /// The variation between replications, separately for drivers and requests.
    public var resampling = Resampling()

    public init() {}
  }

  /// The behaviour of drivers and passengers outside the matcher's control.
  public struct Behaviour: Equatable, Sendable {
    public var answerDelay = Milliseconds(15_000)
    public var declineProbability = 0.1
    public var driverCancelProbability = 0.02
    /// The time after submission at which a request leaves if not picked up; nil: never.
    public var patience: Milliseconds? = Milliseconds(1_800_000)
    public var stopDuration = Terms().stopDuration

    public init() {}
  }

  /// The input accepted.
  public struct Input: Equatable, Sendable {
    /// The maximum direct trip: longer recorded rows are refused, longer drawn trips redrawn; nil: no limit.
    public var longestTrip: Metres? = 30_000

    public init() {}
  }
}
