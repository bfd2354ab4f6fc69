import Foundation
import Tables
import TestSupport
import Testing

@testable import RoadNetwork

/// What a file claims, or unpacks to, is bounded before memory is given to it.
@Suite struct InputBoundsTests {
  /// 200,000 blanks between the two tags of an empty map.
  private static let bombs = [
    "a.osm.gz": "H4sIAAAAAAACA+3BsQ2AIBAAwN4pCAOolRWyjYUFfsInzu8M9nfXIkd5r5l3PGfd16P2Ag"
      + String(repeating: "A", count: 256) + "D81rbI0ZcPamaYnVoNAwA=",
    "a.osm.bz2":
      "QlpoOTFBWSZTWaU82qEABibdgIAQUAHBBwAEAiOZAAAIIABQphNNAaYgipDQeUBtTigBAbZqAgPdgBAZiJ4jmfIvFU4x"
      + "P2KuboCA/i7kinChIUp5tUI=",
  ]

  @Test(arguments: bombs.keys.sorted())
  func aPackedMapThatUnpacksToFarTooMuchIsRefused(name: String) throws {
    try withScratchFolder { folder in
      let path = folder + "/" + name
      try #require(Data(base64Encoded: Self.bombs[name] ?? "")).write(to: URL(filePath: path))
      var file = OSMFile(path: path, limit: InputLimit(bytes: 100_000))
      let fault = NetworkError.faults([.tooLarge(file: path, isPacked: true, limit: 100_000)])
      #expect(throws: fault) { try file.readWays { _, _, _ in } }
      #expect(throws: fault) { try file.readNodes([1]) }
      file.limit = InputLimit(bytes: 300_000)
      #expect(try file.readWays { _, _, _ in }.restrictions == 0)
    }
  }

  /// The parser begins a tag anew with every block: this one would take it minutes.
  @Test(arguments: ["a.osm", "a.osm.gz"])
  func aTagWithoutAnEndIsRefusedAtOnce(name: String) throws {
    try withScratchFolder { folder in
      let value = String(repeating: "a", count: 40 << 20)
      let text = "<osm version=\"0.6\"><way id=\"1\"><tag k=\"highway\" v=\"\(value)\"/></way></osm>"
      try Data(text.utf8).write(to: URL(filePath: folder + "/a.osm"))
      if name.hasSuffix(".gz") {
        let gzip = try Process.run(URL(filePath: "/bin/gzip"), arguments: ["-1", folder + "/a.osm"])
        gzip.waitUntilExit()
      }
      let fault = NetworkError.unreadable(file: folder + "/" + name, reason: "a tag is longer than 4 MiB")
      #expect(throws: fault) { try OSMFile(path: folder + "/" + name).readWays { _, _, _ in } }
    }
  }

  /// The ways of a binary map are counted, for its blocks are packed as well.
  @Test func waysOfFarTooManyNodesAreRefused() throws {
    var map = TinyPBF()
    map.addWay(7, (1...10_000).map { Int64($0 % 2) }, tags: ["highway": "residential"])
    try withScratchFolder { folder in
      let path = folder + "/a.osm.pbf"
      let size = map.data.count
      #expect(size < 20_000)
      try map.data.write(to: URL(filePath: path))
      #expect(throws: NetworkError.self) {
        try OSMFile(path: path, limit: InputLimit(bytes: size + 100)).readWays { _, _, _ in }
      }
      #expect(
        try OSMFile(path: path, limit: InputLimit(bytes: 100_000)).readWays { _, _, _ in }.restrictions == 0)
    }
  }

  @Test(arguments: NetworkFormat.all.flatMap(\.endings).map { "a" + $0 })
  func aNamedPipeIsRefusedByEveryReader(name: String) throws {
    try withScratchFolder { folder in
      try Data("node_id,lon,lat\n1,4,52\n".utf8).write(to: URL(filePath: folder + "/nodes.csv"))
      #expect(mkfifo(folder + "/" + name, 0o600) == 0)
      let error = #expect(throws: NetworkError.self) { try NetworkSource.load(folder + "/" + name) }
      #expect(error?.description.contains("\(name): this is a named pipe; give a regular file") == true)
    }
  }

  /// Nothing is allocated for what a header claims.
  @Test(arguments: [
    (
      "p sp 1000000000000 1\na 1 2 5\n", "p aux sp co 2\nv 1 0 0\nv 2 0 0\n",
      "an integer from 1 to 2147483646"
    ),
    ("p sp 2 9223372036854775807\na 1 2 5\n", "p aux sp co 2\nv 1 0 0\nv 2 0 0\n", "an integer from 0 to"),
    (
      "p sp 2000000000 2000000000\na 1 2 5\n", "p aux sp co 2\nv 1 0 0\nv 2 0 0\n",
      "announces 2000000000 arcs"
    ),
    ("p sp 2 1\na 1 2 5\n", "p aux sp co 2000000000\nv 1 0 0\nv 2 0 0\n", "an integer from 1 to 4"),
    ("p sp 2 1\na 1 2 99999999999\n", "p aux sp co 2\nv 1 0 0\nv 2 0 0\n", "an integer from 0 to 2147483647"),
  ])
  func claimsOfADIMACSHeaderAreNotTrusted(graph: String, places: String, sentence: String) throws {
    try withScratchFolder { folder in
      try Data(graph.utf8).write(to: URL(filePath: folder + "/a.gr"))
      try Data(places.utf8).write(to: URL(filePath: folder + "/a.co"))
      let error = #expect(throws: NetworkError.self) { try NetworkSource.load(folder + "/a.gr") }
      #expect(error?.description.contains(sentence) == true, "\(String(describing: error))")
    }
  }

  /// Ids and lengths at the ends of what numbers hold are faults or names, never an overflow.
  @Test func extremeNumbersOfAGMNSNetworkAreRead() throws {
    try withScratchFolder { folder in
      func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: folder + "/" + name))
      }
      let ids = [Int64.min, Int64.max]
      try write("node.csv", "node_id,x_coord,y_coord\n\(ids[0]),180,90\n\(ids[1]),-180,-90\n")
      let header = "link_id,from_node_id,to_node_id,directed,length,free_speed\n"
      try write("link.csv", header + "\(ids[0]),\(ids[0]),\(ids[1]),0,70,36\n")
      #expect(try GMNSReader(folder: folder).read().network.nodeIDs == ids)
      for (length, speed) in [
        ("1e308", "1e308"), ("5e-324", "1e308"), ("1e308", "5e-324"), ("1e12", "1e300"),
      ] {
        try write("link.csv", header + "1,\(ids[0]),\(ids[1]),0,\(length),\(speed)\n")
        if let network = try? GMNSReader(folder: folder).read().network {
          #expect(network.metres.allSatisfy { $0 <= Network.longestLink })
        }
      }
    }
  }
}
