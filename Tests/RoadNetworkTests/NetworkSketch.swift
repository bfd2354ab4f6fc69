import Foundation
import Quantities

@testable import RoadNetwork

/// A small network that can be written in every format: so that the same oddity is tried on every reader.
struct NetworkSketch {
  /// A format in which a sketch can be written.
  enum Format: String, CaseIterable {
    case gmns, edges, dimacs, osm, pbf

    /// The formats whose links state a length; maps have only the places of their nodes.
    static let withLengths: [Format] = [.gmns, .edges, .dimacs]
    /// The formats whose nodes have ids of their own.
    static let withIDs: [Format] = [.gmns, .edges, .osm, .pbf]
  }

  struct Node {
    var id: Int64
    var longitude: Double
    var latitude = 0.0
  }

  /// A link in one direction.
  struct Link {
    var tail: Int64
    var head: Int64
    /// As it is written, metres.
    var length = 111
  }

  var nodes: [Node] = []
  var links: [Link] = []

  /// A street of `count` nodes, 111 m apart on the equator, with links both ways.
  init(street ids: [Int64]) {
    nodes = ids.enumerated().map { Node(id: $1, longitude: 4 + Double($0) / 1000) }
    for (tail, head) in zip(ids, ids.dropFirst()) {
      links += [Link(tail: tail, head: head), Link(tail: head, head: tail)]
    }
  }

  /// Writes the sketch in `format` and reads it.
  func read(_ format: Format) throws -> LoadedNetwork {
    try withScratchFolder { folder in
      for (name, data) in files(format) { try data.write(to: URL(filePath: folder + "/" + name)) }
      let isMap = format == .osm || format == .pbf
      return try NetworkSource.load(isMap ? folder + "/" + files(format)[0].name : folder)
    }
  }

  private func files(_ format: Format) -> [(name: String, data: Data)] {
    switch format {
    case .gmns:
      [
        ("node.csv", nodeTable),
        (
          "link.csv",
          lines("link_id,from_node_id,to_node_id,directed,length,free_speed") {
            "\($0 + 1),\($1.tail),\($1.head),true,\($1.length),36"
          }
        ),
      ]
    case .edges:
      [
        ("nodes.csv", nodeTable),
        (
          "edges.csv",
          lines("from_node_id,to_node_id,length_m,speed_kmh") {
            "\($1.tail),\($1.head),\($1.length),36"
          }
        ),
      ]
    case .dimacs:
      [
        (
          "a-d.gr",
          lines("p sp \(nodes.count) \(links.count)") { "a \($1.tail) \($1.head) \($1.length * 10)" }
        ),
        ("a-d.co", places),
      ]
    case .osm: [("a.osm", map)]
    case .pbf: [("a.osm.pbf", binaryMap)]
    }
  }

  private func lines(_ header: String, _ line: (Int, Link) -> String) -> Data {
    Data(([header] + links.enumerated().map(line)).joined(separator: "\n").utf8)
  }

  private var nodeTable: Data {
    let rows = nodes.map { "\($0.id),\($0.longitude),\($0.latitude)" }
    return Data((["node_id,x_coord,y_coord"] + rows).joined(separator: "\n").utf8)
  }

  private var places: Data {
    let rows = nodes.map { node in
      "v \(node.id) \(Int((node.longitude * 1e6).rounded())) \(Int((node.latitude * 1e6).rounded()))"
    }
    return Data((["p aux sp co \(nodes.count)"] + rows).joined(separator: "\n").utf8)
  }

  private var map: Data {
    let points = nodes.map { "<node id=\"\($0.id)\" lon=\"\($0.longitude)\" lat=\"\($0.latitude)\"/>" }
    let ways = links.enumerated().map { index, link in
      "<way id=\"\(index + 1)\"><nd ref=\"\(link.tail)\"/><nd ref=\"\(link.head)\"/>"
        + "<tag k=\"highway\" v=\"residential\"/><tag k=\"oneway\" v=\"yes\"/></way>"
    }
    return Data(("<osm version=\"0.6\">" + (points + ways).joined(separator: "\n") + "</osm>").utf8)
  }

  private var binaryMap: Data {
    var map = TinyPBF()
    for node in nodes { map.addNode(node.id, latitude: node.latitude, longitude: node.longitude) }
    for (index, link) in links.enumerated() {
      map.addWay(
        Int64(index + 1), [link.tail, link.head], tags: ["highway": "residential", "oneway": "yes"])
    }
    return map.data
  }
}
