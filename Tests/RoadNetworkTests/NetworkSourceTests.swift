import Foundation
import Quantities
import TestSupport
import Testing

@testable import RoadNetwork

@Suite struct NetworkSourceTests {
  private static let nodes = "node_id,lon,lat\n1,4.0,52\n5000000000,4.001,52\n3,4.002,52\n"
  private static let edges = """
    from_node_id,to_node_id,length_m,speed_kmh
    1,5000000000,70,36
    5000000000,1,70,36
    5000000000,3,0,36
    3,5000000000,70,72
    3,5000000000,70,36
    3,3,10,36

    """

  @Test func readsAListOfEdges() throws {
    let loaded = try load(["nodes.csv": Self.nodes, "edges.csv": Self.edges])
    let network = loaded.network
    #expect(network.nodeIDs == [1, 5_000_000_000, 3])
    #expect(network.outgoing.arcs.map(\.milliseconds) == [7_000, 7_000, 1, 3_500, 7_000])
    #expect(network.linkIDs == [1, 2, 3, 4, 5])
    #expect(loaded.report.selfLoopsDropped == 1)
    #expect(loaded.files.map { ($0 as NSString).lastPathComponent } == ["nodes.csv", "edges.csv"])
    #expect(loaded.origin.hasPrefix("format: list of edges\nread: 3 nodes, 6 directed links\n"))
  }

  @Test func readsTimesInPlaceOfSpeeds() throws {
    let edges = "from_node_id,to_node_id,length_m,time_s\n1,3,70,1.5\n3,1,70,0\n"
    let network = try load(["nodes.csv": Self.nodes, "town.csv": edges], entry: "town.csv").network
    #expect(network.outgoing.arcs.map(\.milliseconds) == [1_500, 1])
  }

  @Test func tellsAllFaultsOfAListOfEdges() throws {
    let edges = "from_node_id,to_node_id,length_m,speed_kmh\n1,2,70,36\n1,3,-1,36\n1,3,5,0\n1,3,1e9,0.1\n"
    let error = #expect(throws: NetworkError.self) {
      try load(["nodes.csv": Self.nodes.replacingOccurrences(of: "4.0,", with: "181,"), "edges.csv": edges])
    }
    let text = try #require(error).description
    for fault in [
      "nodes.csv:2: column lon: found “181”; a longitude from -180 to 180 is expected",
      "edges.csv:2: column to_node_id: found “2”; the id of a node of the node table is expected",
      "edges.csv:3: column length_m: found “-1”; a length of 0 or more is expected",
      "edges.csv:4: column speed_kmh: found “0”; a speed above 0 is expected",
      "edges.csv:5: column length_m: found “1e9”; a link that takes less than 12 days is expected",
    ] {
      #expect(text.contains(fault), "\(text)")
    }
  }

  @Test func readsGMNSInThePluralToo() throws {
    let links = "link_id,from_node_id,to_node_id,directed,length,free_speed\n1,1,3,false,70,36\n"
    let loaded = try load(["nodes.csv": Self.nodes, "links.csv": links])
    #expect(loaded.origin.hasPrefix("format: GMNS\n"))
    #expect(loaded.network.nodeIDs == [1, 3])
    #expect(loaded.report.nodesDropped == 1)
  }

  @Test func knowsFormatsByName() throws {
    let graph = ["a-d.gr": "p sp 2 2\na 1 2 12\na 2 1 12\n", "a-d.co": "p aux sp co 2\nv 1 0 0\nv 2 9 0\n"]
    #expect(try load(graph).origin.hasPrefix("format: DIMACS\n"))
    let missing = #expect(throws: NetworkError.self) { try NetworkSource("/no/such/town.osm.pbf") }
    #expect(missing?.description == "/no/such/town.osm.pbf: there is no such file; check the path")
    for (files, entry) in [(["town.txt": "x"], "town.txt"), (["x.txt": "x"], "")] {
      let error = #expect(throws: NetworkError.self) { try load(files, entry: entry) }
      #expect(
        error?.description.contains(
          "not recognised as a network by its name; supported are .network, .osm.pbf") == true)
    }
  }

  @Test(.enabled(if: SharedData.has("porto/porto.osm.pbf")))
  func readsPorto() throws {
    let loaded = try NetworkSource.load(SharedData.url("porto/porto.osm.pbf").path)
    let summary = NetworkSummary(loaded.network)
    // Counted elsewhere with `highway=road` and without `highway=service`: about 56,000 nodes and 131,000 arcs.
    #expect(abs(summary.nodes - 56_000) < 2_500)
    #expect(abs(summary.links - 131_000) < 5_000)
    #expect(summary.components == 1)
    #expect(loaded.report.restrictionsIgnored > 100)
    #expect(loaded.network.shapes.bendCount > 100_000)
    #expect(summary.classes.contains { $0.name == "motorway" && $0.meanKmh > 100 })
    #expect(summary.description.contains("\nresidential"))
  }

  /// Writes `files` to a folder of their own and loads `entry` of it; the folder itself if that is empty.
  private func load(_ files: [String: String], entry: String = "") throws -> LoadedNetwork {
    try withScratchFolder { folder in
      for (name, text) in files { try Data(text.utf8).write(to: URL(filePath: folder + "/" + name)) }
      return try NetworkSource.load(entry.isEmpty ? folder : folder + "/" + entry)
    }
  }
}
