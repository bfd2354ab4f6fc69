import CKernels
import TestSupport
import Testing

/// The scan of a table: every version against its definition.
@Suite struct FieldScanTests {
  /// Where fields begin, and how many begin before each next row.
  private struct Found: Equatable {
    var starts: [Int] = []
    var rowEnds: [Int32] = []
  }

  /// What the scan of a level finds in the bytes from `first` to `last`; of starts only those of whole rows count.
  private static func found(
    _ bytes: [UInt8], _ first: Int, _ last: Int, _ level: Int32, separator: UInt8
  ) -> Found {
    var starts = Array(repeating: -1, count: last - first + Int(DETOUR_FIELD_BLOCK))
    var rowEnds = Array(repeating: Int32(-1), count: last - first)
    let rows = detour_field_scan(level, bytes, first, last, separator, &starts, &rowEnds)
    let known = rows > 0 ? Int(rowEnds[rows - 1]) + 1 : 1
    return Found(starts: Array(starts.prefix(known)), rowEnds: Array(rowEnds.prefix(rows)))
  }

  /// The definition, line by line.
  private static func expected(
    _ bytes: [UInt8], _ first: Int, _ last: Int, separator: UInt8
  ) -> Found {
    let text = bytes[first..<last].prefix { $0 != 0x22 }
    var found = Found(starts: [first])
    var lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    lines.removeLast()
    for line in lines {
      for place in line.indices where line[place] == separator { found.starts.append(place + 1) }
      found.rowEnds.append(Int32(found.starts.count))
      found.starts.append(line.endIndex + 1)
    }
    return found
  }

  @Test func everyVersionFindsTheFieldsOfWholeRows() {
    forAll(seeds: 0..<2000) { seed in
      var generator = TestGenerator(seed: seed)
      let separator: UInt8 = [0x2C, 0x3B, 0x09][Int(generator.next() % 3)]
      let letters: [UInt8] = [0x3B, 0x09, 0x61, 0x31, 0x2C, 0x0A, 0x0D, 0x80, 0xAC, 0x8A, 0x22]
      let share = Int(generator.next() % 40) + 1
      let hasQuotes = generator.next() % 4 == 0
      let count = Int(generator.next() % 400)
      var bytes: [UInt8] = (0..<count).map { _ in
        let isPlain = Int(generator.next() % 40) >= share
        let letter = isPlain ? 0x78 : letters[Int(generator.next() % 11)]
        return letter == 0x22 && !hasQuotes ? separator : letter
      }
      let first = Int(generator.next() % UInt64(count + 1))
      let last = first + Int(generator.next() % UInt64(count - first + 1))
      // What stands behind the last byte must not matter.
      bytes += (0..<64).map { _ in letters[Int(generator.next() % 11)] }
      let expected = Self.expected(bytes, first, last, separator: separator)
      for level in 0...detour_field_level() {
        let found = Self.found(bytes, first, last, level, separator: separator)
        if found != expected { return "at level \(level) \(found) is not \(expected)" }
      }
      return nil
    }
  }
}
