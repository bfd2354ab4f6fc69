public import Matching
public import Quantities
public import Scenario

extension Scenario {
  /// The rules by which requests and drivers are brought together.
  public struct Matching: Equatable, Sendable {
    public var policy = PolicyChoice.shipped(.twoCircles)
    /// r: how far a driver may be from the pickup and pass from the destination.
    public var radius = Terms().radius
    /// d: the metres between route points; 0 means continuous.
    public var spacing = Terms().spacing
    /// Calls of the matcher in a cycle, the first included.
    public var attempts = 3
    public var retryInterval = Milliseconds(60_000)
    public var maxCycles = 3
    /// The rules that say whether and when another cycle begins.
    public var relaunch = Relaunch()
    /// The weights of a candidate's cost.
    public var weights = Terms.Weights()
    /// The limits that no match may exceed.
    public var limits = Limits()
    /// Fields of the `insertion` policy alone.
    public var insertion = Terms.Insertion()
    /// The rules by which requests are decided together; nil for the usual rules, where the policy gathers them.
    public var batch: BatchRules?
    /// The walks of passengers to where they are picked up, and from where they are dropped off.
    public var walking = Terms().walking
    /// The transfers of passengers whom nobody takes all the way; nil where nobody changes.
    public var transfer: TransferRules?

    public init() {}
  }

  /// Limits on totals against the trip alone; nil for no limit.
  public struct Limits: Equatable, Sendable {
    public var maxDetour: Milliseconds? = Milliseconds(900_000)
    /// The driver's detour ÷ solo time.
    public var maxDetourRatio: Double? = 0.5
    public var maxWait: Milliseconds? = Milliseconds(900_000)
    /// Drop-off at the latest at submission + direct time + this: for wait and ride together.
    public var maxDelay: Milliseconds?
    public var maxRide: Milliseconds?
    public var maxRideRatio: Double?

    public init() {}
  }
}
