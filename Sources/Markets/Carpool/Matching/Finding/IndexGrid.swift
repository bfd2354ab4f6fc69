import CKernels
import Quantities

/// The cells of a `CandidateIndex`: squares over all places where drivers begin and end, the outermost of which reach on.
struct IndexGrid {
  let low: SIMD2<Float>
  /// The length of the longer side, metres.
  let extent: Float
  let cell: Float
  let columns: Int
  let rows: Int

  var count: Int { columns * rows }

  /// The same for the kernel that lists the blocks around a point.
  var cells: detour_cells {
    detour_cells(low_x: low.x, low_y: low.y, side: cell, columns: Int32(columns), rows: Int32(rows))
  }

  /// Lays out the cells for `traffic` of which circles of `radius` metres are scanned.
  init(_ traffic: IndexTraffic, radius: Metres) {
    low = traffic.low
    extent = traffic.extent.max()
    cell = Self.cell(for: traffic, radius: radius)
    columns = Int(traffic.extent.x / cell) + 1
    rows = Int(traffic.extent.y / cell) + 1
  }

  /// Returns the length of the side of a cell, metres: so long that a block of eight in a cell is full when as many drivers are on
  /// the road as are on average; but not so long that scans look at many beyond the circle.
  static func cell(for traffic: IndexTraffic, radius: Metres) -> Float {
    let share = (8 * traffic.area / traffic.onTheRoad).squareRoot()
    return max(Float(radius) / 6, Float(share), traffic.extent.max() / 2000)
  }

  /// The number of the cell of `point`; cells of a row have consecutive numbers.
  func cell(of point: SIMD2<Float>) -> Int { row(of: point.y) * columns + column(of: point.x) }

  func column(of x: Float) -> Int { Int(max(0, min(Float(columns - 1), (x - low.x) / cell))) }

  func row(of y: Float) -> Int { Int(max(0, min(Float(rows - 1), (y - low.y) / cell))) }
}
