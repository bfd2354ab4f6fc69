public import Quantities
import Spaces

/// The rules of a market: the conditions for candidates and the cost of insertions. Defaults of scenarios are
/// defined here.
public struct Terms: Sendable {
  /// The radius r, from reported position to pickup and from route to drop-off, metres.
  public var radius: Metres = 1000
  /// The distance d between route points, metres along the road; 0: continuous.
  public var spacing: Metres = 500
  /// The duration of boarding, and of alighting.
  public var stopDuration = Milliseconds(30_000)
  public var weights = Weights()
  /// The maximum time from submission to pickup; `.never`: no limit.
  public var maxWait = Milliseconds.never
  /// The maximum delay beyond submission plus the direct trip, including wait and ride; `.never`: no limit.
  public var maxDelay = Milliseconds.never
  public var maxRide = Milliseconds.never
  /// The maximum ride ÷ direct trip; infinite: no limit.
  public var maxRideRatio = Double.infinity

  /// Whether consecutive stops of a plan at one place are one stop of the car.
  public var sharesStops = false

  public var insertion = Insertion()
  /// The rules of deciding gathered requests.
  public var batch = BatchRules()
  /// The rules of walking.
  public var walking = WalkingRules()
  /// The rules of transfers for passengers without a driver for the whole trip; nil: no transfers.
  public var transfer: TransferRules?

  /// The terms used only by the exact matcher.
  public struct Insertion: Equatable, Sendable {
    /// Whether both discs of radius r also apply to it, with true positions and continuous routes.
    public var usesRadius = false
    public var objective = Objective.cost
    /// Whether no accepted passenger is picked up or dropped off later than planned.
    public var keepsArrivals: Bool { objective == .earliestArrival }

    public init() {}
  }

  /// The weights of the cost.
  public struct Weights: Equatable, Sendable {
    /// The weight a: cost milliseconds per millisecond until the pickup.
    public var timeToPickup = 1.0
    /// The weight b: cost milliseconds per millisecond of added detour.
    public var detour = 1.0
    /// The weight c: the cost of complete disagreement.
    public var preference = Milliseconds(300_000)

    public init() {}
  }

  public init() {}

  /// Returns the cost of an insertion, in whole milliseconds: lower is better.
  public func cost(timeToPickup: Milliseconds, detour: Milliseconds, agreement: Double) -> Int64 {
    let cost =
      weights.timeToPickup * Double(timeToPickup.rawValue) + weights.detour * Double(detour.rawValue)
      + Double(weights.preference.rawValue) * (1 - agreement)
    return Int64(cost.rounded())
  }
}
