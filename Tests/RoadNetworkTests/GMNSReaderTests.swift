import Foundation
import Quantities
import Tables
import TestSupport
import Testing

@testable import RoadNetwork

@Suite struct GMNSReaderTests {
  private static let nodes = "node_id,x_coord,y_coord\n7,4.1,52\n8000000000,4.2,52\n9,4.3,52\n"
  private static let links = """
    link_id,from_node_id,to_node_id,directed,length,free_speed,lanes
    1,7,8000000000,false,100,36,2
    2,8000000000,9,1,50,36,
    3,9,8000000000,true,60,72,1
    4,9,9,true,60,72,1

    """

  @Test func readsNodesAndLinks() throws {
    let (network, report) = try read(["node.csv": Self.nodes, "link.csv": Self.links])
    #expect(network.geometry == .globe)
    #expect(network.nodeIDs == [7, 8_000_000_000, 9])
    #expect(network.coordinates[2] == Coordinates(x: 4.3, y: 52))
    #expect(network.linkIDs == [1, 1, 2, 3])
    #expect(network.tails == [0, 1, 1, 2])
    #expect(network.outgoing.arcs.map(\.milliseconds) == [10_000, 10_000, 5_000, 3_000])
    #expect(network.metres == [100, 100, 50, 60])
    #expect(report.nodesRead == 3)
    #expect(report.linksRead == 5)
    #expect(report.selfLoopsDropped == 1)
    #expect(report.components == 1)
  }

  @Test func appliesTheUnitsOfTheConfig() throws {
    let config = "short_length,long_length,speed,crs\nft,mile,mph,EPSG:28992\n"
    let files = ["node.csv": Self.nodes, "link.csv": Self.links, "config.csv": config]
    let network = try read(files).network
    #expect(network.geometry == .plane)
    #expect(network.metres[2] == 50 * 1609.344)
    // Miles at miles an hour: the unit cancels.
    #expect(network.milliseconds(of: 2) == 5_000_000)
  }

  @Test func tellsAllFaultsOfAllFilesWithTheirPlaces() throws {
    let files = [
      "config.csv": "long_length,speed\nfurlong,kph\n",
      "node.csv": "node_id,x_coord,y_coord\n7,4.1,95\n7,4.2,52\n9,east,52\n8,181,52\n",
      "link.csv": """
      link_id,from_node_id,to_node_id,directed,length,free_speed
      1,7,77,maybe,-1,-5
      1,7,9,true,1e12,36

      """,
    ]
    let error = #expect(throws: NetworkError.self) { try read(files) }
    let text = try #require(error).description
    for fault in [
      "config.csv:2: column long_length: found “furlong”; one of m, meter",
      "node.csv:2: column y_coord: found “95”; a latitude from -90 to 90 (longitude and latitude may be swapped",
      "node.csv:3: column node_id: found “7”; an id that no other node has is expected",
      "node.csv:4: column x_coord: found “east”; a finite number is expected",
      "node.csv:5: column x_coord: found “181”; a longitude from -180 to 180 is expected",
      "link.csv:2: column to_node_id: found “77”; the id of a node of the node table is expected",
      "link.csv:2: column directed: found “maybe”; true or false is expected",
      "link.csv:2: column length: found “-1”; a length of 0 or more is expected",
      "link.csv:2: column free_speed: found “-5”; a speed above 0 is expected",
      "link.csv:3: column link_id: found “1”; an id that no other link has is expected",
    ] {
      #expect(text.contains(fault), "\(text)")
    }
  }

  /// Their squares would not be numbers, and the network could be written but never opened again.
  @Test func refusesCoordinatesBeyondAnyPlane() throws {
    let nodes = "node_id,x_coord,y_coord\n7,1e200,0\n9,0,-1e10\n"
    let files = ["node.csv": nodes, "link.csv": Self.links, "config.csv": "crs\nEPSG:28992\n"]
    let error = #expect(throws: NetworkError.self) { try read(files) }
    let text = try #require(error).description
    for fault in [":2: column x_coord: found “1e200”", ":3: column y_coord: found “-1e10”"] {
      #expect(text.contains(fault + "; a coordinate from -1000000000 to 1000000000"), "\(text)")
    }
  }

  /// A fuzzer's find: the second node of an id is not added, yet links were led to it.
  @Test func survivesLinksToANodeGivenTwice() throws {
    let link = "link_id,from_node_id,to_node_id,directed,length,free_speed\n1,9,7,false,70,36\n"
    let error = #expect(throws: NetworkError.self) {
      try read(["node.csv": Self.nodes + "9,4.4,52\n", "link.csv": link])
    }
    #expect(error?.description.contains(":5: column node_id: found “9”") == true)
  }

  @Test func facilityTypesAreRoadClassesAndStaySoInAnArchive() throws {
    let links = """
      link_id,from_node_id,to_node_id,directed,length,free_speed,facility_type
      1,7,9,false,100,36, arterial
      2,9,8000000000,false,100,36,
      3,7,8000000000,false,100,36,other
      4,8000000000,7,true,100,36,street

      """
    let network = try read(["node.csv": Self.nodes, "link.csv": links]).network
    #expect(network.roadClassNames == ["other", "arterial", "street"])
    let classes = zip(network.linkIDs, network.roadClasses).sorted { $0.0 < $1.0 }.map(\.1)
    #expect(classes == [1, 1, 0, 0, 0, 0, 2])
    try withScratchFolder { folder in
      try network.write(to: folder + "/a.network", origin: "")
      let again = try NetworkSource.load(folder + "/a.network").network
      #expect(again.roadClasses == network.roadClasses && again.roadClassNames == network.roadClassNames)
    }
    let plain = try read(["node.csv": Self.nodes, "link.csv": Self.links]).network
    #expect(plain.roadClasses.isEmpty && plain.roadClassNames.isEmpty)
  }

  @Test func refusesFacilityTypesThatCannotBeKept() throws {
    let header = "link_id,from_node_id,to_node_id,directed,length,free_speed,facility_type\n"
    let many = header + (1...256).map { "\($0),7,9,false,100,36,type \($0)\n" }.joined()
    let error = #expect(throws: NetworkError.self) { try read(["node.csv": Self.nodes, "link.csv": many]) }
    #expect(
      error?.description.contains(
        ":257: column facility_type: found “type 256”; one of at most 255 facility types is expected")
        == true)
    let broken = header + "1,7,9,false,100,36,\"a\nb\"\n"
    let files = ["node.csv": Self.nodes, "link.csv": broken]
    let second = #expect(throws: NetworkError.self) { try read(files) }
    #expect(second?.description.contains("a facility type in one line is expected") == true)
  }

  @Test func givesALinkOfNoLengthAMillisecond() throws {
    let link = "link_id,from_node_id,to_node_id,directed,length,free_speed\n1,7,9,false,0,36\n"
    let network = try read(["node.csv": Self.nodes, "link.csv": link]).network
    #expect(network.outgoing.arcs.map(\.milliseconds) == [1, 1])
  }

  @Test func refusesALinkThatTakesTwoWeeks() throws {
    let link = "link_id,from_node_id,to_node_id,directed,length,free_speed\n1,7,9,false,1000000,0.1\n"
    let error = #expect(throws: NetworkError.self) { try read(["node.csv": Self.nodes, "link.csv": link]) }
    #expect(error?.description.contains("a link that takes less than 12 days is expected") == true)
  }

  @Test func namesAMissingFileAndAMissingColumn() throws {
    let missing = #expect(throws: NetworkError.self) { try read(["node.csv": Self.nodes]) }
    #expect(missing?.description.contains("link.csv: there is no such file") == true)
    let files = ["node.csv": "node_id,x,y_coord\n", "link.csv": Self.links]
    let column = #expect(throws: NetworkError.self) { try read(files) }
    #expect(column?.description.contains("missing column x_coord") == true)
  }

  @Test func refusesANetworkInWhichNoTripCanBeMade() throws {
    let link = "link_id,from_node_id,to_node_id,directed,length,free_speed\n1,7,9,true,10,36\n"
    let error = #expect(throws: NetworkError.self) { try read(["node.csv": Self.nodes, "link.csv": link]) }
    #expect(error?.description.contains("no two nodes can reach each other") == true)
  }

  /// Writes `files` to a folder of their own and reads it.
  private func read(
    _ files: [String: String]
  ) throws -> (network: Network, report: NetworkReport) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "gmns-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
    return try GMNSReader(folder: folder.path).read()
  }
}
