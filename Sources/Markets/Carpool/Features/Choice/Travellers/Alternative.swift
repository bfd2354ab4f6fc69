public import Quantities

/// A party's alternative to a ride.
public struct Alternative: Equatable, Sendable {
  /// The door-to-door duration.
  public var time: Milliseconds
  /// The cost for the party, in the smallest currency unit; nil if prices do not count.
  public var cost: Int64?

  public init(time: Milliseconds, cost: Int64? = nil) {
    self.time = time
    self.cost = cost
  }
}
