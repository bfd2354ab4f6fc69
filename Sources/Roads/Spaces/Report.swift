public import Quantities

/// The matcher's knowledge of a car's position: the last route point that it has passed.
public struct Report: Sendable {
  public var position: Position
  /// Road metres between departure and the route point.
  public var odometer: Metres
  /// The number of the route point: it lies `number` × spacing after the departure. 0 in continuous reporting.
  public var number: Int
  /// The index of the last vertex that is not beyond the route point.
  public var index: TrackIndex
}
