import Quantities

/// The squares, of 16 × 16 over all places, that a route may touch: most routes are told from most places by one comparison.
struct RouteRaster {
  private static let side = 16

  /// Four rows of squares to a word; vectors would be aligned to more than a line of the cache has room for.
  private var words: InlineArray<4, UInt64>

  /// All squares.
  static let everywhere = RouteRaster(words: InlineArray(repeating: .max))

  private init(words: InlineArray<4, UInt64>) { self.words = words }

  /// The squares within `radius` metres of `center`.
  init(around center: SIMD3<Float>, radius: Float, grid: IndexGrid) {
    words = InlineArray(repeating: 0)
    mark(center, center, radius, grid)
  }

  /// The squares that the route of `sketch` touches.
  init(_ sketch: borrowing RouteSketch, grid: IndexGrid) {
    words = InlineArray(repeating: 0)
    let step = grid.extent / Float(2 * Self.side)
    for index in 1..<sketch.points.count {
      let (from, to) = (sketch.points[index - 1].position, sketch.points[index].position)
      let line = to - from
      // Pieces shorter than half a square, and all squares around each.
      let pieces = max(1, Int((line * line).sum().squareRoot() / step) + 1)
      var begin = from
      for piece in 1...pieces {
        let end = from + Float(piece) / Float(pieces) * line
        mark(begin, end, sketch.points[index].stray + step / 64, grid)
        begin = end
      }
    }
  }

  /// Tells whether both have a square in common.
  @inline(__always)
  func meets(_ other: RouteRaster) -> Bool {
    (words[0] & other.words[0]) | (words[1] & other.words[1]) | (words[2] & other.words[2])
      | (words[3] & other.words[3]) != 0
  }

  /// Marks the squares of the rectangle around `a` and `b` that reaches `margin` metres farther.
  private mutating func mark(_ a: SIMD3<Float>, _ b: SIMD3<Float>, _ margin: Float, _ grid: IndexGrid) {
    let scale = Float(Self.side) / grid.extent
    func squares(_ a: Float, _ b: Float, _ low: Float) -> ClosedRange<Int> {
      // What lies beyond the outermost squares is in them.
      func square(_ value: Float) -> Int {
        Int(max(0, min(Float(Self.side - 1), (value - low) * scale)))
      }
      return square(min(a, b) - margin)...square(max(a, b) + margin)
    }
    let columns = squares(a.x, b.x, grid.low.x)
    let line: UInt64 = (2 << UInt64(columns.upperBound)) - (1 << UInt64(columns.lowerBound))
    for row in squares(a.y, b.y, grid.low.y) {
      words[row / 4] |= line << UInt64(row % 4 * Self.side)
    }
  }
}
