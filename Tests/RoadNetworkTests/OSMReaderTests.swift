import Foundation
import Quantities
import TestSupport
import Testing

@testable import RoadNetwork

/// Every rule has a way of its own: it leads from node 1 to node 2, which a residential road joins both ways,
/// so that everything else stays connected.
@Suite struct OSMReaderTests {
  @Test(
    arguments: [
      ("highway=residential", 30.0, 30.0), ("highway=motorway", 110, nil), ("highway=motorway_link", 60, nil),
      ("highway=trunk", 90, 90), ("highway=primary", 65, 65), ("highway=living_street", 10, 10),
      ("highway=service", 15, 15), ("highway=service service=alley", 15, 15),
      ("highway=residential oneway=yes", 30, nil), ("highway=residential oneway=-1", nil, 30),
      ("highway=residential oneway=no", 30, 30), ("highway=motorway oneway=no", 110, 110),
      ("highway=residential junction=roundabout", 30, nil),
      ("highway=residential junction=circular", 30, nil),
      ("highway=residential junction=roundabout oneway=no", 30, 30),
      ("highway=residential junction=yes", 30, 30), ("highway=residential oneway=alternating", 30, 30),
      ("highway=residential access=destination", 30, 30), ("highway=residential access=permissive", 30, 30),
      ("highway=residential access=no motor_vehicle=yes", 30, 30),
      ("highway=residential access=no vehicle=no motorcar=destination", 30, 30),
      ("highway=residential motor_vehicle=agricultural;destination", 30, 30),
      ("highway=residential maxspeed=50", 50, 50), ("highway=residential maxspeed:forward=50", 50, 30),
      ("highway=residential maxspeed=40 maxspeed:backward=20", 40, 20),
      ("highway=residential area=no", 30, 30), ("highway=residential construction=no", 30, 30),
      ("highway=secondary construction=minor", 55, 55),
      ("highway=residential maxspeed=fast", 30, 30),
    ] as [(String, Double?, Double?)])
  func usesRoads(tags: String, forward: Double?, backward: Double?) throws {
    let usage = try CarProfile.usage(of: Self.tags(tags)).get()
    #expect(usage.forwardKmh == forward)
    #expect(usage.backwardKmh == backward)
    #expect(usage.hasUnreadSpeed == tags.contains("fast"))
  }

  @Test(arguments: [
    ("highway=footway", CarProfile.Exclusion.notForCars), ("highway=track", .notForCars),
    ("highway=construction", .construction), ("highway=proposed", .construction),
    ("highway=construction construction=minor", .construction), ("route=ferry", .ferry),
    ("route=bus", .notForCars), ("highway=primary route=ferry", .ferry), ("highway=service area=yes", .area),
    ("highway=service service=parking_aisle", .service), ("highway=service service=driveway", .service),
    ("highway=residential access=no", .access), ("highway=residential access=private", .access),
    ("highway=residential vehicle=no", .access), ("highway=residential motor_vehicle=no", .access),
    ("highway=residential motorcar=no", .access), ("highway=residential access=yes motorcar=no", .access),
    ("highway=residential motor_vehicle=agricultural;forestry", .access),
    ("highway=primary oneway=reversible", .reversible),
  ])
  func leavesOut(tags: String, reason: CarProfile.Exclusion) {
    let result = CarProfile.usage(of: Self.tags(tags))
    #expect(result == .failure(CarProfile.Reason(reason)))
  }

  @Test(arguments: [
    ("50", 50.0), (" 50 ", 50), ("50 km/h", 50), ("30 mph", 48.28032), ("30mph", 48.28032),
    ("10 knots", 18.52), ("none", 130), ("walk", 7), ("DE:urban", 50), ("PT:rural", 90), ("DE:rural", 100),
    ("DE:motorway", 130), ("IT:motorway", 120), ("GB:nsl_single", 96.56064), ("FR:30", 30),
    ("DE:zone:30", 30), ("DE:zone30", 30), ("RO:walk", 7), ("60;80", 60), ("50|70", 50), ("12.5", 12.5),
  ])
  func readsSpeeds(text: String, kmh: Double) {
    #expect(CarProfile.speed(text) == .stated(kmh: kmh))
  }

  @Test(arguments: ["", "fast", "0", "-30", "50 parsecs", "1e9", "XX:", "DE:zone", "½", "999", "nan"])
  func doesNotReadOtherSpeeds(text: String) {
    #expect(CarProfile.speed(text) == .unread)
    #expect(CarProfile.speed("signals") == .unstated)
  }

  /// A way with a bend, a side street at its middle node, and a node id beyond 2³¹.
  private static let town = """
    <osm version="0.6">
     <node id="1" lat="52.0" lon="4.0"/><node id="2" lat="52.001" lon="4.0"/>
     <node id="3" lat="52.001" lon="4.001"/><node id="9000000000" lat="52.002" lon="4.001"/>
     <node id="5" lat="52.003" lon="4.001"/><node id="6" lat="52.0" lon="4.002"/>
     <way id="70"><nd ref="1"/><nd ref="2"/><nd ref="2"/><nd ref="3"/><nd ref="9000000000"/>
      <tag k="highway" v="residential"/></way>
     <way id="80"><nd ref="3"/><nd ref="6"/><tag k="highway" v="tertiary"/><tag k="maxspeed" v="36"/></way>
     <way id="81"><nd ref="6"/><nd ref="3"/><tag k="highway" v="service"/></way>
     <way id="90"><nd ref="5"/><nd ref="9000000000"/><tag k="highway" v="footway"/></way>
     <relation id="1"><member type="way" ref="70" role="from"/><tag k="type" v="restriction"/></relation>
     <relation id="2"><tag k="type" v="multipolygon"/></relation>
    </osm>
    """

  @Test func cutsWaysAtJunctionsAndKeepsTheirBends() throws {
    let (network, report) = try read(Self.town)
    #expect(network.geometry == .globe)
    #expect(network.nodeIDs == [1, 3, 6, 9_000_000_000])
    #expect(network.tails == [0, 1, 1, 1, 1, 2, 2, 3])
    // The parallel roads 80 and 81 are both kept.
    #expect(network.linkIDs == [70, 70, 70, 80, 81, 80, 81, 70])
    #expect(network.course(of: 0).map(\.y) == [52.0, 52.001, 52.001])
    #expect(network.course(of: 1).map(\.x) == [4.001, 4.0, 4.0])
    #expect(network.shapes.count == 1)
    #expect(network.roadClassNames[Int(network.roadClasses[0])] == "residential")
    #expect(report.waysRead == 4)
    #expect(report.linksRead == 8)
    #expect(report.waysDropped.map(\.count) == [1])
    #expect(report.restrictionsIgnored == 1)
    #expect(report.description.contains("turn restrictions ignored: 1"))
  }

  @Test func measuresGreatCirclesInMillimetres() throws {
    let network = try read(Self.town).network
    // A thousandth of a degree on a sphere of 6,371,008.8 m, and the same on the parallel of 52.001°.
    let north = 6_371_008.8 * 0.001 * Double.pi / 180
    let east = north * cos(52.001 * .pi / 180)
    #expect(abs(network.metres[0] - (north + east)) < 0.001)
    #expect(network.metres[0] == (network.metres[0] * 1000).rounded() / 1000)
    #expect(network.milliseconds(of: 3) == Int32((network.metres[3] * 100).rounded()))
  }

  /// Files above 16 MiB are read from disk, smaller ones from memory.
  @Test func readsALargeFileAlike() throws {
    let blanks = String(repeating: " ", count: 17 << 20)
    let large = try read(Self.town.replacingOccurrences(of: "</osm>", with: blanks + "</osm>"))
    let small = try read(Self.town)
    #expect(large.network.metres == small.network.metres)
    #expect(large.report == small.report)
  }

  @Test func cutsAWayWhereTheExtractEnds() throws {
    let town = Self.town.replacingOccurrences(of: "<node id=\"2\" lat=\"52.001\" lon=\"4.0\"/>", with: "")
    let (network, report) = try read(town)
    #expect(network.nodeIDs == [3, 6, 9_000_000_000])
    #expect(report.nodesMissing == 1)
  }

  @Test func dropsLoopsAndOtherParts() throws {
    let more = """
       <way id="95"><nd ref="3"/><nd ref="7"/><nd ref="8"/><nd ref="3"/><tag k="highway" v="service"/></way>
       <way id="96"><nd ref="7"/><nd ref="8"/><tag k="highway" v="path"/></way>
       <way id="97"><nd ref="11"/><nd ref="12"/><tag k="highway" v="residential"/></way>
       <node id="7" lat="52.0011" lon="4.0011"/><node id="8" lat="52.0012" lon="4.0"/>
       <node id="11" lat="53" lon="4"/><node id="12" lat="53" lon="4.001"/>
      </osm>
      """
    let (network, report) = try read(Self.town.replacingOccurrences(of: "</osm>", with: more))
    #expect(network.nodeCount == 4)
    #expect(report.selfLoopsDropped == 2)
    #expect(report.components == 2)
    #expect(report.nodesDropped == 2)
    #expect(report.linksDropped == 2)
  }

  @Test func refusesFilesWithoutRoads() throws {
    let field = "<osm version=\"0.6\"><node id=\"1\" lat=\"52\" lon=\"4\"/></osm>"
    #expect(throws: NetworkError.self) { try read("") }
    let error = #expect(throws: NetworkError.self) { try read(field) }
    #expect(error?.description.contains("contains no roads for cars") == true)
    let street = "<osm version=\"0.6\"><way id=\"1\"><nd ref=\"1\"/><nd ref=\"2\"/>"
    let lost = #expect(throws: NetworkError.self) {
      try read(street + "<tag k=\"highway\" v=\"primary\"/></way></osm>")
    }
    #expect(lost?.description.contains("contains no roads for cars") == true)
  }

  @Test func refusesNodesOutsideTheWorld() throws {
    for (latitude, sentence) in [("95", "node 1 lies outside the world"), ("9500", "truncated, corrupt")] {
      let town = Self.town.replacingOccurrences(
        of: "id=\"1\" lat=\"52.0\"", with: "id=\"1\" lat=\"\(latitude)\"")
      let error = #expect(throws: NetworkError.self) { try read(town) }
      #expect(error?.description.contains(sentence) == true, "\(String(describing: error))")
    }
  }

  @Test func refusesDamagedFiles() throws {
    let error = #expect(throws: NetworkError.self) { try read(String(Self.town.dropLast(40))) }
    #expect(error?.description.contains("truncated, corrupt or in another format") == true)
    for ending in OSMFile.endings {
      #expect(throws: NetworkError.self) { try read("no such format", ending: ending) }
    }
  }

  /// Reads `text` as the content of a file whose name ends in `ending`.
  private func read(
    _ text: String, ending: String = ".osm"
  ) throws -> (network: Network, report: NetworkReport) {
    try withScratchFolder { folder in
      let path = folder + "/town" + ending
      try Data(text.utf8).write(to: URL(filePath: path))
      return try OSMReader(file: path).read()
    }
  }

  private static func tags(_ text: String) -> OSMTags {
    var values: [OSMTags.Key: String] = [:]
    for tag in text.split(separator: " ") {
      let parts = tag.split(separator: "=", maxSplits: 1).map(String.init)
      if let key = OSMTags.Key(rawValue: parts[0]) { values[key] = parts[1] }
    }
    return OSMTags(values)
  }
}

/// Calls `body` with the path of an empty folder that is removed afterwards.
func withScratchFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appending(path: "network-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder.path)
}
