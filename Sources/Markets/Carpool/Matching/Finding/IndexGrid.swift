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

  /// Lays out the cells for `traffic` of which circles of `radius` metres are scanned.
  init(_ traffic: IndexTraffic, radius: Metres) {
    low = traffic.low
    extent = traffic.extent.max()
    cell = Self.cell(for: traffic, radius: radius)
    columns = Int(traffic.extent.x / cell) + 1
    rows = Int(traffic.extent.y / cell) + 1
  }

  /// How long the side of a cell is, metres: so long that a block of eight in a cell is full when as many drivers are on
  /// the road as are on average; but not so long that scans look at many beyond the circle.
  static func cell(for traffic: IndexTraffic, radius: Metres) -> Float {
    let share = (8 * traffic.area / traffic.onTheRoad).squareRoot()
    return max(Float(radius) / 6, Float(share), traffic.extent.max() / 2000)
  }

  /// The number of the cell of `point`; cells of a row have consecutive numbers.
  func cell(of point: SIMD2<Float>) -> Int { row(of: point.y) * columns + column(of: point.x) }

  func column(of x: Float) -> Int { Int(max(0, min(Float(columns - 1), (x - low.x) / cell))) }

  func row(of y: Float) -> Int { Int(max(0, min(Float(rows - 1), (y - low.y) / cell))) }

  /// Calls `body` with the cells that the disc of `reach` metres around `center` touches, row by row.
  func forEachRow(around center: SIMD2<Float>, reach: Float, _ body: (Range<Int>) -> Void) {
    for row in row(of: center.y - reach)...row(of: center.y + reach) {
      // How far the disc reaches to the sides within the row; what lies beyond the outermost cells is in them.
      let south = row == 0 ? -.infinity : low.y + Float(row) * cell
      let north = row == rows - 1 ? .infinity : low.y + Float(row + 1) * cell
      // Edges are rounded; a thousandth of a cell is more than that.
      let away = max(0, south - center.y - cell / 1024, center.y - north - cell / 1024)
      let half = max(0, reach * reach - away * away).squareRoot() + cell / 1024
      let first = row * columns + column(of: center.x - half)
      let last = row * columns + column(of: center.x + half)
      body(first..<last + 1)
    }
  }
}
