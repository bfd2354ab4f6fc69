import Quantities
import RoadNetwork

extension NetworkSpace {
  public func way(from origin: Place, to destination: Place) -> Way? {
    guard origin.node != destination.node else { return Way(from: origin, to: destination, travel: .none) }
    if let way = recent.way(from: origin.node, to: destination.node) { return way }
    guard let way = newWay(from: origin, to: destination) else { return nil }
    recent.append(way)
    return way
  }

  private func newWay(from origin: Place, to destination: Place) -> Way? {
    if let labels = index.labels {
      guard let time = labels.milliseconds(from: origin.node, to: destination.node) else { return nil }
      return Way(from: origin, to: destination, duration: Milliseconds(Int64(time)), links: [], in: paths)
    }
    // Without labels a query is expensive, and the path costs little more.
    guard let path = paths.path(from: origin.node, to: destination.node) else { return nil }
    return Way(
      from: origin, to: destination, duration: Milliseconds(Int64(path.milliseconds)), links: path.links,
      in: paths)
  }
}

/// The most recently requested ways: the ways added by a passenger are evaluated first, and then driven.
struct RecentWays {
  private static let places = 8

  private var ways: [Way] = []
  private var next = 0

  /// Returns the way from `origin` to `destination`; nil if it is not among them.
  func way(from origin: NodeIndex, to destination: NodeIndex) -> Way? {
    ways.first { $0.destination.node == destination && $0.origin.node == origin }
  }

  /// Adds `way` in place of the oldest one.
  mutating func append(_ way: Way) {
    if ways.count < Self.places {
      ways.append(way)
    } else {
      ways[next] = way
    }
    next = (next + 1) % Self.places
  }
}
