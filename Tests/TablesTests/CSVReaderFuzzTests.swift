import Foundation
import Quantities
import Tables
import TestSupport
import Testing

/// Whatever the bytes, the reader answers rows or faults; it neither crashes nor hangs nor reads elsewhere.
@Suite struct CSVReaderFuzzTests {
  static let text = "id,x,b,\"na\"\"me\"\r\n1,2.5,true,\"a,b\"\n-2,1e5,false,\"c\nd\"\n\n3,,,plain\n"

  @Test func mutatedTablesAreReadOrRefused() throws {
    let scratch = try Scratch()
    forAll(seeds: 0..<1500) { seed in
      var generator = TestGenerator(seed: seed)
      let bytes = Self.mutated(Array(Self.text.utf8), &generator)
      let path = try scratch.write(bytes, to: "a.csv")
      Self.readAll(path)
      return nil
    }
  }

  @Test func mutatedArchivesAreReadOrRefused() throws {
    let scratch = try Scratch()
    let packed = FileBytesTests.gzip(Self.text)
    forAll(seeds: 0..<500) { seed in
      var generator = TestGenerator(seed: seed)
      let path = try scratch.write(Self.mutated(packed, &generator), to: "a.csv.gz")
      Self.readAll(path)
      return nil
    }
  }

  /// The plain scan and Foundation-free splitting agree wherever there are no quotes.
  @Test func rowsWithoutQuotesSplitAtCommas() {
    forAll(seeds: 0..<500) { seed in
      var generator = TestGenerator(seed: seed)
      let columns = Int.random(in: 2...40, using: &generator)
      var lines: [[String]] = [(0..<columns).map { "c\($0)" }]
      for _ in 0..<20 {
        lines.append(
          (0..<columns).map { _ in
            String(repeating: "x", count: Int(generator.next() % 4) * Int(generator.next() % 5))
          }
        )
      }
      var rows = try CSVReader(text: lines.map { $0.joined(separator: ",") }.joined(separator: "\r\n"))
      let all = (0..<columns).map { rows.column("c\($0)") }
      var found: [[String]] = [rows.columnNames]
      while rows.next() { found.append(all.map { rows.string($0) }) }
      try rows.finish()
      return found == lines ? nil : "\(found) is not \(lines)"
    }
  }

  static func mutated(_ bytes: [UInt8], _ generator: inout TestGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...6, using: &generator) {
      let place = Int.random(in: 0...bytes.count, using: &generator)
      let special: [UInt8] = [0x22, 0x2C, 0x0A, 0x0D, 0, 0xFF, 0x2E, 0x2D, UInt8(generator.next() % 256)]
      let byte = special.randomElement(using: &generator)!
      switch generator.next() % 4 {
      case 0: bytes.insert(byte, at: place)
      case 1 where place < bytes.count: bytes[place] = byte
      case 2 where place < bytes.count: bytes.remove(at: place)
      case 3: bytes.removeSubrange(place..<min(bytes.count, place + 5))
      default: break
      }
      if bytes.isEmpty { return bytes }
    }
    return bytes
  }

  static func readAll(_ path: String) {
    do throws(TableError) {
      var rows = try CSVReader(contentsOf: path)
      let columns = rows.columnNames.map { rows.optionalColumn($0) }
      while rows.next() {
        for column in columns {
          _ = rows.int64(column)
          _ = rows.double(column)
          _ = rows.bool(column)
          _ = rows.milliseconds(column)
          _ = rows.string(column)
        }
      }
      try rows.finish()
    } catch {
      precondition(!error.description.isEmpty)
    }
  }
}
