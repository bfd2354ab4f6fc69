public import Quantities

/// The rules of how far passengers walk to where they are picked up, and likewise from where they are dropped off.
public struct WalkingRules: Hashable, Sendable {
  /// As the crow flies, metres; 0: passengers are picked up and dropped off where their trip begins and ends.
  public var reach: Metres = 0
  /// Metres per second.
  public var speed = 1.3
  /// The distance between the points where cars meet passengers, metres; corners take their place on a network.
  public var grid: Metres = 100

  public init() {}

  /// Returns the time that it takes to walk `metres`.
  ///
  /// - Precondition: the speed is positive.
  public func time(of metres: Metres) -> Milliseconds { Milliseconds(seconds: metres / speed) }
}
