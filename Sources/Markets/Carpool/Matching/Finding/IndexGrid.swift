import CKernels
import Quantities

/// The cells of a `CandidateIndex`: squares over all origins and destinations of drivers; the outermost cells are
/// unbounded.
struct IndexGrid {
  let low: SIMD2<Float>
  /// The length of the longer side, metres.
  let extent: Float
  let cell: Float
  let columns: Int
  let rows: Int

  var count: Int { columns * rows }

  /// The grid in the form used by the kernel that lists the blocks around a point.
  var cells: detour_cells {
    detour_cells(low_x: low.x, low_y: low.y, side: cell, columns: Int32(columns), rows: Int32(rows))
  }

  /// Lays out the cells for `traffic` and scans of circles of `radius` metres.
  init(_ traffic: IndexTraffic, radius: Metres) {
    low = traffic.low
    extent = traffic.extent.max()
    cell = Self.cell(for: traffic, radius: radius)
    columns = Int(traffic.extent.x / cell) + 1
    rows = Int(traffic.extent.y / cell) + 1
  }

  /// Returns the side length of a cell, metres: so long that a block of eight is full with the average number of
  /// drivers on the road, but not so long that scans examine many drivers outside the circle.
  static func cell(for traffic: IndexTraffic, radius: Metres) -> Float {
    let share = (8 * traffic.area / traffic.onTheRoad).squareRoot()
    return max(Float(radius) / 6, Float(share), traffic.extent.max() / 2000)
  }

  /// Returns the number of the cell of `point`; cells in a row have consecutive numbers.
  func cell(of point: SIMD2<Float>) -> Int { row(of: point.y) * columns + column(of: point.x) }

  func column(of x: Float) -> Int { Int(max(0, min(Float(columns - 1), (x - low.x) / cell))) }

  func row(of y: Float) -> Int { Int(max(0, min(Float(rows - 1), (y - low.y) / cell))) }
}
