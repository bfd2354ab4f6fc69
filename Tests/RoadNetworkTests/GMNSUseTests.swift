import Foundation
import Quantities
import Testing

@testable import RoadNetwork

/// Which links cars use, and what stands in for fields that a table leaves empty.
@Suite struct GMNSUseTests {
  private static let nodes = "node_id,x_coord,y_coord\n1,0,0\n2,300,400\n3,600,0\n4,900,0\n"
  private static let config = "long_length,speed,crs\nm,kph,EPSG:32633\n"
  private static let header =
    "link_id,from_node_id,to_node_id,directed,length,free_speed,facility_type,lanes,allowed_uses\n"

  /// A square as in the specification's example of a signalled crossing: roads, a bikeway, sidewalks and crosswalks.
  @Test func leavesOutLinksThatCarsDoNotUseAndCountsThemByReason() throws {
    let links =
      Self.header + """
        10,1,2,1,10,30,BIKEWAY,0,"WALK, BIKE"
        11,2,1,0,20,30,SIDEWALK,,
        12,1,2,0,30,30,Cross_Walk,,WALK
        13,1,2,0,40,30,crosswalk,NaN,nan
        14,1,3,1,50,30,ARTERIAL,2,BUS;HOV2
        21,1,2,0,500,30,ARTERIAL,2,ALL
        22,2,3,0,500,30,ARTERIAL,,
        23,3,4,0,300,30,sidewalk,1,walk;auto
        24,4,1,1,900,30,local,1,gondola

        """
    let (network, report) = try read(links)
    #expect(Set(network.linkIDs) == [21, 22, 23, 24])
    #expect(report.linksRead == 7)
    let reasons = report.linksExcluded.map { "\($0.count) \($0.meaning)" }
    #expect(
      reasons == [
        "1 without a lane for motor vehicles (lanes = 0)", "2 not for cars (facility_type)",
        "2 closed to single-occupant cars (allowed_uses)",
      ])
    #expect(report.usesUnread == 1)
    #expect(report.description.contains("links left out, not for cars (facility_type): 2"))
    #expect(report.description.contains("links with unknown allowed_uses, taken as open to cars: 1"))
  }

  @Test func readsTheGroupsOfUses() throws {
    let groups =
      "use_group,uses,description\nmotorized,\"trucks, Passenger\",\nPassenger,\"sov,hov2\",\nslow,\"bike, walk\",\n"
    let links =
      Self.header + "1,1,2,0,500,30,,,passenger\n2,1,2,0,400,30,,,slow\n3,2,3,0,500,30,,,\"slow,motorized\"\n"
    let network = try read(links, ["use_group.csv": groups]).network
    #expect(Set(network.linkIDs) == [1, 3])
  }

  @Test func namesTheReasonsWhereNoLinkIsLeft() {
    let error = #expect(throws: NetworkError.self) {
      try read(Self.header + "1,1,2,0,500,30,,0,\n2,2,3,0,500,30,path,,\n")
    }
    #expect(
      error?.description.contains(
        "no link is open to cars: 1 without a lane for motor vehicles (lanes = 0); 1 not for cars (facility_type)"
      )
        == true)
  }

  /// Nodes 1 and 2 lie 500 m apart.
  @Test func takesAbsentLengthsFromTheCoordinatesAndAbsentSpeedsFromTheFacilityType() throws {
    let links =
      Self.header + """
        1,1,2,0,,36,,,
        2,2,3,0,NaN,NaN,Freeway,,
        3,3,4,0,500,,no such type,,
        4,4,1,1,500,,minor-arterial,,
        5,4,1,1,500,,residential,,

        """
    let (network, report) = try read(links)
    func link(_ id: Int64) -> LinkIndex { LinkIndex(network.linkIDs.firstIndex(of: id) ?? -1) }
    #expect(network.metres[Int(link(1))] == 500 && network.metres[Int(link(2))] == 500)
    #expect(network.milliseconds(of: link(1)) == 50_000)
    #expect(network.milliseconds(of: link(2)) == Int32((500 * 3600 / 110.0).rounded()))
    #expect(network.milliseconds(of: link(3)) == 36_000)
    #expect(network.milliseconds(of: link(4)) == Int32((500 * 3600 / 55.0).rounded()))
    #expect(network.milliseconds(of: link(5)) == 60_000)
    #expect(report.lengthsAssumed == 2 && report.speedsAssumed == 4)
    let bare = "link_id,from_node_id,to_node_id,directed\n1,1,2,0\n2,2,3,0\n"
    let second = try read(bare)
    #expect(second.network.metres == [500, 500, 500, 500] && second.report.speedsAssumed == 2)
  }

  @Test func numbersNodesWhoseIDsAreNoWholeNumbers() throws {
    let nodes = "node_id,x_coord,y_coord\n\"1 100002\",0,0\n17,300,400\n b7 ,600,0\n"
    let links =
      "link_id,from_node_id,to_node_id,directed\nx 1,1 100002,17,0\n\"x 2\",b7, 17,0\n5,b7,1 100002,1\n"
    let (network, report) = try read(links, ["node.csv": nodes])
    #expect(network.nodeIDs == [1, 2, 3])
    #expect(network.linkIDs.sorted() == [1, 1, 2, 2, 5])
    #expect(report.nodesNumbered == 3)
    #expect(
      report.description.contains(
        "nodes numbered from 1 in the order of their table, because an id is not a whole"))
  }

  @Test func refusesIDsThatAreMissingOrGivenTwice() throws {
    let nodes = "node_id,x_coord,y_coord\na,0,0\nNaN,1,1\n a,300,400\nb,1,1\n"
    let links = "link_id,from_node_id,to_node_id,directed\nk,a,b,0\nk,b,c,0\n,a,b,0\n"
    let error = #expect(throws: NetworkError.self) { try read(links, ["node.csv": nodes]) }
    let text = try #require(error).description
    for fault in [
      "node.csv:3: column node_id: found “NaN”; an id is expected",
      "node.csv:4: column node_id: found “ a”; an id that no other node has is expected",
      "link.csv:3: column link_id: found “k”; an id that no other link has is expected",
      "link.csv:3: column to_node_id: found “c”; the id of a node of the node table is expected",
      "link.csv:4: column link_id: the field is empty; an id is expected",
    ] {
      #expect(text.contains(fault), "\(text)")
    }
  }

  private func read(
    _ links: String, _ more: [String: String] = [:]
  ) throws -> (network: Network, report: NetworkReport) {
    try withScratchFolder { folder in
      let files = ["node.csv": Self.nodes, "link.csv": links, "config.csv": Self.config]
      for (name, text) in files.merging(more, uniquingKeysWith: { $1 }) {
        try Data(text.utf8).write(to: URL(filePath: folder + "/" + name))
      }
      return try GMNSReader(folder: folder).read()
    }
  }
}
