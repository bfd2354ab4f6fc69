import Quantities

/// Local coordinates in a rectangle around all stops: metres east and north of a centre.
///
/// On the globe, the rectangle is tangent to the surface at the centre of the stops. The projection never increases a
/// distance: points within a given distance in space are within it in the rectangle. On a torus, the rectangle is the
/// whole square.
struct GridFrame {
  let geometry: Geometry
  private let center: Position
  private let east: Position
  private let north: Position
  fileprivate private(set) var low = SIMD2<Double>.zero
  fileprivate private(set) var high = SIMD2<Double>.zero
  /// The range of useful cell sizes, as binary exponents.
  private var exponents = 0...0

  /// Creates the frame around `positions`.
  init(around positions: [Position], geometry: Geometry) {
    self.geometry = geometry
    var sum = Position(x: 0, y: 0)
    for position in positions { sum = sum + position }
    let center = (1 / Double(max(1, positions.count))) * sum
    let size = center.squaredLength.squareRoot()
    if geometry == .globe, size > 1 {
      let up = (1 / size) * center
      let parallel = (up.x * up.x + up.y * up.y).squareRoot()
      east = parallel > 1e-9 ? Position(x: -up.y / parallel, y: up.x / parallel) : Position(x: 1, y: 0)
      north = up.cross(east)
    } else {
      east = Position(x: 1, y: 0)
      north = Position(x: 0, y: 1)
    }
    self.center = center
    if case .torus(let side) = geometry {
      high = SIMD2(side, side)
    } else if let first = positions.first {
      (low, high) = (local(first), local(first))
      for position in positions {
        low = pointwiseMin(low, local(position))
        high = pointwiseMax(high, local(position))
      }
    }
    let size2 = high - low
    let coarsest = max(0, Int(Swift.max(1, size2.max()).exponent) + 1)
    var finest = coarsest
    let most = Double(max(64, 4 * positions.count))
    while finest > 0, (size2.x / Self.side(finest - 1) + 1) * (size2.y / Self.side(finest - 1) + 1) <= most {
      finest -= 1
    }
    exponents = finest...coarsest
  }

  /// Returns the coordinates of `position`, possibly outside the rectangle.
  func local(_ position: Position) -> SIMD2<Double> {
    if case .torus = geometry {
      let folded = geometry.coordinates(of: position)
      return SIMD2(folded.x, folded.y)
    }
    let offset = position - center
    return SIMD2(offset.dot(east), offset.dot(north))
  }

  /// Returns the exponent of the grid for discs with a radius of at most `radius` metres. Cells are about twice as wide
  /// as the radius, so that a disc intersects at most four, or wider if there would otherwise be more cells than stops.
  func exponent(forRadius radius: Metres) -> Int {
    let radius = min(max(radius, 1), 1e9)
    return min(max(Int((radius * 0x1.fffffffffffffp0).exponent), exponents.lowerBound), exponents.upperBound)
  }

  /// Returns the side length of a cell, in metres.
  fileprivate static func side(_ exponent: Int) -> Double {
    Double(sign: .plus, exponent: exponent + 1, significand: 1)
  }
}

/// A frame divided into square cells, which are numbered row by row from 0.
struct CellGrid {
  let frame: GridFrame
  /// The binary exponent of the cell width: cells are 2 · 2^exponent metres wide, or slightly more.
  let exponent: Int
  private let perMetre: SIMD2<Double>
  private let columns: Int
  private let rows: Int
  private let isTorus: Bool

  /// An upper bound on the rounding error of positions, in metres.
  private static let margin = 0.001

  /// Divides `frame` into cells.
  init(_ frame: GridFrame, exponent: Int) {
    self.frame = frame
    self.exponent = exponent
    let side = GridFrame.side(exponent)
    let size = frame.high - frame.low
    if case .torus(let whole) = frame.geometry {
      // Whole cells only, so that the last one borders on the first.
      columns = max(1, Int(whole / side))
      rows = columns
      perMetre = SIMD2(repeating: Double(columns) / whole)
      isTorus = true
    } else {
      columns = Int(size.x / side) + 1
      rows = Int(size.y / side) + 1
      perMetre = SIMD2(repeating: 1 / side)
      isTorus = false
    }
  }

  /// The number of cells.
  var count: Int { columns * rows }

  /// Returns the cell that contains `position`; outside the frame, the nearest cell.
  func cell(of position: Position) -> Int {
    let place = (frame.local(position) - frame.low) * perMetre
    return Self.clamped(place.y, rows) * columns + Self.clamped(place.x, columns)
  }

  /// A rectangular block of cells, which may extend across the seam of a torus.
  struct Block {
    fileprivate let row: Int
    fileprivate let rowCount: Int
    fileprivate let column: Int
    fileprivate let columnCount: Int
    fileprivate let rows: Int
    fileprivate let columns: Int

    var count: Int { rowCount * columnCount }

    /// Returns the number in the grid of the cell at index `place` of the block.
    subscript(place: Int) -> Int {
      let (down, along) = place.quotientAndRemainder(dividingBy: columnCount)
      let row = row + down
      let column = column + along
      return (row < rows ? row : row - rows) * columns + (column < columns ? column : column - columns)
    }
  }

  /// Returns a block with all cells that may contain a point within `length` metres of `position`, and few others.
  func block(within length: Metres, of position: Position) -> Block {
    let center = frame.local(position) - frame.low
    let reach = SIMD2(repeating: length + Self.margin)
    let low = (center - reach) * perMetre
    let high = (center + reach) * perMetre
    let (column, columnCount) = span(low.x, high.x, columns)
    let (row, rowCount) = span(low.y, high.y, rows)
    return Block(
      row: row, rowCount: rowCount, column: column, columnCount: columnCount, rows: rows, columns: columns)
  }

  /// Returns the set that contains only `cell`.
  func set(of cell: Int) -> CellSet {
    let (row, column) = cell.quotientAndRemainder(dividingBy: columns)
    return CellSet(row: row, column: column)
  }

  /// Returns the set of the cells of `block`.
  func set(of block: Block) -> CellSet {
    guard block.count < 64 else { return .all }
    var cells = CellSet.none
    for place in 0..<block.count { cells.formUnion(set(of: block[place])) }
    return cells
  }

  /// Returns the first row (or column) in the range from `low` to `high`, and the number of rows (or columns).
  private func span(_ low: Double, _ high: Double, _ count: Int) -> (first: Int, count: Int) {
    guard isTorus else {
      let first = Self.clamped(low, count)
      return (first, Self.clamped(high, count) - first + 1)
    }
    guard high - low < Double(count - 1) else { return (0, count) }
    let first = low.rounded(.down)
    let number = Int(high.rounded(.down) - first) + 1
    let folded = Int(first - Double(count) * (first / Double(count)).rounded(.down))
    return (folded < count ? folded : 0, min(number, count))
  }

  private static func clamped(_ place: Double, _ count: Int) -> Int {
    Int(min(max(place, 0), Double(count - 1)))
  }
}

/// A 128-bit set of grid cells, with possible false positives.
///
/// A cell has one bit for its position within its block of 8 × 8 cells, and one bit for the block's position among 8 ×
/// 8 blocks. Two sets that share a cell have bits of both kinds in common; other sets rarely do. In a country, the
/// first kind confuses cells of different blocks, but the second tells the blocks apart. In a town there is only one
/// block, and the first kind is exact.
struct CellSet: Equatable {
  private var bits: SIMD2<UInt64>

  /// The empty set.
  static let none = CellSet(bits: SIMD2(repeating: 0))
  /// The set of all cells.
  static let all = CellSet(bits: SIMD2(repeating: .max))

  private init(bits: SIMD2<UInt64>) { self.bits = bits }

  /// Creates the set of the cell in `row` and `column`.
  init(row: Int, column: Int) {
    bits = SIMD2(1 << UInt64((row & 7) << 3 | column & 7), 1 << UInt64((row & 56) | column >> 3 & 7))
  }

  var isEmpty: Bool { bits[0] == 0 }

  mutating func formUnion(_ other: CellSet) { bits |= other.bits }

  /// Returns whether the sets may have a cell in common.
  func meets(_ other: CellSet) -> Bool {
    let common = bits & other.bits
    return common[0] != 0 && common[1] != 0
  }
}
