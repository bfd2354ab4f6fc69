public import Quantities

/// A car's reported position: the last route point passed, as known to the matcher.
public struct Report: Sendable {
  public var position: Position
  /// Road metres from the departure to the route point.
  public var odometer: Metres
  /// The number of the route point, at `number` × spacing after the departure; 0 in continuous reporting.
  public var number: Int
  /// The index of the last vertex not beyond the route point.
  public var index: TrackIndex
}
