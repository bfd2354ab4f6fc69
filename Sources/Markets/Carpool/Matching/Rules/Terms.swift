public import Quantities
import Spaces

/// The rules of a market: what makes a driver a candidate and what an insertion costs. What a scenario does not say is
/// what stands here.
public struct Terms: Sendable {
  /// r: reported position to pickup, and route to drop-off, metres.
  public var radius: Metres = 1000
  /// d: between route points, metres along the road; 0 means continuous.
  public var spacing: Metres = 500
  /// Boarding, and likewise alighting.
  public var stopDuration = Milliseconds(30_000)
  public var weights = Weights()
  /// From submission to pickup; `.never` without a limit. So for the two below.
  public var maxWait = Milliseconds.never
  /// Beyond submission and the direct trip, wait and ride together.
  public var maxDelay = Milliseconds.never
  public var maxRide = Milliseconds.never
  /// Ride ÷ direct trip; infinite without a limit.
  public var maxRideRatio = Double.infinity

  public var insertion = Insertion()
  /// The rules by which gathered requests are decided.
  public var batch = BatchRules()
  /// The rules of how far passengers walk.
  public var walking = WalkingRules()
  /// The rules by which passengers transfer whom nobody takes all the way; nil where nobody transfers.
  public var transfer: TransferRules?

  /// The terms that only the exact matcher looks at.
  public struct Insertion: Equatable, Sendable {
    /// True if both discs of radius r bind it too, with cars at their true positions on continuous routes.
    public var usesRadius = false
    public var objective = Objective.cost
    /// True if nobody who was accepted before is picked up or dropped off later than planned.
    public var keepsArrivals: Bool { objective == .earliestArrival }

    public init() {}
  }

  /// The weights of the cost.
  public struct Weights: Equatable, Sendable {
    /// a: milliseconds of cost per millisecond until the pickup.
    public var timeToPickup = 1.0
    /// b: milliseconds of cost per millisecond of added detour.
    public var detour = 1.0
    /// c: what complete disagreement costs.
    public var preference = Milliseconds(300_000)

    public init() {}
  }

  public init() {}

  /// The cost of an insertion, in whole milliseconds: lower wins.
  public func cost(timeToPickup: Milliseconds, detour: Milliseconds, agreement: Double) -> Int64 {
    let cost =
      weights.timeToPickup * Double(timeToPickup.rawValue) + weights.detour * Double(detour.rawValue)
      + Double(weights.preference.rawValue) * (1 - agreement)
    return Int64(cost.rounded())
  }
}
