public import Matching
public import Quantities
public import Scenario

extension Scenario {
  /// The rules for matching requests and drivers.
  public struct Matching: Equatable, Sendable {
    public var policy = PolicyChoice.shipped(.twoCircles)
    /// The radius r: the maximum distance between driver and pickup, and between route and destination.
    public var radius = Terms().radius
    /// The distance d between route points, in metres; 0: continuous.
    public var spacing = Terms().spacing
    /// The number of matcher calls in a cycle, including the first.
    public var attempts = 3
    public var retryInterval = Milliseconds(60_000)
    public var maxCycles = 3
    /// The rules for starting another cycle.
    public var relaunch = Relaunch()
    /// The weights of a candidate's cost.
    public var weights = Terms.Weights()
    /// The limits on every match.
    public var limits = Limits()
    /// Whether parties share the stops of a car.
    public var stops = StopSharing.each
    /// The fields for the policy `insertion`.
    public var insertion = Terms.Insertion()
    /// The rules for deciding requests jointly; nil: the defaults, if the policy decides jointly.
    public var batch: BatchRules?
    /// The rules for walking to the pickup and from the drop-off.
    public var walking = Terms().walking
    /// Where cars and walking passengers may meet; nil: at the nodes of a network, or at the points of a grid.
    public var meeting: MeetingRule?
    /// The rules for transfers of passengers without a driver for the whole trip; nil: no transfers.
    public var transfer: TransferRules?

    public init() {}
  }

  /// Limits on totals, relative to the solo or direct trip; nil: no limit.
  public struct Limits: Equatable, Sendable {
    public var maxDetour: Milliseconds? = Milliseconds(900_000)
    /// The maximum ratio of the driver's total detour to the solo time.
    public var maxDetourRatio: Double? = 0.5
    public var maxWait: Milliseconds? = Milliseconds(900_000)
    /// The maximum delay relative to the direct trip: the latest drop-off is submission + direct time + this delay.
    public var maxDelay: Milliseconds?
    public var maxRide: Milliseconds?
    public var maxRideRatio: Double?

    public init() {}
  }
}

extension Scenario {
  /// Recorded trips shared by supply and demand.
  public struct Trips: Equatable, Sendable {
    public var file = ""
    /// The file's column names, by standard name.
    public var columns: [String: String] = [:]
    public var format = TripFormat.taxi
    public var driverShare = 0.5
    /// The day of a register to simulate; nil if the register has only one day, or if the period selects the day.
    public var date: LocalDateTime?
    /// Whether the rounded places and times of a register are replaced by random ones within their rounding intervals.
    public var blur = true
    /// How rows vary between replications, separately for drivers and requests.
    public var resampling = Resampling()

    public init() {}
  }

  /// The behaviour of drivers and passengers outside the matcher's control.
  public struct Behaviour: Equatable, Sendable {
    public var answerDelay = Milliseconds(15_000)
    public var declineProbability = 0.1
    public var driverCancelProbability = 0.02
    /// The time after submission at which passengers give up if not picked up; nil: never.
    public var patience: Milliseconds? = Milliseconds(1_800_000)
    public var stopDuration = Terms().stopDuration

    public init() {}
  }

  /// The limits on accepted input.
  public struct Input: Equatable, Sendable {
    /// The maximum direct trip distance: longer recorded trips are rejected, and longer drawn trips are redrawn; nil:
    /// no limit.
    public var longestTrip: Metres? = 30_000

    public init() {}
  }
}
