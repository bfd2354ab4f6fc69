/// A response over a box of parameters, fitted to points.
public protocol Surface: Sendable {
  /// The ranges of the points, by parameter, in the parameter's own unit.
  var ranges: [ClosedRange<Double>] { get }

  /// Returns the response at `point`, in the parameters' own units.
  func value(at point: [Double]) -> Double
}

/// A bound on another response, given by its surface.
public struct SurfaceBound: Sendable {
  public var surface: any Surface
  public var limit: Double
  /// Whether `limit` is an upper rather than a lower bound.
  public var isUpper: Bool

  /// Creates a bound.
  public init(_ surface: any Surface, _ limit: Double, isUpper: Bool) {
    self.surface = surface
    self.limit = limit
    self.isUpper = isUpper
  }

  func holds(at point: [Double]) -> Bool {
    let value = surface.value(at: point)
    return isUpper ? value <= limit : value >= limit
  }
}

extension Surface {
  /// The maximum number of grid points over the whole box.
  private static var gridPoints: Int { 30_000 }

  /// Returns the point of `box` at which the surface is best within all `bounds`; nil if the first grid has no such
  /// point.
  ///
  /// Evaluates a grid of up to 30,000 points over the box, then ever finer grids around the best point so far. Points
  /// beyond a bound are moved onto it along its gradient. Each grid is half as wide as the previous one unless the best
  /// point lies on its boundary, down to 10⁻⁶ of the box. This finds the best point unless the feasible region is
  /// thinner than a cell of the first grid or has several maxima of nearly the same height.
  ///
  /// - Precondition: `box` has one range per parameter, at most 10.
  public func best(
    _ direction: Direction, in box: [ClosedRange<Double>], subjectTo bounds: [SurfaceBound] = []
  ) -> [Double]? {
    precondition(box.count == ranges.count && box.count <= 10, "a range for each of at most 10 parameters")
    func gain(_ point: [Double]) -> Double? {
      bounds.allSatisfy { $0.holds(at: point) } ? direction.gain(value(at: point)) : nil
    }
    var levels = 3
    while levels < 101, Self.power(levels + 2, box.count) <= Self.gridPoints { levels += 2 }
    guard var best = Self.best(of: Grid(box, levels: levels), gain) else { return nil }
    var width = 2.0 / Double(levels - 1)
    for _ in 0..<200 where width > 1e-6 {
      let near = zip(box, best.point).map { range, middle in
        let reach = width / 2 * (range.upperBound - range.lowerBound)
        return max(range.lowerBound, middle - reach)...min(range.upperBound, middle + reach)
      }
      let points = Grid(near, levels: box.count <= 4 ? 9 : 3).lazy.map { Self.moved($0, inside: bounds, box) }
      var isOnRim = false
      if let found = Self.best(of: points, gain), found.gain > best.gain {
        isOnRim = zip(zip(near, box), found.point).contains { ranges, value in
          (value <= ranges.0.lowerBound && value > ranges.1.lowerBound)
            || (value >= ranges.0.upperBound && value < ranges.1.upperBound)
        }
        best = found
      }
      if !isOnRim { width /= 2 }
    }
    return best.point
  }

  private static func power(_ base: Int, _ exponent: Int) -> Int {
    (0..<exponent).reduce(1) { p, _ in p * base }
  }

  /// Returns the point of greatest gain; ties go to the first.
  private static func best(
    of points: some Sequence<[Double]>, _ gain: ([Double]) -> Double?
  ) -> (point: [Double], gain: Double)? {
    var best: (point: [Double], gain: Double)?
    for point in points {
      if let value = gain(point), value > best?.gain ?? -.infinity { best = (point, value) }
    }
    return best
  }

  /// Returns `point` moved onto the violated bounds by a few Newton steps along their gradients; it may still lie
  /// outside if they do not converge.
  private static func moved(
    _ point: [Double], inside bounds: [SurfaceBound], _ box: [ClosedRange<Double>]
  ) -> [Double] {
    var point = point
    for _ in 0..<6 {
      guard let bound = bounds.first(where: { !$0.holds(at: point) }) else { break }
      let surface = bound.surface
      let slopes = surface.codedGradient(at: point)
      let steepness = slopes.reduce(0) { $0 + $1 * $1 }
      guard steepness > 0 else { break }
      // Slightly more than the full step, so that rounding does not leave the point outside.
      let step = (surface.value(at: point) - bound.limit) / steepness * (1 + 1e-9)
      for index in point.indices {
        let range = surface.ranges[index]
        let value = point[index] - step * slopes[index] * (range.upperBound - range.lowerBound) / 2
        point[index] = min(box[index].upperBound, max(box[index].lowerBound, value))
      }
    }
    return point
  }

  /// Returns the gradient at `point` with respect to the coded parameters, which are scaled to −1 … 1 over their ranges.
  private func codedGradient(at point: [Double]) -> [Double] {
    let step = 1e-4
    return ranges.indices.map { index in
      let reach = (ranges[index].upperBound - ranges[index].lowerBound) / 2
      guard reach > 0 else { return 0 }
      var (low, high) = (point, point)
      low[index] -= step * reach
      high[index] += step * reach
      return (value(at: high) - value(at: low)) / (2 * step)
    }
  }
}

/// The points of a regular grid over a box; the last parameter varies fastest.
private struct Grid: Sequence, IteratorProtocol {
  private let box: [ClosedRange<Double>]
  private let levels: Int
  /// The indices of the next point along each parameter; nil at the end.
  private var index: [Int]?

  init(_ box: [ClosedRange<Double>], levels: Int) {
    self.box = box
    self.levels = levels
    index = [Int](repeating: 0, count: box.count)
  }

  mutating func next() -> [Double]? {
    guard var steps = index else { return nil }
    let point = zip(box, steps).map { range, step in
      step == levels - 1
        ? range.upperBound
        : range.lowerBound + (range.upperBound - range.lowerBound) * Double(step) / Double(levels - 1)
    }
    if let digit = steps.lastIndex(where: { $0 < levels - 1 }) {
      steps[digit] += 1
      for later in steps.indices where later > digit { steps[later] = 0 }
      index = steps
    } else {
      index = nil
    }
    return point
  }
}
