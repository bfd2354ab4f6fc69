import Foundation
import Testing

@testable import RoadNetwork

/// What a file of OpenStreetMap says about itself: deleted and repeated objects, remarks, and packed files in parts.
@Suite struct OSMTruthTests {
  private static let nodes = """
    <node id="1" lat="52.0" lon="4.0"/><node id="2" lat="52.001" lon="4.0"/>
    <node id="3" lat="52.001" lon="4.001"/><node id="4" lat="52.0" lon="4.001"/>

    """

  private static func way(
    _ id: Int, _ nodes: [Int], _ tags: String = "highway=residential", _ more: String = ""
  ) -> String {
    let refs = nodes.map { "<nd ref=\"\($0)\"/>" }.joined()
    let pairs = tags.split(separator: " ").map { $0.split(separator: "=", maxSplits: 1) }
    let tags = pairs.map { "<tag k=\"\($0[0])\" v=\"\($0[1])\"/>" }.joined()
    return "<way id=\"\(id)\"\(more)>\(refs)\(tags)</way>\n"
  }

  private static let ring = way(10, [1, 2]) + way(11, [2, 3]) + way(12, [3, 4, 1])

  private static func file(_ body: String) -> String { "<osm version=\"0.6\">\n" + body + "</osm>\n" }

  @Test(arguments: [
    " visible=\"false\"", " action='delete' visible='true'", " visible='true' action=\"delete\"",
    " action = 'delete' ",
    " user='a > b' action='delete'",
  ])
  func doesNotDriveDeletedWays(mark: String) throws {
    let deleted = Self.way(13, [1, 3], "highway=motorway oneway=no", mark)
    let (network, report) = try read(Self.file(Self.nodes + Self.ring + deleted))
    #expect(network.linkIDs.sorted() == [10, 10, 11, 11, 12, 12])
    #expect(report.objectsDeleted == 1)
    #expect(report.description.contains("objects marked as deleted, left out: 1"))
  }

  /// An edit that is not a deletion, and words in tags that look like one.
  @Test func keepsWaysThatAreChanged() throws {
    let changed = Self.way(
      13, [1, 3], "highway=service note=action='delete'", " action='modify' visible='true'")
    let (network, report) = try read(Self.file(Self.nodes + Self.ring + changed))
    #expect(network.linkIDs.contains(13) && report.objectsDeleted == 0)
  }

  @Test func cutsWaysAtDeletedNodes() throws {
    let nodes = Self.nodes.replacingOccurrences(of: "id=\"4\"", with: "id=\"4\" action=\"delete\"")
    let (network, report) = try read(Self.file(nodes + Self.ring))
    #expect(network.nodeIDs == [1, 2, 3] && network.linkIDs.sorted() == [10, 10, 11, 11])
    #expect(report.nodesMissing == 1 && report.objectsDeleted == 1)
  }

  /// The mark lies across the block in which the file is read.
  @Test func findsMarksBetweenBlocks() throws {
    for shift in [0, 3, 9, 17, 30, 60] {
      let start = "<osm version=\"0.6\">\n" + Self.nodes + Self.ring
      let blanks = String(repeating: " ", count: (1 << 20) - start.utf8.count - shift)
      let deleted = Self.way(
        13, [1, 3], "highway=motorway", " user='somebody' action='delete' visible='true'")
      let (network, report) = try read(start + blanks + deleted + "</osm>\n")
      #expect(!network.linkIDs.contains(13) && report.objectsDeleted == 1, "\(shift)")
    }
  }

  @Test func countsAWayThatIsListedTwiceOnce() throws {
    let once = try read(Self.file(Self.nodes + Self.ring))
    let twice = try read(
      Self.file(Self.nodes + Self.ring + Self.ring + Self.way(9, [1, 3], "highway=footway")))
    #expect(twice.network.linkIDs == once.network.linkIDs)
    #expect(twice.network.metres == once.network.metres && twice.network.nodeIDs == once.network.nodeIDs)
    #expect(once.report.waysRepeated == 0 && twice.report.waysRepeated == 3)
    #expect(twice.report.waysRead == 4)
    #expect(twice.report.description.contains("ways listed again, the first of each id kept: 3"))
  }

  @Test func quotesTheRemarkOfTheServer() throws {
    let remark =
      "<remark> runtime error: Query timed out in &quot;query&quot;\n after 25 seconds. </remark>\n"
    let report = try read(Self.file(Self.nodes + Self.ring + remark)).report
    let sentence = "its server remarks “runtime error: Query timed out in \"query\" after 25 seconds.”"
    #expect(report.warnings.count == 1 && report.warnings[0].hasPrefix(sentence))
    let error = #expect(throws: NetworkError.self) { try read(Self.file(remark)) }
    #expect(error?.description.contains("contains no roads for cars") == true)
    #expect(error?.description.contains(sentence) == true)
  }

  @Test(arguments: ["gzip", "bzip2"])
  func readsPackedFilesOfSeveralMembers(program: String) throws {
    let text = Self.file(Self.nodes + Self.ring)
    let cut = text.index(text.startIndex, offsetBy: 300)
    let packed = try Self.packed(String(text[..<cut]), program) + Self.packed(String(text[cut...]), program)
    let ending = program == "gzip" ? ".osm.gz" : ".osm.bz2"
    #expect(try read(packed, ending: ending).network.linkIDs.sorted() == [10, 10, 11, 11, 12, 12])
    // Nothing is lost without a word where the last member is cut.
    #expect(throws: NetworkError.self) { try read(packed.dropLast(12), ending: ending) }
  }

  @Test(
    arguments: [
      ("motor_vehicle:backward=no", 30.0, nil), ("vehicle:backward=no", 30, nil),
      ("vehicle:forward=no", nil, 30),
      ("oneway:motor_vehicle=yes", 30, nil), ("oneway:motorcar=yes", 30, nil), ("oneway:vehicle=-1", nil, 30),
      ("oneway=yes oneway:motor_vehicle=no", 30, 30), ("vehicle=no motor_vehicle:forward=yes", 30, nil),
      ("access=no access:backward=yes", nil, 30), ("vehicle:backward=no motor_vehicle=yes", 30, 30),
      ("oneway:motorcar=no oneway:motor_vehicle=yes", 30, 30), ("access:forward=destination", 30, 30),
    ] as [(String, Double?, Double?)])
  func readsAccessByDirection(tags: String, forward: Double?, backward: Double?) throws {
    let usage = try CarProfile.usage(of: Self.tags("highway=residential " + tags)).get()
    #expect(usage.forwardKmh == forward && usage.backwardKmh == backward && !usage.hasUnreadDirection)
  }

  @Test(arguments: ["vehicle:forward=no vehicle:backward=private", "oneway=yes motor_vehicle:forward=no"])
  func leavesOutWhatIsClosedBothWays(tags: String) {
    let result = CarProfile.usage(of: Self.tags("highway=residential " + tags))
    #expect(result == .failure(CarProfile.Reason(.access)))
  }

  @Test func countsConditionsAndDirectionsThatAreNotRead() throws {
    let ways =
      Self.way(13, [1, 3], "highway=service oneway=Yes")
      + Self.way(14, [1, 3], "highway=service access=no access:conditional=yes@(Mo-Fr)")
      + Self.way(15, [2, 4], "highway=footway access:conditional=no@(22:00-06:00)")
    let (network, report) = try read(Self.file(Self.nodes + Self.ring + ways))
    #expect(network.linkIDs.filter { $0 == 13 }.count == 2 && !network.linkIDs.contains(14))
    #expect(report.directionsUnread == 1 && report.conditionsIgnored == 1)
    #expect(report.description.contains("ways whose oneway could not be read: 1"))
    #expect(report.description.contains("ways with a condition on access or direction, ignored: 1"))
  }

  @Test(arguments: [
    ("motorway", 130.0), ("trunk_link", 130), ("residential", 30), ("living_street", 10), ("primary", 65),
  ])
  func readsNoLimitOnFastRoadsAlone(highway: String, kmh: Double) throws {
    for key in ["maxspeed", "maxspeed:forward"] {
      let usage = try CarProfile.usage(of: Self.tags("highway=\(highway) \(key)=none")).get()
      #expect(usage.forwardKmh == kmh && usage.hasUnreadSpeed == (kmh < 130))
    }
    let walk = try CarProfile.usage(of: Self.tags("highway=residential maxspeed=130")).get()
    #expect(walk.forwardKmh == 130)
  }

  private static func tags(_ text: String) -> OSMTags {
    let pairs = text.split(separator: " ").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
    return OSMTags(
      Dictionary(pairs.compactMap { pair in OSMTags.Key(rawValue: pair[0]).map { ($0, pair[1]) } }) { $1 })
  }

  private static func packed(_ text: String, _ program: String) throws -> Data {
    try withScratchFolder { folder in
      let path = folder + "/part"
      try Data(text.utf8).write(to: URL(filePath: path))
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = [program, path]
      try process.run()
      process.waitUntilExit()
      return try Data(contentsOf: URL(filePath: path + (program == "gzip" ? ".gz" : ".bz2")))
    }
  }

  private func read(_ text: String) throws -> (network: Network, report: NetworkReport) {
    try read(Data(text.utf8), ending: ".osm")
  }

  private func read(_ data: Data, ending: String) throws -> (network: Network, report: NetworkReport) {
    try withScratchFolder { folder in
      let path = folder + "/town" + ending
      try data.write(to: URL(filePath: path))
      return try OSMReader(file: path).read()
    }
  }
}
