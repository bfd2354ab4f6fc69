public import Quantities
public import Travellers

/// The true position of a car: at a bend, a node, or at the beginning or the end of a stop.
///
/// Those of one driver stand in the order of their times; between two of them the car went straight at even speed, or
/// stood.
public struct TrackRecord: Sendable {
  public var driver: DriverIndex
  public var time: Milliseconds
  public var position: Position

  public init(driver: DriverIndex, time: Milliseconds, position: Position) {
    self.driver = driver
    self.time = time
    self.position = position
  }
}
