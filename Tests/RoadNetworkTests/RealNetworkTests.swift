import Foundation
import Tables
import TestSupport
import Testing

@testable import RoadNetwork

/// The networks of the field, where they are present.
enum RealNetworks {
  static func read(_ name: String) throws -> (network: Network, report: NetworkReport) {
    try GMNSReader(folder: SharedData.url(name).path).read()
  }
}

@Suite struct RealNetworkTests {
  @Test(.enabled(if: SharedData.has("san-francisco/link.csv.gz")))
  func sanFranciscoIsStronglyConnected() throws {
    let (network, report) = try RealNetworks.read("san-francisco")
    #expect(network.nodeCount == 22_847)
    #expect(network.linkCount + report.selfLoopsDropped == 51_543)
    #expect(report.components == 1)
    #expect(report.nodesDropped == 0)
  }

  /// Every request of the data set states its answer: latest drop-off minus earliest pickup is the shortest
  /// way in metres at 10 m/s, whole seconds, plus 360 s.
  @Test(.enabled(if: SharedData.has("chengdu/requests.csv.gz")))
  func chengduGivesItsPublishedAnswers() throws {
    let (network, report) = try RealNetworks.read("chengdu")
    #expect(report.nodesRead == 33_609)
    let nodes = Dictionary(uniqueKeysWithValues: zip(network.nodeIDs, Int32(0)...))
    var rows = try CSVReader(contentsOf: SharedData.url("chengdu/requests.csv.gz").path)
    let origin = rows.column("origin_node_id")
    let destination = rows.column("destination_node_id")
    let earliest = rows.column("earliest_pickup_s")
    let latest = rows.column("latest_dropoff_s")
    try rows.checkColumns()
    var search = ResumableSearch(network)
    var answers = 0
    while rows.next() {
      let from = try #require(nodes[rows.int64(origin)])
      let to = try #require(nodes[rows.int64(destination)])
      search.start(at: from, .forward)
      let time = search.milliseconds(of: to)
      let seconds = try #require(time) / 1000
      if Int64(seconds) == rows.int64(latest) - rows.int64(earliest) - 360 { answers += 1 }
    }
    try rows.finish()
    #expect(answers == 8_922)
  }

  @Test(
    .enabled(if: SharedData.has("chengdu") && SharedData.has("san-francisco")),
    arguments: ["chengdu", "san-francisco"])
  func searchesAreCertified(name: String) throws {
    let network = try RealNetworks.read(name).network
    var search = ResumableSearch(network)
    for direction in Direction.allCases {
      search.start(at: Int32(network.nodeCount / 3), direction)
      search.settleAll()
      let times = (0..<Int32(network.nodeCount)).map { search.milliseconds(of: $0) }
      #expect(certificateFault(network, root: search.root, direction, times: times) == nil)
    }
  }
}
