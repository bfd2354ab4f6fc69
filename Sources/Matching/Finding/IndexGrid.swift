import Quantities
import Spaces
import Travellers

/// The cells of a `CandidateIndex`: squares over all places where drivers begin and end, the outermost of which reach on.
struct IndexGrid {
  let low: SIMD2<Float>
  /// The length of the longer side, metres.
  let extent: Float
  let cell: Float
  let columns: Int
  let rows: Int

  var count: Int { columns * rows }

  /// Lays out the cells for `drivers` of whom a circle of `radius` metres is to be scanned.
  ///
  /// Large enough that a block of eight in a cell is half full when as many drivers are on the road as are on average; but not
  /// so large that scans look at many beyond the circle.
  init(_ drivers: [Driver], frame: IndexFrame, radius: Metres) {
    var low = SIMD2<Float>(repeating: .infinity)
    var high = SIMD2<Float>(repeating: -.infinity)
    var first = Milliseconds.never
    var last = Milliseconds.zero
    var driven = 0.0
    for driver in drivers where driver.refusal == nil {
      for end in [driver.origin, driver.destination] {
        let local = frame.local(frame.geometry.home(of: end.position))
        let point = SIMD2(Float(local.x), Float(local.y))
        low = pointwiseMin(low, point)
        high = pointwiseMax(high, point)
      }
      first = min(first, driver.depart)
      last = max(last, driver.depart + driver.solo.duration)
      driven += driver.solo.duration.seconds
    }
    if first == .never { (low, high) = (.zero, .zero) }
    let extent = pointwiseMax(high - low, SIMD2(repeating: 1))
    // Who says nothing of how long the trips take has all drivers on the road.
    let onTheRoad = driven > 0 ? max(1, driven / (last - first).seconds) : Double(max(1, drivers.count))
    let share = (4 * extent.x * extent.y / Float(onTheRoad)).squareRoot()
    self.low = low
    self.extent = extent.max()
    cell = max(Float(radius) / 6, share, extent.max() / 2000)
    columns = Int(extent.x / cell) + 1
    rows = Int(extent.y / cell) + 1
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
