import Quantities
import RoadNetwork

/// Times that no trip beats, closer than those of straight lines where that costs little: from landmarks on a
/// network, and elsewhere the times themselves.
///
/// A value, so that many questions in a row cost no more than what they compute.
public struct LeastTimes: Sendable {
  private let landmarks: Landmarks?
  /// What the landmarks say, without counting each question as a use of them.
  private let view: LandmarkView?
  private let geometry: Geometry
  private let millisecondsPerMetre: Double

  init(_ landmarks: Landmarks) {
    self.landmarks = landmarks
    view = landmarks.view
    geometry = .plane
    millisecondsPerMetre = 0
  }

  init(_ geometry: Geometry, millisecondsPerMetre: Double) {
    landmarks = nil
    view = nil
    self.geometry = geometry
    self.millisecondsPerMetre = millisecondsPerMetre
  }

  /// Takes note that `place` will be asked about soon, so that what is known of it comes from memory meanwhile.
  public func expect(_ place: Place) {
    if let view { view.expect(place.node) }
  }

  /// A time in milliseconds that no trip from `origin` to `destination` beats, but for the rounding of its end.
  public func milliseconds(from origin: Place, to destination: Place) -> Float {
    if let view { return Float(view.leastMilliseconds(from: origin.node, to: destination.node)) }
    return Float(millisecondsPerMetre * geometry.distance(origin.position, destination.position))
  }
}
