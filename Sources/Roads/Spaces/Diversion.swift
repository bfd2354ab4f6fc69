public import Quantities

/// The place and time at which a car can leave its planned way.
public struct Diversion: Hashable, Sendable {
  public var place: Place
  public var time: Milliseconds
  public var odometer: Metres
  /// The index of the last vertex before it that is kept.
  public var index: TrackIndex

  /// Creates the diversion at `place`, after the vertex at `index`.
  public init(place: Place, time: Milliseconds, odometer: Metres, index: TrackIndex) {
    self.place = place
    self.time = time
    self.odometer = odometer
    self.index = index
  }
}
