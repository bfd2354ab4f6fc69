import Foundation
import Quantities
import TestSupport
import Testing

@testable import RoadNetwork

@Suite struct NetworkArchiveTests {
  /// A network with every array filled: classes, courses, both directions.
  private static func village() -> Network {
    var builder = NetworkBuilder(geometry: .globe, roadClassNames: ["other", "lane"])
    for node in 0..<4 { builder.addNode(id: Int64(node) << 33, at: Coordinates(x: Double(node), y: 50)) }
    let course = builder.addCourse([Coordinates(x: 0.3, y: 50.1), Coordinates(x: 0.6, y: 50.2)])
    builder.addLink(id: 1, from: 0, to: 1, metres: 5, milliseconds: 7, roadClass: 1, course: course)
    builder.addLink(id: 1, from: 1, to: 0, metres: 5, milliseconds: 8, roadClass: 1, course: -course)
    builder.addLink(id: 2, from: 1, to: 2, metres: 1, milliseconds: 9)
    builder.addLink(id: 3, from: 2, to: 3, metres: 1, milliseconds: 9)
    builder.addLink(id: 4, from: 3, to: 0, metres: 1, milliseconds: 9)
    return builder.build()
  }

  @Test func givesBackTheSameNetwork() throws {
    try expectRoundTrip(Self.village())
    try expectRoundTrip(CityPlan(columns: 40, rows: 30, seed: 7).network().network)
    try expectRoundTrip(NetworkBuilder(geometry: .plane).build())
  }

  @Test(.enabled(if: !RealNetwork.present.isEmpty), arguments: RealNetwork.present)
  func givesBackTheSameRealNetwork(name: RealNetwork) throws {
    try expectRoundTrip(name.prepared().network)
  }

  @Test func keepsCoursesWhenPartsAreDropped() throws {
    let village = Self.village()
    let part = village.restricted { $0 < 2 }
    #expect(part.course(of: 0).map(\.x) == [0, 0.3, 0.6, 1])
    #expect(part.course(of: 1).map(\.x) == [1, 0.6, 0.3, 0])
    #expect(village.restricted { $0 > 1 }.shapes == LinkShapes())
    #expect(village.scaled(travelTimeFactor: 2).course(of: 0).count == 4)
  }

  @Test func remembersWhereItCameFrom() throws {
    try withScratchFolder { folder in
      let path = folder + "/a.network"
      try Self.village().write(to: path, origin: "format: GMNS\nread: 4 nodes")
      let loaded = try NetworkSource.load(path)
      #expect(loaded.origin == "format: GMNS\nread: 4 nodes")
      #expect(loaded.files == [path])
      let first = try Data(contentsOf: URL(filePath: path))
      try Self.village().write(to: path, origin: "format: GMNS\nread: 4 nodes")
      #expect(try Data(contentsOf: URL(filePath: path)) == first)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a.network"])
    }
  }

  @Test func refusesForeignAndDamagedFiles() throws {
    try withScratchFolder { folder in
      let path = folder + "/a.network"
      func expectRefusal(_ data: Data, _ sentence: String) throws {
        try data.write(to: URL(filePath: path))
        let error = #expect(throws: NetworkError.self) {
          let archive = try NetworkArchive(contentsOf: path)
          _ = try archive.network()
        }
        #expect(error?.description.contains(sentence) == true, "\(String(describing: error))")
      }
      try expectRefusal(Data(), "not written by detour")
      try expectRefusal(Data("node_id,x\n1,2\n".utf8), "not written by detour")
      try expectRefusal(Data("detour-archive 99 network\n".utf8), "format version 99 instead of")
      try ContractionHierarchy(Self.village()).write(to: path)
      try expectRefusal(Data(contentsOf: URL(filePath: path)), "contains hierarchy instead of network")
      try Self.village().write(to: path, origin: "")
      let sound = try Data(contentsOf: URL(filePath: path))
      try expectRefusal(sound.dropLast(1), "damaged")
      try expectRefusal(sound + Data([0]), "damaged")
      for length in stride(from: 1, to: sound.count, by: 97) {
        try expectRefusal(sound.prefix(length), "a.network: ")
      }
      for index in stride(from: 0, to: sound.count, by: 13) {
        var changed = sound
        changed[index] ^= 0x40
        try expectRefusal(changed, "a.network: ")
      }
    }
  }

  @Test func checksThatPartsFit() {
    func fault(_ change: (inout NetworkParts) -> Void) -> String? {
      var parts = Self.village().parts
      change(&parts)
      return parts.fault
    }
    #expect(fault { _ in } == nil)
    #expect(fault { $0.nodeIDs.removeLast() } != nil)
    #expect(fault { $0.metres[0] = -1 } != nil)
    #expect(fault { $0.coordinates[0].x = .nan } != nil)
    #expect(fault { $0.outgoing.arcs[0].end = 4 } != nil)
    #expect(fault { $0.outgoing.arcs[0].milliseconds = 0 } != nil)
    #expect(fault { $0.outgoing.first[1] = 9 } != nil)
    #expect(fault { $0.outgoing.first = [] } != nil)
    #expect(fault { $0.roadClasses = [1] } != nil)
    #expect(fault { $0.shapes.codes[0] = 2 } != nil)
    #expect(fault { $0.shapes.codes[0] = .min } != nil)
    #expect(fault { $0.shapes.first = [] } != nil)
    #expect(fault { $0.shapes.bends = [] } != nil)
  }

  private func expectRoundTrip(_ network: Network) throws {
    try withScratchFolder { folder in
      let path = folder + "/a.network"
      try network.write(to: path, origin: "a test")
      let archive = try NetworkArchive(contentsOf: path)
      let same = try archive.network()
      #expect(same.geometry == network.geometry)
      #expect(same.nodeIDs == network.nodeIDs)
      #expect(same.coordinates == network.coordinates)
      #expect(same.positions == network.positions)
      #expect(same.outgoing == network.outgoing)
      #expect(same.incoming == network.incoming)
      #expect(same.tails == network.tails)
      #expect(same.metres == network.metres)
      #expect(same.linkIDs == network.linkIDs)
      #expect(same.roadClasses == network.roadClasses)
      #expect(same.roadClassNames == network.roadClassNames)
      #expect(same.shapes == network.shapes)
    }
  }
}
