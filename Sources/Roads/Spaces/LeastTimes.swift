import Quantities
import RoadNetwork

/// Lower bounds on travel times, tighter than straight-line bounds at little cost: from landmarks on a network, exact
/// elsewhere.
///
/// A value type, so that consecutive queries need no reference counting.
public struct LeastTimes: Sendable {
  private let landmarks: Landmarks?
  /// The landmarks, without reference counting.
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

  /// Prefetches the data of `place`; called shortly before it is queried.
  public func expect(_ place: Place) {
    if let view { view.expect(place.node) }
  }

  /// Returns a lower bound on the time from `origin` to `destination`, milliseconds, ignoring the rounding of the
  /// arrival.
  public func milliseconds(from origin: Place, to destination: Place) -> Float {
    if let view { return Float(view.leastMilliseconds(from: origin.node, to: destination.node)) }
    return Float(millisecondsPerMetre * geometry.distance(origin.position, destination.position))
  }

  /// Returns the combined bounds of the places of `group`.
  public func bounds(of group: PlaceGroup) -> PlaceBounds {
    if let view { return PlaceBounds(landmarks: view.group(group.nodes)) }
    let centre = group.places[0].position
    let reach = group.places.lazy.map { geometry.distance(centre, $0.position) }.max() ?? 0
    return PlaceBounds(centre: centre, milliseconds: millisecondsPerMetre * reach)
  }

  /// Returns a lower bound on the time from `origin` to any place of `group`, milliseconds, ignoring the rounding of
  /// the arrival.
  public func milliseconds(from origin: Place, to group: PlaceBounds) -> Float {
    if let view, let landmarks = group.landmarks {
      return Float(view.leastMilliseconds(from: origin.node, to: landmarks))
    }
    return least(origin, group)
  }

  /// Returns a lower bound on the time from any place of `group` to `destination`, milliseconds, ignoring the rounding
  /// of the arrival.
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

/// The combined bounds of several places.
public struct PlaceBounds: Sendable {
  fileprivate var landmarks: LandmarkGroup?
  fileprivate var centre = Position(x: 0, y: 0)
  /// The maximum straight-line travel time from the centre of the group to any of its places, milliseconds.
  fileprivate var milliseconds = 0.0
}
