import Foundation
import Quantities
import TestSupport
import Testing

@testable import RoadNetwork

/// Files that are damaged are refused, and files whose checksums are right and whose contents are not are never
/// unsafe to search.
@Suite struct ForgedArchiveTests {
  private static let town = CityPlan(columns: 5, rows: 4, oneWayShare: 0.3, seed: 3).network().network

  /// Published answers of XXH64 with seed 0, of every path through it.
  @Test(
    arguments: [
      ("", 0xEF46_DB37_51D8_E999), ("abc", 0x44BC_2CF5_AD77_0999),
      ("The quick brown fox jumps over the lazy dog, twice", 0x0233_67C8_B2AD_7A45),
      (String(repeating: "0123456789", count: 10) + "abc", 0x4724_A2CB_8C42_2DAD),
    ] as [(String, UInt64)])
  func theChecksumIsThePublishedOne(text: String, expected: UInt64) {
    #expect(Array(text.utf8).withUnsafeBytes(ArchiveChecksum.of) == expected)
  }

  /// Of 300 such flips 62 once gave another network, and 3 a trap.
  @Test func aFlippedBitIsNeverReadAsAnotherNetwork() throws {
    try withScratchFolder { folder in
      let path = folder + "/a.network"
      try Self.town.write(to: path, origin: "a town")
      let network = [UInt8](try Data(contentsOf: URL(filePath: path)))
      let hierarchy = ContractionHierarchy(Self.town)
      try hierarchy.write(to: path)
      let arcs = [UInt8](try Data(contentsOf: URL(filePath: path)))
      try HubLabels(hierarchy).write(to: path)
      let labels = [UInt8](try Data(contentsOf: URL(filePath: path)))
      func refuses(_ sound: [UInt8], _ read: () throws -> Void) throws {
        var random = TestGenerator(seed: UInt64(sound.count))
        let file = try #require(FileHandle(forUpdatingAtPath: path))
        defer { try? file.close() }
        try file.truncate(atOffset: 0)
        try file.write(contentsOf: sound)
        try read()
        var unseen = 0
        for _ in 0..<7_000 {
          let index = Int.random(in: 0..<sound.count, using: &random)
          let mask = UInt8(1) << UInt8.random(in: 0..<8, using: &random)
          try file.seek(toOffset: UInt64(index))
          try file.write(contentsOf: [sound[index] ^ mask])
          do {
            try read()
            unseen += 1
          } catch is ArchiveError {} catch is NetworkError {}
          try file.seek(toOffset: UInt64(index))
          try file.write(contentsOf: [sound[index]])
        }
        #expect(unseen == 0)
      }
      try refuses(network) { _ = try NetworkArchive(contentsOf: path).network() }
      try refuses(arcs) { _ = try ContractionHierarchy(Self.town, contentsOf: path) }
      try refuses(labels) { _ = try HubLabels(Self.town, contentsOf: path) }
    }
  }

  @Test func aForgedNetworkIsRefusedForEachKindOfContent() throws {
    try withScratchFolder { folder in
      let path = folder + "/a.network"
      var builder = NetworkBuilder(geometry: .globe, roadClassNames: ["other", "lane"])
      for node in 0..<3 { builder.addNode(id: Int64(node), at: Coordinates(x: Double(node), y: 50)) }
      let course = builder.addCourse([Coordinates(x: 0.3, y: 50.1)])
      for (tail, head) in [(0, 1), (1, 2), (2, 0)] as [(NodeIndex, NodeIndex)] {
        builder.addLink(id: 1, from: tail, to: head, metres: 5, milliseconds: 7, roadClass: 1, course: course)
      }
      try builder.build().write(to: path, origin: "")
      let sound = try ForgedArchive(contentsOf: path)
      try sound.write(to: path)
      #expect(try NetworkArchive(contentsOf: path).network().linkCount == 3)
      func expectRefusal<Element: BitwiseCopyable>(
        _ name: String, _ reason: String, _ change: (inout [Element]) -> Void
      ) throws {
        var forged = sound
        forged.change(name, change)
        try forged.write(to: path)
        let error = #expect(throws: NetworkError.self, "\(name)") {
          try NetworkArchive(contentsOf: path).network()
        }
        #expect(error?.description.contains(reason) == true, "\(name): \(String(describing: error))")
      }
      try expectRefusal("geometry", "geometry") { $0 = [UInt8(2)] }
      try expectRefusal("node.ids", "length") { (ids: inout [Int64]) in ids.removeLast() }
      try expectRefusal("node.coordinates", "out of range") { $0[0] = Coordinates(x: 0, y: 91) }
      try expectRefusal("node.positions", "positions") { $0[1] = Position(x: 1e30, y: 0) }
      try expectRefusal("link.first", "links") { $0[1] = Int32(3) }
      try expectRefusal("link.first", "links") { $0[1] = Int32(-1) }
      try expectRefusal("link.arcs", "links") { $0[0] = Arc<NodeIndex>(end: 3, milliseconds: 7) }
      try expectRefusal("link.arcs", "links") {
        $0[0] = Arc<NodeIndex>(end: 1, milliseconds: Network.horizon)
      }
      try expectRefusal("link.metres", "out of range") { $0[0] = 1e10 }
      try expectRefusal("link.metres", "out of range") { $0[0] = -Double.nan }
      try expectRefusal("link.classes", "road class") { $0[0] = UInt8(2) }
      try expectRefusal("class.names", "road class") { $0 = Array("a".utf8) }
      try expectRefusal("link.courses", "courses") { $0[0] = Int32(2) }
      try expectRefusal("link.courses", "courses") { $0[0] = Int32.min }
      try expectRefusal("course.first", "courses") { $0[1] = Int32(9) }
      try expectRefusal("course.bends", "out of range") { $0[0] = Coordinates(x: .infinity, y: 0) }
    }
  }

  @Test func aForgedHierarchyIsRefusedForEachKindOfContent() throws {
    try withScratchFolder { folder in
      let path = folder + "/a.hierarchy"
      let hierarchy = ContractionHierarchy(Self.town)
      try hierarchy.write(to: path)
      let sound = try ForgedArchive(contentsOf: path)
      let shortcut = try #require(hierarchy.upwardMiddles.firstIndex { !$0.isLink })
      let link = try #require(hierarchy.downwardMiddles.firstIndex { $0.isLink })
      func expectRefusal<Element: BitwiseCopyable>(
        _ name: String, _ reason: String, _ change: (inout [Element]) -> Void
      ) throws {
        var forged = sound
        forged.change(name, change)
        try forged.write(to: path)
        let error = #expect(throws: ArchiveError.self, "\(name)") {
          try ContractionHierarchy(Self.town, contentsOf: path)
        }
        #expect(error?.description.contains(reason) == true, "\(name): \(String(describing: error))")
      }
      try expectRefusal("ranks", "no order") { $0[0] = $0[1] as Int32 }
      try expectRefusal("nodes", "no order") { $0[0] = Int32.max }
      try expectRefusal("nodes", "length") { (nodes: inout [Int32]) in nodes.removeLast() }
      try expectRefusal("upward.first", "length") { $0[2] = Int32(-4) }
      try expectRefusal("upward.arcs", "upwards") { (arcs: inout [Arc<Rank>]) in arcs[0].end = 0 }
      try expectRefusal("downward.arcs", "upwards") { (arcs: inout [Arc<Rank>]) in arcs[0].end = 20 }
      try expectRefusal("downward.arcs", "upwards") { (arcs: inout [Arc<Rank>]) in arcs[0].milliseconds = -1 }
      try expectRefusal("upward.arcs", "none of") { (arcs: inout [Arc<Rank>]) in
        arcs[shortcut].milliseconds -= 1
      }
      try expectRefusal("upward.middles", "none of") { $0[shortcut] = Int32(19) }
      try expectRefusal("upward.middles", "none of") { $0[shortcut] = Int32.min }
      try expectRefusal("downward.middles", "none of") { $0[link] = -1 - Int32(Self.town.linkCount) }
      try expectRefusal("downward.middles", "length") { (middles: inout [Int32]) in middles.removeLast() }
    }
  }

  /// Arcs that double themselves at every rank would unpack to more links than any memory holds.
  @Test func aHierarchyThatUnpacksWithoutEndIsRefused() {
    var builder = NetworkBuilder(geometry: .plane)
    for node in 0..<40 { builder.addNode(id: Int64(node), at: Coordinates(x: Double(node), y: 0)) }
    for node in 0..<NodeIndex(39) {
      let next = node.advanced(by: 1)
      builder.addLink(id: 1, from: node, to: next, metres: 1, milliseconds: 1)
      builder.addLink(id: 1, from: next, to: node, metres: 1, milliseconds: 1)
    }
    let network = builder.build()
    // Rank r has an arc up to r + 1 and one down from it, both over r - 1: there and back again.
    let first = (0...40).map { Int32(min($0, 39)) }
    let arcs = (0..<39).map { Arc(end: Rank($0 + 1), milliseconds: Int32(1) << Int32(min($0, 29))) }
    func middles(overLinkOf node: Int) -> [Middle<Rank>] {
      [Middle(LinkIndex(rawValue: network.outgoing.first[node]))] + (0..<38).map { Middle(over: Rank($0)) }
    }
    let forged = ContractionHierarchy(
      network: network, ranks: Array(0..<40), nodes: Array(0..<40),
      upward: Adjacency(first: first, arcs: arcs),
      upwardMiddles: middles(overLinkOf: 0), downward: Adjacency(first: first, arcs: arcs),
      downwardMiddles: middles(overLinkOf: 1))
    #expect(forged.fault == "an arc is none of the network")
  }

  /// Whatever a forged cache says, questions are answered, and paths are ways through the network.
  @Test func forgedCachesAreSafeToAsk() throws {
    try withScratchFolder { folder in
      let path = folder + "/a"
      let hierarchy = ContractionHierarchy(Self.town)
      try hierarchy.write(to: path)
      let arcs = try ForgedArchive(contentsOf: path)
      try HubLabels(hierarchy).write(to: path)
      let labels = try ForgedArchive(contentsOf: path)
      var accepted = 0
      forAll(seeds: 0..<3_000) { seed in
        var random = TestGenerator(seed: seed)
        var forged = seed % 2 == 0 ? arcs : labels
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          forged.flip(
            Int.random(in: 0..<forged.byteCount, using: &random), .random(in: 1...255, using: &random))
        }
        try forged.write(to: path)
        let index: RoutingIndex
        do throws(ArchiveError) {
          index =
            seed % 2 == 0
            ? RoutingIndex(try ContractionHierarchy(Self.town, contentsOf: path), labels: nil)
            : RoutingIndex(hierarchy, labels: try HubLabels(Self.town, contentsOf: path))
        } catch { return nil }
        accepted += 1
        var router = Router(index)
        for _ in 0..<10 {
          let from = NodeIndex.random(in: 0..<20, using: &random)
          let to = NodeIndex.random(in: 0..<20, using: &random)
          _ = router.milliseconds(from: from, to: to)
          guard let way = router.path(from: from, to: to) else { continue }
          let time = way.links.reduce(0) { $0 + Self.town.milliseconds(of: $1) }
          if time != way.milliseconds { return "a path of \(way.milliseconds) ms takes \(time)" }
        }
        return nil
      }
      #expect(accepted > 100, "too few forgeries got through to be asked")
    }
  }

  @Test func aDamagedCacheIsToldAndMadeAgain() throws {
    try withScratchFolder { folder in
      func refusals() -> [ArchiveError] {
        var refusals: [ArchiveError] = []
        _ = RoutingIndex(Self.town, method: .labels, cachedIn: folder) {
          if case .refused(let error) = $0 { refusals.append(error) }
        }
        return refusals
      }
      #expect(refusals() == [])
      let name = "\(folder)/\(Self.town.routingFingerprint.prefix(16)).labels"
      var bytes = try Data(contentsOf: URL(filePath: name))
      bytes[bytes.count - 100] ^= 1
      try bytes.write(to: URL(filePath: name))
      #expect(refusals() == [.damaged(file: name, reason: "the checksum of backward.hubs differs")])
      #expect(refusals() == [])
    }
  }
}

extension Middle {
  fileprivate var isLink: Bool { if case .link = meaning { true } else { false } }
}
