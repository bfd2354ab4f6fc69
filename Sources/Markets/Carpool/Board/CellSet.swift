/// A set of cells of a grid in 128 bits, which may take one cell for another.
///
/// A cell has a bit by where it lies in its block of 8 × 8 cells, and one by where the block lies among 8 × 8 blocks. Two sets
/// share both kinds of bits if they share a cell, and seldom otherwise: in a country, where the first kind mixes up cells of
/// different blocks, the second tells the blocks apart; in a town there is one block, and the first is exact.
struct CellSet: Equatable {
  private var bits: SIMD2<UInt64>

  /// No cell.
  static let none = CellSet(bits: SIMD2(repeating: 0))
  /// All cells.
  static let all = CellSet(bits: SIMD2(repeating: .max))

  private init(bits: SIMD2<UInt64>) { self.bits = bits }

  /// The cell in `row` and `column`.
  init(row: Int, column: Int) {
    bits = SIMD2(1 << UInt64((row & 7) << 3 | column & 7), 1 << UInt64((row & 56) | column >> 3 & 7))
  }

  var isEmpty: Bool { bits[0] == 0 }

  mutating func formUnion(_ other: CellSet) { bits |= other.bits }

  /// Tells whether some cell may lie in both.
  func meets(_ other: CellSet) -> Bool {
    let common = bits & other.bits
    return common[0] != 0 && common[1] != 0
  }
}
