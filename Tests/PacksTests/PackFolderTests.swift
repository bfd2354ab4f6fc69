import Foundation
import TestSupport
import Testing

@testable import Packs

/// What was appended is read, however the process ended that appended it.
struct PackFolderTests {
  private static func packs(_ folder: String, head: String = "test packs 1") -> PackFolder {
    PackFolder(folder, ending: ".pack", head: head)
  }

  /// The parts of record `number`, of different lengths, with bytes that look like the beginning of a record.
  private static func parts(_ number: Int) -> [PackContent.Part] {
    [
      ("row", Array("\(number),@@\n@".utf8)),
      ("more", (0..<(7 * number)).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ number) }),
    ]
  }

  private static func append(_ numbers: Range<Int>, to packs: inout PackFolder) throws {
    for number in numbers {
      try packs.append(
        id: UInt64(number + 1), group: UInt64(number % 3 + 1), number: UInt32(number), time: 1000,
        parts: parts(number))
    }
  }

  /// Returns the numbers of the records in `folder`, all of which have the right content.
  private static func numbers(_ folder: String, verifying: Bool = true) -> [Int] {
    var packs = packs(folder)
    packs.refresh(verifying: verifying)
    let ids = packs.ids(adding: [])
    for id in ids {
      let found = packs.record(id)?.parts
      #expect(found?.map(\.name) == ["row", "more"])
      #expect(found?.map(\.bytes) == parts(Int(id) - 1).map(\.bytes))
    }
    return ids.map { Int($0) - 1 }.sorted()
  }

  private static func file(_ folder: String, _ ending: String) throws -> String {
    let name = try #require(try names(in: folder).first { $0.hasSuffix(ending) })
    return folder + "/" + name
  }

  @Test(arguments: [true, false])
  func `records are read by the writer, by others, and without an index`(verifying: Bool) throws {
    try withScratchFolder { folder in
      var packs = Self.packs(folder)
      try Self.append(0..<5, to: &packs)
      #expect(packs.ids(adding: [9, 2]) == [1, 2, 3, 4, 5, 9])
      #expect(packs.record(3)?.parts[0].bytes == Self.parts(2)[0].bytes)
      #expect(Self.numbers(folder, verifying: verifying) == [0, 1, 2, 3, 4])
      let groups = packs.grouped(by: [2, 7, 1, 2], adding: [(7, 4, 99)])
      #expect(groups.map { $0.map(\.id) } == [[2, 5], [99], [1, 4], []])
      try FileManager.default.removeItem(atPath: Self.file(folder, ".index"))
      #expect(Self.numbers(folder, verifying: verifying) == [0, 1, 2, 3, 4])
    }
  }

  @Test
  func `a copied record is read as the one it was copied from, and a damaged one is not copied`() throws {
    try withScratchFolder { folder in
      var packs = Self.packs(folder + "/one")
      var copies = Self.packs(folder + "/other")
      try Self.append(0..<5, to: &packs)
      try Self.append(7..<8, to: &copies)
      for id: UInt64 in [4, 2] {
        let sealed = packs.sealed(id)
        try copies.append(try #require(sealed))
      }
      #expect(Self.numbers(folder + "/other") == [1, 3, 7])
      let entries = copies.entries
      #expect(entries.map(\.group) == [2, 1, 2] && entries.map(\.number) == [7, 3, 1])
      let none = packs.sealed(9)
      #expect(none == nil)
      let pack = try Self.file(folder + "/one", ".pack")
      var bytes = try Data(contentsOf: URL(filePath: pack))
      bytes[packs.entries[1].end - 2] ^= 1
      try bytes.write(to: URL(filePath: pack))
      var damaged = Self.packs(folder + "/one")
      damaged.refresh()
      let (second, third) = (damaged.sealed(2), damaged.sealed(3))
      #expect(second == nil && third != nil)
    }
  }

  /// The pack of a process that was killed at any moment: what is whole is read, and the next process goes on behind it.
  @Test
  func `a pack that ends anywhere is read up to there, and continued`() throws {
    try withScratchFolder { folder in
      var packs = Self.packs(folder + "/whole")
      try Self.append(0..<4, to: &packs)
      packs.endWriting()
      let pack = try Data(contentsOf: URL(filePath: Self.file(folder + "/whole", ".pack")))
      let index = try Data(contentsOf: URL(filePath: Self.file(folder + "/whole", ".index")))
      let ends = packs.entries.map(\.end)
      let name = try #require(try names(in: folder + "/whole").first { $0.hasSuffix(".pack") })
      for length in 0...pack.count {
        let place = "\(folder)/\(length)"
        let whole = ends.count { $0 <= length }
        // The index has an entry for each record that was written, and a part of the next one.
        let entries = 48 * max(0, whole - length % 2) + (length * 7) % 48
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        try pack.prefix(length).write(to: URL(filePath: "\(place)/\(name)"))
        try index.prefix(entries).write(to: URL(filePath: "\(place)/\(name).index"))
        #expect(Self.numbers(place, verifying: length % 3 == 0) == Array(0..<whole), "of \(length) bytes")
        var next = Self.packs(place)
        next.refresh(verifying: length % 5 == 0)
        #expect(next.lost.isEmpty)
        try Self.append(10..<12, to: &next)
        #expect(try names(in: place).count == 2)
        #expect(Self.numbers(place) == Array(0..<whole) + [10, 11], "after \(length) bytes")
        #expect(Self.numbers(place, verifying: false) == Array(0..<whole) + [10, 11])
        try FileManager.default.removeItem(atPath: place)
      }
    }
  }

  @Test
  func `a record that was changed is lost and named, and no other one`() throws {
    try withScratchFolder { folder in
      var packs = Self.packs(folder)
      try Self.append(0..<6, to: &packs)
      packs.endWriting()
      let file = URL(filePath: try Self.file(folder, ".pack"))
      let data = try Data(contentsOf: file)
      let entries = packs.entries
      for place in entries[0].offset..<data.count {
        var changed = data
        changed[place] ^= 1 << (place % 8)
        try changed.write(to: file)
        let hit = try #require(entries.firstIndex { $0.offset <= place && place < $0.end })
        var read = Self.packs(folder)
        read.refresh(verifying: true)
        #expect(read.lost.map(\.id) == [UInt64(hit + 1)], "at byte \(place)")
        #expect(Self.numbers(folder) == (0..<6).filter { $0 != hit })
      }
      // Appended again, it is lost no more.
      var again = Self.packs(folder)
      again.refresh(verifying: true)
      try Self.append(5..<6, to: &again)
      #expect(again.lost.isEmpty && Self.numbers(folder) == [0, 1, 2, 3, 4, 5])
      // A reader that trusts the index finds the intact one, and writes on.
      var trusting = Self.packs(folder)
      again.endWriting()
      try Self.append(6..<7, to: &trusting)
      #expect(trusting.record(6)?.parts[0].bytes == Self.parts(5)[0].bytes)
      try Self.append(7..<8, to: &trusting)
      #expect(trusting.record(8)?.parts[0].bytes == Self.parts(7)[0].bytes)
      #expect(Self.numbers(folder) == Array(0..<8) && Self.numbers(folder, verifying: false) == Array(0..<8))
    }
  }

  @Test
  func `an index of any content does no harm`() throws {
    try withScratchFolder { folder in
      var packs = Self.packs(folder)
      try Self.append(0..<6, to: &packs)
      packs.endWriting()
      let file = URL(filePath: try Self.file(folder, ".index"))
      let text = try Data(contentsOf: file)
      forAll(seeds: 0..<300) { seed in
        var random = SplitMix64(seed: seed)
        var bytes = Array(text)
        for _ in 0..<random.whole(1...20) {
          bytes[random.whole(0...(bytes.count - 1))] = UInt8(random.whole(0...255))
        }
        try Data(bytes.prefix(random.whole(0...bytes.count))).write(to: file)
        return Self.numbers(folder, verifying: seed % 2 == 0) == [0, 1, 2, 3, 4, 5]
          ? nil : "a record is missing"
      }
    }
  }

  @Test
  func `two writers have a pack each, and the next one continues the first`() throws {
    try withScratchFolder { folder in
      var one = Self.packs(folder)
      var other = Self.packs(folder)
      try Self.append(0..<2, to: &one)
      try Self.append(2..<4, to: &other)
      #expect(try names(in: folder).count == 4)
      one.refresh()
      #expect(one.ids(adding: []).sorted() == [1, 2, 3, 4])
      one.endWriting()
      var third = Self.packs(folder)
      try Self.append(4..<5, to: &third)
      #expect(try names(in: folder).count == 4)
      other.refresh()
      #expect(other.ids(adding: []).sorted() == [1, 2, 3, 4, 5])
      // A pack of other content is left alone.
      var strange = Self.packs(folder, head: "other packs 1")
      strange.refresh()
      try Self.append(7..<8, to: &strange)
      #expect(strange.foreign.count == 2 && strange.ids(adding: []) == [8])
      #expect(Self.numbers(folder) == [0, 1, 2, 3, 4])
    }
  }

  @Test
  func `a census counts distinct records of several folders`() throws {
    try withScratchFolder { folder in
      var one = Self.packs(folder + "/1")
      var other = Self.packs(folder + "/2")
      try Self.append(0..<5, to: &one)
      try Self.append(3..<9, to: &other)
      var census = PackCensus()
      #expect(census.add(folder + "/1", ending: ".pack") == 5)
      #expect(census.add(folder + "/2", ending: ".pack", more: [(9, 400), (50, 2000)]) == 7)
      #expect(census.count == 10 && census.oldest == 1000)
      #expect(census.count(since: 1000) == 10 && census.count(since: 1500.5) == 1)
      #expect(census.add(folder + "/nowhere", ending: ".pack") == 0)
    }
  }
}

struct PackContentTests {
  @Test
  func `parts come back as they were, and damaged ones not at all`() throws {
    let parts: [PackContent.Part] = [
      ("a b\u{e9}", []), ("b", Array(repeating: 7, count: 100_000)), ("", [10]),
    ]
    let packed = PackContent.packed(parts)
    #expect(packed.count < 1000)
    let read = packed.withUnsafeBytes { PackContent.parts($0) }
    #expect(read?.map(\.name) == parts.map(\.name) && read?.map(\.bytes) == parts.map(\.bytes))
    #expect(PackContent.packed([]).withUnsafeBytes { PackContent.parts($0)?.count } == 0)
    forAll(seeds: 0..<500) { seed in
      var random = SplitMix64(seed: seed)
      var bytes = packed
      bytes[random.whole(0...(bytes.count - 1))] ^= UInt8(random.whole(1...255))
      let found = bytes.withUnsafeBytes { PackContent.parts($0) }
      return found == nil || found?.map(\.bytes) == parts.map(\.bytes) ? nil : "another content"
    }
  }
}

struct IDTableTests {
  @Test
  func `a table of ids answers as a dictionary does`() {
    forAll(seeds: 0..<20) { seed in
      var random = SplitMix64(seed: seed)
      var table = IDTable()
      var known: [UInt64: Int32] = [:]
      for _ in 0..<2000 {
        // Few enough that they meet, and some in one chain.
        let id = UInt64(random.whole(1...900)) << UInt64(random.whole(0...1) * 12)
        let value = Int32(random.whole(0...1000))
        guard table.insert(id, value) == (known[id] == nil) else { return "\(id) is new or not" }
        if known[id] == nil { known[id] = value }
      }
      guard table.count == known.count else { return "\(table.count) ids, not \(known.count)" }
      return (1...4000).allSatisfy { table.value(UInt64($0)) == known[UInt64($0)] } ? nil : "another value"
    }
  }
}
