import Foundation
import Quantities
import Testing

@testable import RoadNetwork

/// What cannot be a network of roads is refused with its cure, what is odd about one is told.
@Suite struct NetworkCheckTests {
  /// A row of nodes 0.01° of latitude (1,112 m) apart, joined in both directions as `change` says.
  private static func row(
    _ count: Int = 10, geometry: Geometry = .globe, step: Double = 0.01,
    _ change: (_ link: Int, _ metres: inout Metres, _ kmh: inout Double) -> Void = { _, _, _ in }
  ) -> Network {
    var builder = NetworkBuilder(geometry: geometry)
    for node in 0..<count {
      builder.addNode(id: Int64(node), at: Coordinates(x: 4, y: 40 + step * Double(node)))
    }
    for link in 0..<2 * (count - 1) {
      var (metres, kmh) = (1_150.0, 50.0)
      change(link, &metres, &kmh)
      let time = Network.milliseconds(metres: metres, kilometresPerHour: kmh) ?? 1
      let (low, high) = (NodeIndex(link / 2), NodeIndex(link / 2 + 1))
      builder.addLink(
        id: Int64(link + 1), from: link % 2 == 0 ? low : high, to: link % 2 == 0 ? high : low, metres: metres,
        milliseconds: time)
    }
    return builder.build()
  }

  @Test func aSoundNetworkIsNotRemarkedOn() {
    let check = NetworkCheck(Self.row())
    #expect(check.warnings == [])
    #expect(check.refusal == nil)
    let city = NetworkCheck(CityPlan(columns: 8, rows: 8).network().network)
    #expect(city.warnings == [] && city.refusal == nil)
  }

  /// A link of 5 m between nodes 1,112 m apart.
  @Test func aLinkShorterThanTheStraightLineIsTold() {
    let check = NetworkCheck(Self.row { link, metres, _ in if link == 6 { metres = 5 } })
    #expect(
      check.warnings == [
        "1 link is shorter than the straight line between the ends, link 7 of 5.0 m between nodes 1112 m apart;"
          + " check their lengths and their nodes"
      ])
    #expect(check.refusal == nil)
  }

  /// Kilometres on a plane read as degrees, or lengths in kilometres read as metres.
  @Test func lengthsFarBelowTheStraightLinesAreRefused() {
    let refusal = NetworkCheck(Self.row { _, metres, _ in metres /= 100 }).refusal
    #expect(refusal?.reason.hasPrefix("half of its links are shorter than 0.01 of the straight line") == true)
    #expect(refusal?.cure.contains("check the unit of lengths") == true)
  }

  @Test(arguments: [(1609.344, "1/1600", "miles", "mi"), (1000, "1/970", "kilometres", "km")])
  func lengthsInMilesOrKilometresAreNamed(unit: Double, share: String, name: String, code: String) {
    let refusal = NetworkCheck(Self.row { _, metres, _ in metres /= unit }).refusal
    #expect(refusal?.reason.hasPrefix("half of its links are shorter than \(share) of the straight") == true)
    #expect(refusal?.cure.contains("look like \(name)") == true)
    #expect(refusal?.cure.contains("`long_length` \(code) ") == true)
  }

  @Test(arguments: [2_103.0, 0.5])
  func aMeanSpeedThatNoCarsDriveIsRefused(speed: Double) {
    let refusal = NetworkCheck(Self.row { _, _, kmh in kmh = speed }).refusal
    #expect(refusal?.reason.hasPrefix("cars would drive at \(speed == 0.5 ? "0.5" : "2103") km/h") == true)
  }

  @Test func aLinkThatIsDrivenTooFastIsTold() {
    let check = NetworkCheck(Self.row { link, _, kmh in if link == 3 { kmh = 900 } })
    #expect(
      check.warnings == [
        "1 link is driven faster than 300 km/h, link 4 at 900; check units, lengths and speeds"
      ])
  }

  /// At 40° north an east-west degree is a quarter shorter: taken for one of latitude it makes links too short.
  @Test func swappedCoordinatesAreRecognised() {
    var builder = NetworkBuilder(geometry: .globe)
    for node in 0..<10 {
      // Streets run to the east, at 40° north; longitude and latitude change places.
      builder.addNode(id: Int64(node), at: Coordinates(x: 40, y: 4 + 0.01 * Double(node)))
    }
    for node in 0..<NodeIndex(9) {
      let next = node.advanced(by: 1)
      builder.addLink(id: 1, from: node, to: next, metres: 860, milliseconds: 60_000)
      builder.addLink(id: 1, from: next, to: node, metres: 860, milliseconds: 60_000)
    }
    let check = NetworkCheck(builder.build())
    #expect(check.warnings.count == 1)
    #expect(check.warnings.first?.hasSuffix("longitude and latitude look swapped") == true)
  }

  @Test func warningsStayWithAnImportedNetwork() throws {
    try withScratchFolder { folder in
      func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: folder + "/" + name))
      }
      try write("nodes.csv", "node_id,lon,lat\n1,4.0,52\n2,4.001,52\n3,4.02,52\n")
      try write(
        "edges.csv",
        "from_node_id,to_node_id,length_m,time_s\n1,2,70,7\n2,1,70,7\n2,3,5,1\n3,2,1400,100\n")
      let loaded = try NetworkSource.load(folder + "/edges.csv")
      #expect(loaded.report.warnings.count == 1)
      #expect(loaded.origin.contains("\nwarning: 1 link is shorter than the straight line"))
      try loaded.network.write(to: folder + "/a.network", origin: loaded.origin)
      #expect(try NetworkSource.load(folder + "/a.network").report.warnings == loaded.report.warnings)
      try write(
        "edges.csv",
        "from_node_id,to_node_id,length_m,time_s\n1,2,70,0.1\n2,1,70,0.1\n2,3,1400,1\n3,2,1400,1\n")
      let error = #expect(throws: NetworkError.self) { try NetworkSource.load(folder + "/edges.csv") }
      #expect(error?.description.contains("cannot be a road network (cars would drive at") == true)
      try write("edges.csv", "from_node_id,to_node_id,length_m\n1,2,70\n")
      let missing = #expect(throws: NetworkError.self) { try NetworkSource.load(folder + "/edges.csv") }
      #expect(missing?.description.contains("missing column time_s or speed_kmh") == true)
    }
  }

  /// What GMNS tables leave open gets a default that the report names.
  @Test func aGMNSNetworkMayLeaveDirectionsAndSpeedsOpen() throws {
    try withScratchFolder { folder in
      func read(_ links: String) throws -> (network: Network, report: NetworkReport) {
        try Data("node_id,x_coord,y_coord\n1,4,52\n2,4.001,52\n3,4.002,52\n".utf8)
          .write(to: URL(filePath: folder + "/node.csv"))
        try Data(links.utf8).write(to: URL(filePath: folder + "/link.csv"))
        return try GMNSReader(folder: folder).read()
      }
      let flags = try read(
        "link_id,from_node_id,to_node_id,dir_flag,length,free_speed\n1,1,2,0,70,\n2,2,3,1,70,36\n3,2,3,-1,70,36\n"
      )
      #expect(flags.report.linksRead == 4)
      #expect(flags.network.nodeCount == 3)
      #expect(flags.report.speedsAssumed == 1)
      #expect(flags.network.milliseconds(of: 0) == 5_040)
      let open = try read(
        "link_id,from_node_id,to_node_id,directed,length,free_speed\n1,1,2,,70,36\n2,2,1,,70,36\n3,2,3,false,70,36\n"
      )
      #expect(open.report.linksRead == 4)
      #expect(open.report.directionsAssumed == 2)
      #expect(
        open.report.description.contains(
          "links without a value of directed, taken as one-way: 2"))
      #expect(throws: NetworkError.self) {
        try read("link_id,from_node_id,to_node_id,length,free_speed\n1,1,2,70,36\n")
      }
    }
  }
}
