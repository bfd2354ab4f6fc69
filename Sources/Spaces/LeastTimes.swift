import Quantities
import RoadNetwork

/// Times that no trip beats, closer than those of straight lines where that costs little: from landmarks on a
/// network, and elsewhere the times themselves.
///
/// A value, so that many questions in a row cost no more than what they compute.
public struct LeastTimes: Sendable {
  private enum Source {
    case landmarks(Landmarks)
    case straight(Geometry, millisecondsPerMetre: Double)
  }

  private let source: Source

  init(_ landmarks: Landmarks) { source = .landmarks(landmarks) }

  init(_ geometry: Geometry, millisecondsPerMetre: Double) {
    source = .straight(geometry, millisecondsPerMetre: millisecondsPerMetre)
  }

  /// Takes note that `place` will be asked about soon, so that what is known of it comes from memory meanwhile.
  public func expect(_ place: Place) {
    if case .landmarks(let landmarks) = source { landmarks.expect(place.node) }
  }

  /// A time in milliseconds that no trip from `origin` to `destination` beats, but for the rounding of its end.
  public func milliseconds(from origin: Place, to destination: Place) -> Float {
    switch source {
    case .landmarks(let landmarks):
      Float(landmarks.leastMilliseconds(from: origin.node, to: destination.node))
    case .straight(let geometry, let millisecondsPerMetre):
      Float(millisecondsPerMetre * geometry.distance(origin.position, destination.position))
    }
  }
}
