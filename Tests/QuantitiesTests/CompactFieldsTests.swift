import Quantities
import Testing

/// Fields of records of which a run has millions, and the counts of their words.
struct CompactFieldsTests {
  private struct Record {
    @Eventual var pickup: Milliseconds?
    @Rare var match: [Int]?
  }

  private enum Word: CaseIterable, Sendable {
    case first, second, last
  }

  @Test
  func `they take a word each, and hold what optionals hold`() {
    #expect(MemoryLayout<Record>.size == 16)
    var record = Record()
    #expect(record.pickup == nil && record.match == nil)
    record.pickup = Milliseconds(-5)
    record.match = [3, 4]
    let copy = record
    record.match?.append(5)
    record.pickup = nil
    #expect(record.pickup == nil && record.match == [3, 4, 5])
    #expect(copy.pickup == Milliseconds(-5) && copy.match == [3, 4])
    #expect("\(copy)".contains("[3, 4]"))
    record.match = nil
    #expect(record.match == nil && "\(record)".contains("match: nil"))
  }

  @Test
  func `each word has its own count`() {
    var counts = CaseCounts<Word>()
    for word in [Word.last, .first, .last] { counts[word] += 1 }
    #expect(Word.allCases.map { counts[$0] } == [1, 0, 2])
  }
}
