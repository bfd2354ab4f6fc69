public import Quantities
public import Travellers

/// The true position of a car: at a bend, a node, or the beginning or end of a stop.
///
/// Records of one driver are in order of time; between two of them the car drove straight at constant speed, or did
/// not move.
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
