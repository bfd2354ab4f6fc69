import Assignment
import TestSupport
import Testing

/// Stable assignments, against all assignments of small graphs.
struct StableTests {
  @Test
  func `no pair blocks, and the side that proposes has the best of all stable assignments`() {
    var draws = SplitMix64(seed: 1)
    for size in 0..<2000 {
      let made = RandomGraph(
        rows: size % 5, columns: size / 5 % 5, density: [0.4, 0.7, 1][size % 3], most: 1_000_000, &draws)
      let stable = made.assignments.filter { blocking($0, made) == 0 }
      for side in [ProposingSide.rows, .columns] {
        let found = made.graph.stableAssignment(made.liking, proposing: side)
        #expect(made.graph.blockingPairs(of: found, made.liking) == 0)
        #expect(stable.contains(found.pairs))
        // Whatever one of that side has in any stable assignment, it is not liked better than what was found.
        for other in stable {
          for place in other where place >= 0 {
            let mine = found.pairs.first {
              side == .rows ? row($0, made) == row(place, made) : column($0, made) == column(place, made)
            }
            #expect(mine.map { liked($0, by: side, made) <= liked(place, by: side, made) } == true)
          }
        }
      }
    }
  }

  @Test
  func `pairs that block are counted as they are defined`() {
    var draws = SplitMix64(seed: 2)
    for size in 0..<500 {
      let made = RandomGraph(rows: size % 5, columns: size / 5 % 5, density: 0.7, most: 3, &draws)
      let found = made.graph.leastCostAssignment()
      #expect(made.graph.blockingPairs(of: found, made.liking) == blocking(found.pairs, made))
    }
  }

  @Test
  func `none blocks a large one, with many ties`() {
    var draws = SplitMix64(seed: 3)
    let made = RandomGraph(rows: 1500, columns: 1200, density: 0.01, most: 20, &draws)
    for side in [ProposingSide.rows, .columns] {
      let found = made.graph.stableAssignment(made.liking, proposing: side)
      #expect(found.count > 1000 && made.graph.blockingPairs(of: found, made.liking) == 0)
    }
  }

  // MARK: - By definition

  private func row(_ place: Int32, _ made: RandomGraph) -> Int32? {
    place < 0 ? nil : made.graph.pairs[Int(place)].row
  }

  private func column(_ place: Int32, _ made: RandomGraph) -> Int32? {
    place < 0 ? nil : made.graph.pairs[Int(place)].column
  }

  private func liked(_ place: Int32, by side: ProposingSide, _ made: RandomGraph) -> Int64 {
    side == .rows ? made.liking[Int(place)].ofRow : made.liking[Int(place)].ofColumn
  }

  private func blocking(_ pairs: [Int32], _ made: RandomGraph) -> Int {
    made.graph.pairs.enumerated().count { place, pair in
      let ofRow = pairs[Int(pair.row)]
      let ofColumn = pairs.first { column($0, made) == pair.column }
      let rowWants = ofRow < 0 || made.liking[place].ofRow < made.liking[Int(ofRow)].ofRow
      let columnWants = ofColumn.map { made.liking[place].ofColumn < made.liking[Int($0)].ofColumn } ?? true
      return rowWants && columnWants
    }
  }
}
