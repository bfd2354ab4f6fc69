/// A set of cells of a grid in 128 bits, with possible false positives.
///
/// A cell has one bit for its position in its block of 8 × 8 cells, and one for the block's position among 8 × 8
/// blocks. Two sets have both kinds of bits in common if they share a cell, and rarely otherwise: for a country,
/// the first kind confuses cells of different blocks, but the second distinguishes the blocks; for a town there is
/// one block, and the first is exact.
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
