public import Quantities
public import Travellers

/// The record of what became of one driver; the driver itself stands at the same index of the run's input.
public struct DriverRecord: Listed, Sendable {
  public typealias Index = DriverIndex

  public var outcome: DriverOutcome = .inProgress
  /// The departure of a driver who might choose it; nil while at the origin, and of all others.
  public var departed: Milliseconds?
  /// Arrival at the destination, the end of the service of a car that waits, or the time from which it was known that a car would not
  /// be driven; nil while on the way.
  public var arrive: Milliseconds?
  /// The driving of a car that waits, until it ended its service (or until the horizon); zero for others.
  public var driving: Milliseconds = .zero
  /// Metres driven until arrival (or until the horizon).
  public var drivenMetres: Metres = 0
  /// Offers received, and those declined.
  public var offers: Int32 = 0
  public var declines: Int32 = 0
  /// Requests dropped off.
  public var served: Int32 = 0
  /// The largest number of passengers on board at a time.
  public var maxOnBoard: Int32 = 0

  public init() {}
}
