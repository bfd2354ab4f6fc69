public import Quantities
public import Travellers

/// The record of one driver's outcome; the driver has the same index in the run's input.
public struct DriverRecord: Listed, Sendable {
  public typealias Index = DriverIndex

  public var outcome: DriverOutcome = .inProgress
  /// The actual departure of a driver who may choose it; nil while at the origin, and for all others.
  public var departed: Milliseconds?
  /// The arrival at the destination, the end of service of a waiting car, or the time at which it became known that
  /// a car would not be driven; nil while under way.
  public var arrive: Milliseconds?
  /// The driving time of a waiting car until the end of its service (or until the horizon); zero for others.
  public var driving: Milliseconds = .zero
  /// Metres driven until arrival (or until the horizon).
  public var drivenMetres: Metres = 0
  /// The number of offers received, and of those declined.
  public var offers: Int32 = 0
  public var declines: Int32 = 0
  /// The number of requests dropped off.
  public var served: Int32 = 0
  /// The largest number of passengers on board at any time.
  public var maxOnBoard: Int32 = 0

  public init() {}
}
