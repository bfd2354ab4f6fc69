import Market
public import Quantities
import Spaces

/// A way to take a passenger along: where the pickup and the drop-off go in the order of stops, and what
/// that costs the driver.
public struct Insertion: Hashable, Sendable {
  /// How many of the planned stops come before the pickup.
  public var pickupAfter: Int
  /// How many of the planned stops come before the drop-off.
  public var dropoffAfter: Int
  /// From the decision until the driver would reach the passenger.
  public var timeToPickup: Milliseconds
  /// Driving time added, stops and waiting left out: the pair of stops with the least stands for the driver.
  public var addedDriving: Milliseconds
  /// Later arrival at the destination, stops and waiting counted.
  public var detour: Milliseconds
}

/// What a search over the pairs of stops of one driver found.
public struct InsertionResult: Sendable {
  /// The best feasible pair; nil where no pair is feasible.
  public var best: Insertion?
  /// Where none is: the limit that the pair of least added driving time broke first, and its driving time.
  public var bindingLimit: Limit?
  public var nearestMiss: Milliseconds = .never
  /// By how much that limit was missed: the value that the pair would have had, and the largest allowed.
  public var missedValue = 0.0
  public var missedBound = 0.0
}

/// From where a car is taken to go on when an insertion is evaluated.
public enum Vantage: Sendable {
  /// Its last reported position: all that the matcher knows when it decides.
  case reported
  /// Where it really is: what counts when the driver accepts.
  case actual
}
