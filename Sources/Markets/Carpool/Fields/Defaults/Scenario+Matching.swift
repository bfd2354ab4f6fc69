public import Matching
public import Quantities
public import Scenario

extension Scenario {
  /// The rules of matching requests and drivers.
  public struct Matching: Equatable, Sendable {
    public var policy = PolicyChoice.shipped(.twoCircles)
    /// The radius r: the maximum distance of a driver from the pickup, and of the route from the destination.
    public var radius = Terms().radius
    /// The distance d between route points, metres; 0: continuous.
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
    /// The fields of the policy `insertion`.
    public var insertion = Terms.Insertion()
    /// The rules for deciding requests jointly; nil: the defaults, if the policy does so.
    public var batch: BatchRules?
    /// The rules of walking to the pickup and from the drop-off.
    public var walking = Terms().walking
    /// Where passengers who walk may be met; nil: the nodes of a network, or the points of a grid.
    public var meeting: MeetingRule?
    /// The transfers of passengers without a driver for the whole trip; nil: none.
    public var transfer: TransferRules?

    public init() {}
  }

  /// Limits on totals compared with the solo or direct trip; nil: no limit.
  public struct Limits: Equatable, Sendable {
    public var maxDetour: Milliseconds? = Milliseconds(900_000)
    /// The driver's detour ÷ solo time.
    public var maxDetourRatio: Double? = 0.5
    public var maxWait: Milliseconds? = Milliseconds(900_000)
    /// The maximum delay over the direct time: the latest drop-off is submission + direct time + this.
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
    /// The file's column names, keyed by the standard names.
    public var columns: [String: String] = [:]
    public var format = TripFormat.taxi
    public var driverShare = 0.5
    /// The day of a register to be simulated; nil if it has only one, or if the period selects it.
    public var date: LocalDateTime?
    /// Whether places and times of a register are redrawn within their rounding intervals.
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

  /// The limits on accepted input.
  public struct Input: Equatable, Sendable {
    /// The maximum direct trip: longer recorded rows are refused, longer drawn trips redrawn; nil: no limit.
    public var longestTrip: Metres? = 30_000

    public init() {}
  }
}
