import Quantities
import RoadNetwork

/// Times that no trip beats, closer than those of straight lines where that costs little: from landmarks on a
/// network, and elsewhere the times themselves.
///
/// A value, so that many questions in a row cost no more than what they compute.
public struct LeastTimes: Sendable {
  private let landmarks: Landmarks?
  /// The landmarks, without counting each question as a use of them.
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

  /// The bounds of the places of `group` together.
  public func bounds(of group: PlaceGroup) -> PlaceBounds {
    if let view { return PlaceBounds(landmarks: view.group(group.nodes)) }
    let centre = group.places[0].position
    let reach = group.places.lazy.map { geometry.distance(centre, $0.position) }.max() ?? 0
    return PlaceBounds(centre: centre, milliseconds: millisecondsPerMetre * reach)
  }

  /// A time in milliseconds that no trip from `origin` to any place of `group` beats, but for the rounding of its end.
  public func milliseconds(from origin: Place, to group: PlaceBounds) -> Float {
    if let view, let landmarks = group.landmarks {
      return Float(view.leastMilliseconds(from: origin.node, to: landmarks))
    }
    return least(origin, group)
  }

  /// A time in milliseconds that no trip from any place of `group` to `destination` beats, but for the rounding of its end.
  public func milliseconds(from group: PlaceBounds, to destination: Place) -> Float {
    if let view, let landmarks = group.landmarks {
      return Float(view.leastMilliseconds(from: landmarks, to: destination.node))
    }
    return least(destination, group)
  }

  private func least(_ place: Place, _ group: PlaceBounds) -> Float {
    let toCentre = millisecondsPerMetre * geometry.distance(place.position, group.centre)
    return Float(max(0, toCentre - group.milliseconds))
  }
}

/// The knowledge of `LeastTimes` of a few places together.
public struct PlaceBounds: Sendable {
  fileprivate var landmarks: LandmarkGroup?
  fileprivate var centre = Position(x: 0, y: 0)
  /// The time that a car that goes straight needs at the most from the centre to any of them.
  fileprivate var milliseconds = 0.0
}
