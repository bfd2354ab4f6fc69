import Foundation
import Tables
import TestSupport
import Testing

@testable import RoadNetwork

@Suite struct RealNetworkTests {
  @Test(.enabled(if: RealNetwork.sanFrancisco.isPresent))
  func sanFranciscoIsStronglyConnected() throws {
    let prepared = try RealNetwork.sanFrancisco.prepared()
    let (network, report) = (prepared.network, prepared.report)
    #expect(network.nodeCount == 22_847)
    #expect(network.linkCount + report.selfLoopsDropped == 51_543)
    #expect(report.components == 1)
    #expect(report.nodesDropped == 0)
  }

  /// Every request of the data set states its answer: latest drop-off minus earliest pickup is the shortest
  /// way in metres at 10 m/s, whole seconds, plus 360 s.
  @Test(.enabled(if: SharedData.has("chengdu/requests.csv.gz")))
  func chengduGivesItsPublishedAnswers() throws {
    let chengdu = try RealNetwork.chengdu.prepared()
    let labels = chengdu.labels
    var climbing = HierarchySearch(chengdu.hierarchy)
    var plain = ResumableSearch(chengdu.network)
    let requests = try chengduRequests(chengdu.network)
    #expect(chengdu.report.nodesRead == 33_609)
    #expect(requests.count == 8_922)
    // Dijkstra's search takes a minute for all where nothing is optimised.
    let stride = isFullValidation ? 1 : 20
    var wrong: [Int] = []
    for (index, request) in requests.enumerated() {
      let time = labels.milliseconds(from: request.origin, to: request.destination)
      let climbed = climbing.milliseconds(from: request.origin, to: request.destination)
      var isRight = time == climbed && time.map { Int64($0 / 1000) } == request.seconds
      if index.isMultiple(of: stride) {
        plain.start(at: request.origin, .forward)
        isRight = isRight && plain.milliseconds(of: request.destination) == time
      }
      if !isRight { wrong.append(index) }
    }
    #expect(wrong.isEmpty)
  }

  private func chengduRequests(
    _ network: Network
  ) throws -> [(origin: NodeIndex, destination: NodeIndex, seconds: Int64)] {
    let nodes = Dictionary(uniqueKeysWithValues: zip(network.nodeIDs, network.nodes))
    var rows = try CSVReader(contentsOf: SharedData.url("chengdu/requests.csv.gz").path)
    let origin = rows.column("origin_node_id")
    let destination = rows.column("destination_node_id")
    let earliest = rows.column("earliest_pickup_s")
    let latest = rows.column("latest_dropoff_s")
    try rows.checkColumns()
    var requests: [(origin: NodeIndex, destination: NodeIndex, seconds: Int64)] = []
    while rows.next() {
      let from = try #require(nodes[rows.int64(origin)])
      let to = try #require(nodes[rows.int64(destination)])
      requests.append((from, to, rows.int64(latest) - rows.int64(earliest) - 360))
    }
    try rows.finish()
    return requests
  }
}
