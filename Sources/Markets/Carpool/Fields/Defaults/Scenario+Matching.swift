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
    /// The rules of another cycle.
    public var relaunch = Relaunch()
    /// The weights of a candidate's cost.
    public var weights = Terms.Weights()
    /// The limits on every match.
    public var limits = Limits()
    /// Whether parties share the stops of a car.
    public var stops = StopSharing.each
    /// The fields of the policy `insertion`.
    public var insertion = Terms.Insertion()
    /// The rules of deciding requests together; nil: the defaults, if the policy does so.
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
    /// The maximum of wait and ride beyond the direct time: the latest drop-off is submission + direct time +
    /// this.
    public var maxDelay: Milliseconds?
    public var maxRide: Milliseconds?
    public var maxRideRatio: Double?

    public init() {}
  }
}
