import Foundation
import Quantities
import TestSupport
import Testing

@testable import RoadNetwork

/// Whatever bytes a reader is given, it answers with a network or an error. `make fuzz` goes on for minutes.
@Suite struct ReaderFuzzTests {
  private static let rounds: UInt64 = isFullValidation ? 1_000 : 150

  private static let street = """
    <osm version="0.6"><node id="1" lat="52.0" lon="4.0"/><node id="2" lat="52.001" lon="4.0"/>
    <node id="3" lat="52.001" lon="4.1"/><way id="7"><nd ref="1"/><nd ref="2"/><nd ref="3"/>
    <tag k="highway" v="residential"/><tag k="maxspeed" v="30 mph"/></way></osm>
    """
  private static let graph = "p sp 2 2\na 1 2 70000\na 2 1 70000\n"
  private static let places = "p aux sp co 2\nv 1 4000000 52000000\nv 2 4100000 52000000\n"
  private static let nodes = "node_id,x_coord,y_coord\n1,4,52\n2,4.001,52\n"
  private static let links = "link_id,from_node_id,to_node_id,directed,length,free_speed\n1,1,2,0,70,36\n"
  private static let edges = "from_node_id,to_node_id,length_m,time_s\n1,2,70,7\n2,1,70,7\n"

  @Test(arguments: [
    ["a.osm": street], ["a-d.gr": graph, "a-d.co": places], ["node.csv": nodes, "link.csv": links],
    ["nodes.csv": nodes, "edges.csv": edges],
  ])
  func survivesMutatedText(files: [String: String]) throws {
    try withScratchFolder { folder in
      for (name, text) in files { try Data(text.utf8).write(to: URL(filePath: folder + "/" + name)) }
      let names = files.keys.sorted()
      let entry = names.count == 1 ? folder + "/" + names[0] : folder
      #expect(try NetworkSource.load(entry).network.nodeCount == 2)
      forAll(seeds: 0..<Self.rounds) { seed in
        let name = names[Int(seed) % names.count]
        let sound = Data((files[name] ?? "").utf8)
        defer { try? sound.write(to: URL(filePath: folder + "/" + name)) }
        try Self.mutated(sound, seed: seed).write(to: URL(filePath: folder + "/" + name))
        return Self.tryToLoad(entry)
      }
    }
  }

  @Test func survivesMutatedBinaryMaps() throws {
    var map = TinyPBF()
    map.addNode(1, latitude: 52, longitude: 4)
    map.addNode(2, latitude: 52, longitude: 4.1)
    map.addWay(7, [1, 2], tags: ["highway": "residential", "maxspeed": "50"])
    map.addRelation(1, tags: ["type": "restriction"])
    let sound = map.data
    try withScratchFolder { folder in
      let path = folder + "/a.osm.pbf"
      try sound.write(to: URL(filePath: path))
      let (network, report) = try OSMReader(file: path).read()
      #expect(network.nodeIDs == [1, 2])
      #expect(network.coordinates[1] == Coordinates(x: 4.1, y: 52))
      #expect(report.restrictionsIgnored == 1)
      for length in 1..<sound.count {
        try sound.prefix(length).write(to: URL(filePath: path))
        #expect(throws: NetworkError.self, "cut after \(length)") { try OSMReader(file: path).read() }
      }
      forAll(seeds: 0..<Self.rounds) { seed in
        try Self.mutated(sound, seed: seed).write(to: URL(filePath: path))
        return Self.tryToLoad(path)
      }
    }
  }

  /// A fuzzer's find: a zero byte inside a tag led the search for its end beyond the memory.
  @Test func refusesAZeroByteInATag() throws {
    var map = TinyPBF()
    map.addNode(1, latitude: 52, longitude: 4)
    map.addNode(2, latitude: 52, longitude: 4.1)
    map.addWay(7, [1, 2], tags: ["highway": "residential", "max\0\0\0speed": "50"])
    try withScratchFolder { folder in
      let path = folder + "/a.osm.pbf"
      try map.data.write(to: URL(filePath: path))
      let error = #expect(throws: NetworkError.self) { try OSMReader(file: path).read() }
      #expect(error?.description.contains("a tag holds a zero byte") == true)
    }
  }

  @Test(.enabled(if: SharedData.has("porto/porto.osm.pbf")))
  func refusesPortoCutShort() throws {
    let porto = try Data(contentsOf: SharedData.url("porto/porto.osm.pbf"))
    try withScratchFolder { folder in
      let path = folder + "/porto.osm.pbf"
      try porto.prefix(porto.count / 2).write(to: URL(filePath: path))
      let error = #expect(throws: NetworkError.self) { try NetworkSource.load(path) }
      #expect(error?.description.contains("truncated") == true)
    }
  }

  /// Blocks of a binary map are compressed with a checksum: no damaged one is read as roads.
  @Test(.enabled(if: SharedData.has("porto/porto.osm.pbf")))
  func refusesPortoWithDamagedBlocks() throws {
    let porto = try Data(contentsOf: SharedData.url("porto/porto.osm.pbf"))
    try withScratchFolder { folder in
      let path = folder + "/porto.osm.pbf"
      for place in [porto.count / 5, porto.count / 2, porto.count - 50] {
        var damaged = porto
        for index in place..<place + 8 { damaged[index] ^= 0x55 }
        try damaged.write(to: URL(filePath: path))
        let error = #expect(throws: NetworkError.self, "byte \(place)") { try NetworkSource.load(path) }
        #expect(error?.description.contains("porto.osm.pbf: truncated, corrupt or in another format") == true)
      }
    }
  }

  /// Changed arrays under checksums that are right: what opens must be safe to search.
  @Test func survivesMutatedArchives() throws {
    try withScratchFolder { folder in
      let path = folder + "/a.network"
      try CityPlan(columns: 4, rows: 3).network().network.write(to: path, origin: "")
      let sound = try ForgedArchive(contentsOf: path)
      forAll(seeds: 0..<4 * Self.rounds) { seed in
        var random = TestGenerator(seed: seed)
        var forged = sound
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let place = Int.random(in: 0..<sound.byteCount, using: &random)
          forged.flip(place, .random(in: 0...255, using: &random))
        }
        try forged.write(to: path)
        return Self.tryToLoad(path)
      }
    }
  }

  /// Loads `path` and searches what it holds; says what is wrong other than an error of the input.
  private static func tryToLoad(_ path: String) -> String? {
    do throws(NetworkError) {
      let network = try NetworkSource.load(path).network
      guard network.nodeCount > 0 else { return nil }
      var finder = PathFinder(network)
      for node in network.nodes.prefix(3) { _ = finder.path(from: 0, to: node) }
      _ = NodeLocator(network).nearest(to: network.positions[0], within: 10)
      return NetworkSummary(network).description.isEmpty ? "nothing to say" : nil
    } catch {
      return error.description.isEmpty ? "an error without a word" : nil
    }
  }

  /// `data` with a few bytes changed, cut out or doubled.
  private static func mutated(_ data: Data, seed: UInt64) -> Data {
    var random = TestGenerator(seed: seed)
    var bytes = [UInt8](data)
    for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      let end = min(bytes.count, place + Int.random(in: 1...8, using: &random))
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes[place] = .random(in: 0...255, using: &random)
      case 1: bytes[place] = UInt8(ascii: "0") + .random(in: 0...9, using: &random)
      case 2: bytes.removeSubrange(place..<end)
      default: bytes.insert(contentsOf: bytes[place..<end], at: place)
      }
    }
    return Data(bytes)
  }
}
