public import Quantities

/// Finds the node nearest to a point: a k-d tree over the nodes' positions.
///
/// Distances are exact: Euclidean on a plane, great circles on the globe (compared by chord length). Of equally near
/// nodes, the one with the lowest index is returned. J. L. Bentley, doi 10.1145/361002.361007.
public struct NodeLocator: Sendable {
  /// A node with its position.
  private struct Point: Sendable {
    var position: Position
    var node: NodeIndex
    /// The axis that splits its subtree: 0, 1, 2 for x, y, z.
    var axis: UInt8 = 0
  }

  private let geometry: Geometry
  /// The tree: the middle of a range is its root, the halves are its subtrees.
  private var points: [Point]

  /// Creates the locator of the nodes of `network`.
  ///
  /// - Complexity: O(n log n) on average for n nodes.
  public init(_ network: Network) {
    geometry = network.geometry
    points = network.positions.enumerated().map { Point(position: $1, node: NodeIndex($0)) }
    var ranges = [0..<points.count]
    while let range = ranges.popLast() {
      guard range.count > 1 else { continue }
      let axis = widestAxis(range)
      let middle = (range.lowerBound + range.upperBound) / 2
      select(middle, in: range, along: axis)
      points[middle].axis = axis
      ranges.append(range.lowerBound..<middle)
      ranges.append(middle + 1..<range.upperBound)
    }
  }

  /// Returns the node nearest to `position` within `reach` metres; nil if there is none.
  ///
  /// - Complexity: O(log n) on average for n nodes.
  public func nearest(to position: Position, within reach: Metres) -> NodeIndex? {
    guard reach >= 0 else { return nil }
    var best = (distance: geometry.squaredReach(reach), node: NodeIndex(rawValue: .max))
    descend(0..<points.count, position, &best)
    return best.node.rawValue == .max ? nil : best.node
  }

  /// Returns the node nearest to `coordinates` within `reach` metres; nil if there is none.
  public func nearest(to coordinates: Coordinates, within reach: Metres) -> NodeIndex? {
    nearest(to: geometry.position(of: coordinates), within: reach)
  }

  /// Returns the nodes within `reach` metres of `position`, in ascending order of index.
  ///
  /// - Complexity: O(√n + k log k) on average for k of n nodes on a plane.
  public func nodes(around position: Position, within reach: Metres) -> [NodeIndex] {
    guard reach >= 0 else { return [] }
    var found: [NodeIndex] = []
    let bound = geometry.squaredReach(reach)
    var ranges = [0..<points.count]
    while let range = ranges.popLast() {
      guard !range.isEmpty else { continue }
      let middle = (range.lowerBound + range.upperBound) / 2
      let point = points[middle]
      if (point.position - position).squaredLength <= bound { found.append(point.node) }
      let apart = Self.coordinate(position, point.axis) - Self.coordinate(point.position, point.axis)
      if apart <= 0 || apart * apart <= bound { ranges.append(range.lowerBound..<middle) }
      if apart >= 0 || apart * apart <= bound { ranges.append(middle + 1..<range.upperBound) }
    }
    return found.sorted()
  }

  private func descend(
    _ range: Range<Int>, _ position: Position, _ best: inout (distance: Double, node: NodeIndex)
  ) {
    guard !range.isEmpty else { return }
    let middle = (range.lowerBound + range.upperBound) / 2
    let point = points[middle]
    let distance = (point.position - position).squaredLength
    if distance < best.distance || (distance == best.distance && point.node < best.node) {
      best = (distance, point.node)
    }
    let apart = Self.coordinate(position, point.axis) - Self.coordinate(point.position, point.axis)
    let lower = range.lowerBound..<middle
    let upper = middle + 1..<range.upperBound
    descend(apart < 0 ? lower : upper, position, &best)
    if apart * apart <= best.distance { descend(apart < 0 ? upper : lower, position, &best) }
  }

  private func widestAxis(_ range: Range<Int>) -> UInt8 {
    var low = points[range.lowerBound].position
    var high = low
    for point in points[range] {
      let p = point.position
      low = Position(x: min(low.x, p.x), y: min(low.y, p.y), z: min(low.z, p.z))
      high = Position(x: max(high.x, p.x), y: max(high.y, p.y), z: max(high.z, p.z))
    }
    let extent = high - low
    if extent.x >= extent.y && extent.x >= extent.z { return 0 }
    return extent.y >= extent.z ? 1 : 2
  }

  /// Reorders `range` so that `middle` holds the element it would hold if sorted along `axis` (Hoare's
  /// selection).
  private mutating func select(_ middle: Int, in range: Range<Int>, along axis: UInt8) {
    var low = range.lowerBound
    var high = range.upperBound - 1
    while low < high {
      let pivot = Self.coordinate(points[(low + high) / 2].position, axis)
      var left = low
      var right = high
      while left <= right {
        while Self.coordinate(points[left].position, axis) < pivot { left += 1 }
        while Self.coordinate(points[right].position, axis) > pivot { right -= 1 }
        guard left <= right else { break }
        points.swapAt(left, right)
        left += 1
        right -= 1
      }
      if middle <= right {
        high = right
      } else if middle >= left {
        low = left
      } else {
        return
      }
    }
  }

  private static func coordinate(_ position: Position, _ axis: UInt8) -> Double {
    axis == 0 ? position.x : axis == 1 ? position.y : position.z
  }
}

/// The index of a node in a network.
@frozen
public struct NodeIndex: ListIndex {
  public let rawValue: Int32

  @inlinable
  public init(rawValue: Int32) { self.rawValue = rawValue }
}
