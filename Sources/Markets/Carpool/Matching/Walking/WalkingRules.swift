public import Quantities

/// The rules of walking to the pickup and from the drop-off.
public struct WalkingRules: Hashable, Sendable {
  /// The maximum straight-line walking distance at each end, metres; 0: no walking.
  public var reach: Metres = 0
  /// The walking speed, metres per second.
  public var speed = 1.3
  /// The distance between meeting points on a grid, metres; on a network its nodes are used instead.
  public var grid: Metres = 100

  public init() {}

  /// Returns the time to walk `metres`.
  ///
  /// - Precondition: the speed is positive.
  public func time(of metres: Metres) -> Milliseconds { Milliseconds(seconds: metres / speed) }
}
