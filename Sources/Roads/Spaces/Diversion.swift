public import Quantities

/// The place and time at which a car can leave its way.
public struct Diversion: Sendable {
  public var place: Place
  public var time: Milliseconds
  public var odometer: Metres
  /// The index of the last vertex that remains before it.
  public var index: TrackIndex
}
