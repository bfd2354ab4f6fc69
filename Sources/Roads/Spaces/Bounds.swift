public import Quantities

/// A rectangle of coordinates, including its edges.
public struct Bounds: Hashable, Sendable {
  public var low: Coordinates
  public var high: Coordinates

  /// Creates the rectangle from its south-west and north-east corners.
  public init(low: Coordinates, high: Coordinates) {
    self.low = low
    self.high = high
  }

  /// Returns whether `point` lies in the rectangle or on its edge.
  public func contains(_ point: Coordinates) -> Bool {
    point.x >= low.x && point.x <= high.x && point.y >= low.y && point.y <= high.y
  }
}
