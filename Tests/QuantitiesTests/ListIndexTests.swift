import Quantities
import Testing

@Suite struct ListIndexTests {
  private struct Index: ListIndex { var rawValue: Int32 }

  @Test func rangesRunOverAllIndexesOfAList() {
    let all = 0..<Index(4)
    #expect(all.map(\.rawValue) == [0, 1, 2, 3])
    #expect(all.reversed().map(\.rawValue) == [3, 2, 1, 0])
    #expect(all.contains(3) && !all.contains(4) && !all.contains(.none))
    #expect(stride(from: Index(0), to: 9, by: 4).map { Int($0) } == [0, 4, 8])
    #expect(Index(3).advanced(by: -3) == 0 && Index.none.distance(to: 2) == 3)
  }

  @Test func anIndexIsAsWideAsItsNumber() {
    #expect(MemoryLayout<Index>.size == 4 && MemoryLayout<(Index, Index)>.size == 8)
  }
}
