import Foundation
import Quantities
import TestSupport
import Testing

@testable import RoadNetwork

/// What is odd in a network is kept, dropped and counted, or refused with its place, by every reader alike.
@Suite struct OddNetworkTests {
  private typealias Format = NetworkSketch.Format
  private let street = NetworkSketch(street: [1, 2, 3])

  private func refusal(_ sketch: NetworkSketch, _ format: NetworkSketch.Format) throws -> String {
    let error = #expect(throws: NetworkError.self) { try sketch.read(format) }
    return try #require(error).description
  }

  @Test(arguments: NetworkSketch.Format.allCases)
  func keepsParallelLinks(format: NetworkSketch.Format) throws {
    var sketch = street
    sketch.links.append(sketch.links[0])
    let network = try sketch.read(format).network
    #expect(network.tails == [0, 0, 1, 1, 2])
    #expect((0..<5).map { network.head(of: $0) } == [1, 1, 0, 2, 1])
    #expect(Set(network.linkIDs).count == 5)
  }

  @Test(arguments: NetworkSketch.Format.withLengths)
  func dropsAndCountsSelfLoops(format: NetworkSketch.Format) throws {
    var sketch = street
    sketch.links.append(NetworkSketch.Link(tail: 2, head: 2))
    let loaded = try sketch.read(format)
    #expect(loaded.network.linkCount == 4)
    #expect(loaded.report.selfLoopsDropped == 1)
    #expect(loaded.origin.contains("self loops dropped: 1"))
  }

  @Test(arguments: NetworkSketch.Format.allCases)
  func keepsTheLargerOfTwoComponents(format: NetworkSketch.Format) throws {
    var sketch = NetworkSketch(street: [1, 2, 3, 4, 5])
    // Only one direction joins 1 and 2 to the rest.
    sketch.links.removeAll { $0.tail == 3 && $0.head == 2 }
    let loaded = try sketch.read(format)
    #expect(loaded.network.nodeIDs == [3, 4, 5])
    #expect(loaded.network.linkCount == 4)
    #expect(loaded.report.components == 2)
    #expect(loaded.report.coordinatesOfDropped.keys.sorted() == [1, 2])
    #expect(
      loaded.origin.contains("outside the largest of 2 strongly connected parts: 2 nodes, 3 links"))
  }

  @Test(arguments: NetworkSketch.Format.allCases)
  func givesLinksOfNoLengthAMillisecond(format: NetworkSketch.Format) throws {
    var sketch = NetworkSketch(street: [1, 2, 3, 4, 5])
    sketch.nodes[1].longitude = sketch.nodes[0].longitude
    for link in 0..<2 { sketch.links[link].length = 0 }
    let network = try sketch.read(format).network
    #expect(network.metres[0] == 0)
    #expect(network.milliseconds(of: 0) == 1)
    #expect(network.milliseconds(of: 3) > 1_000)
  }

  @Test(arguments: [
    (NetworkSketch.Format.gmns, "link.csv:2: column length: found “-5”; a length of 0 or more is"),
    (.edges, "edges.csv:2: column length_m: found “-5”; a length of 0 or more is expected"),
    (.dimacs, "a-d.gr:2: column weight: found “-50”; an integer from 0 to 2147483647 is expected"),
  ])
  func refusesNegativeLengths(format: NetworkSketch.Format, sentence: String) throws {
    var sketch = street
    sketch.links[0].length = -5
    let text = try refusal(sketch, format)
    #expect(text.contains(sentence), "\(text)")
  }

  @Test(arguments: [
    (NetworkSketch.Format.gmns, "link.csv:6: column to_node_id: found “9”; the id of a node of the"),
    (.edges, "edges.csv:6: column to_node_id: found “9”; the id of a node of the node table"),
    (.dimacs, "a-d.gr:6: column head: found “9”; an integer from 1 to 3 is expected"),
  ])
  func refusesLinksToMissingNodes(format: NetworkSketch.Format, sentence: String) throws {
    var sketch = street
    sketch.links.append(NetworkSketch.Link(tail: 1, head: 9))
    let text = try refusal(sketch, format)
    #expect(text.contains(sentence), "\(text)")
  }

  /// Behind the border of an extract nodes are missing as a rule.
  @Test(arguments: [NetworkSketch.Format.osm, .pbf])
  func cutsWaysAtMissingNodes(format: NetworkSketch.Format) throws {
    var sketch = street
    sketch.links.append(NetworkSketch.Link(tail: 1, head: 9))
    let loaded = try sketch.read(format)
    #expect(loaded.network.linkCount == 4)
    #expect(loaded.report.nodesMissing == 1)
    #expect(loaded.origin.contains("nodes missing from the file: 1"))
  }

  @Test(arguments: NetworkSketch.Format.withIDs)
  func readsIDsBeyond32Bits(format: NetworkSketch.Format) throws {
    let ids: [Int64] = [1 << 31, 1 << 32 + 1, 1 << 53 + 1]
    let network = try NetworkSketch(street: ids).read(format).network
    #expect(network.nodeIDs == ids)
    #expect(network.tails == [0, 1, 1, 2])
  }

  /// The nodes of a DIMACS graph are numbered from 1: a number beyond their count is none of them.
  @Test func refusesNumbersBeyondTheNodesOfAGraph() throws {
    let text = try refusal(NetworkSketch(street: [1, 2, 1 << 31]), .dimacs)
    #expect(text.contains("a-d.co:4: column node: found “2147483648”; an integer from 1 to 3"))
    #expect(text.contains("a-d.gr:4: column head: found “2147483648”; an integer from 1 to 3"))
  }

  @Test(arguments: [
    (
      NetworkSketch.Format.gmns,
      "node.csv:4: column x_coord: found “181.0”; a longitude from -180 to 180"
    ),
    (.edges, "nodes.csv:4: column x_coord: found “181.0”; a longitude from -180 to 180 is expected"),
    (.dimacs, "a-d.co:4: column longitude: found “181000000”; an integer from -180000000 to 180000000"),
    (.osm, "node 3 lies outside the world; a longitude from -180 to 180"),
    (.pbf, "node 3 lies outside the world; a longitude from -180 to 180"),
  ])
  func refusesNodesOutsideTheWorld(format: NetworkSketch.Format, sentence: String) throws {
    var sketch = street
    sketch.nodes[2].longitude = 181
    let text = try refusal(sketch, format)
    #expect(text.contains(sentence), "\(text)")
  }

  @Test(arguments: [NetworkSketch.Format.osm, .pbf])
  func refusesMapsWithoutRoads(format: NetworkSketch.Format) throws {
    var sketch = street
    sketch.links = []
    #expect(try refusal(sketch, format).contains("contains no roads for cars"))
  }

  @Test(arguments: NetworkSketch.Format.withLengths)
  func refusesNetworksWithoutLinks(format: NetworkSketch.Format) throws {
    var sketch = street
    sketch.links = []
    #expect(try refusal(sketch, format).contains("no two nodes can reach each other"))
  }
}
