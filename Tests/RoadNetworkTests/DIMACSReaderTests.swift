import Foundation
import Quantities
import TestSupport
import Testing

@testable import RoadNetwork

@Suite struct DIMACSReaderTests {
  private static let files = [
    "town-d.gr": "c a town\np sp 3 5\na 1 2 1000\na 2 1 1000\na 2 3 0\na 3 2 50\na 3 3 7\n",
    "town-t.gr": "p sp 3 5\na 1 2 2500\na 2 1 1000\na 2 3 0\na 3 2 50\na 3 3 7\n",
    "town-d.co": "c\np aux sp co 3\nv 1 -73500000 41000000\nv 3 -73501000 41000000\nv 2 -73500500 41000000\n",
  ]

  @Test func readsDistancesTimesAndPlaces() throws {
    let (network, report) = try read(Self.files)
    #expect(network.nodeIDs == [1, 2, 3])
    #expect(network.coordinates[1] == Coordinates(x: -73.5005, y: 41))
    #expect(network.metres == [100, 100, 0, 5])
    // 2500 units of 3.6 ms are 100 m at 40 km/h, 1000 are 100 m at 100 km/h; nothing takes no time.
    #expect(network.outgoing.arcs.map(\.milliseconds) == [9_000, 3_600, 1, 180])
    #expect(network.linkIDs == [1, 2, 3, 4])
    #expect(report.linksRead == 5)
    #expect(report.selfLoopsDropped == 1)
  }

  @Test func appliesUnitsAndOneSpeed() throws {
    var options = ImportOptions()
    options.lengthUnit = 1
    options.timeUnit = 1
    #expect(try read(Self.files, options).network.outgoing.arcs[0].milliseconds == 2_500_000)
    options.speedKmh = 36
    let network = try read(Self.files, options).network
    #expect(network.metres[0] == 1000)
    #expect(network.outgoing.arcs[0].milliseconds == 100_000)
  }

  /// A scenario names a graph and no units: what cannot be in those of the challenge is refused.
  @Test(arguments: [
    ("town-d.gr", "1000", "100", "0.15 times as long as the straight lines", "--length-unit-m"),
    ("town-d.gr", "1000", "10000", "12 times", "--length-unit-m"),
    ("town-t.gr", " 2500\n", " 9\n", "km/h on average", "--time-unit-s"),
    ("town-t.gr", "1000", "90000", "km/h on average", "--time-unit-s"),
  ])
  func refusesUnitsThatCannotBe(
    file: String, old: String, new: String, reason: String, option: String
  ) throws {
    var files = Self.files
    files[file] = files[file]?.replacingOccurrences(of: old, with: new)
    let error = #expect(throws: NetworkError.self) { try read(files) }
    let text = try #require(error).description
    #expect(text.contains(reason) && text.contains("`detour network import \(option) …`"), "\(text)")
    var options = ImportOptions()
    options.lengthUnit = 0.1
    options.timeUnit = 0.0036
    #expect(try read(files, options).network.nodeCount == 3)
  }

  @Test func findsTheOtherFilesWhateverIsNamed() throws {
    let all = try read(Self.files).network
    #expect(try read(Self.files, entry: "town-t.gr").network.metres == all.metres)
    var files = Self.files
    files["town-t.gr"] = nil
    #expect(try read(files).network.milliseconds(of: 0) == 7_200)
    files["town-t.gr"] = Self.files["town-t.gr"]
    files["town-d.gr"] = nil
    let circles = try read(files, entry: "town-t.gr").network
    #expect(abs(circles.metres[0] - 41.96) < 0.01)
    #expect(circles.outgoing.arcs.map(\.milliseconds) == all.outgoing.arcs.map(\.milliseconds))
  }

  @Test(arguments: [
    ("town-d.gr", "a 1 2 1000\n", "a 1 4 1000\n", ":3: column head: found “4”; an integer from 1 to 3"),
    ("town-d.gr", "a 1 2 1000\n", "a 1 2 -5\n", ":3: column weight: found “-5”"),
    ("town-d.gr", "a 1 2 1000\n", "a 1 2\n", ":3: column weight: the field is empty"),
    ("town-d.gr", "a 1 2 1000\n", "a 1 2 1e3\n", ":3: column weight: found “1e3”"),
    ("town-d.gr", "a 1 2 1000\n", "x 1 2 1000\n", ":3: column line: found “1”; a line “p sp NODES ARCS”"),
    ("town-d.gr", "a 1 2 1000\n", "", "it announces 5 arcs and has 4"),
    ("town-d.gr", "p sp 3 5", "p max 3 5", ":2: column problem: found “3”; “sp” is expected"),
    ("town-d.gr", "p sp 3 5", "p sp 99999999999 5", "column nodes: found “99999999999”"),
    ("town-d.gr", "p sp 3 5", "p sp 4 5", "does not fit"),
    ("town-t.gr", "a 1 2 2500\n", "a 1 3 2500\n", "the arcs differ"),
    ("town-d.co", "v 2 -73500500", "v 3 -73500500", "a node not named by an earlier line is expected"),
    ("town-d.co", "v 2 -73500500 41000000\n", "", "it has no coordinates of node 2"),
    ("town-d.co", "41000000", "95000000", "column latitude: found “95000000”"),
    ("town-d.co", "co 3", "co 3000000000", "column nodes: found “3000000000”"),
    ("town-d.co", "p aux sp co 3\n", "", "a line “p aux sp co NODES”"),
  ])
  func tellsFaults(file: String, old: String, new: String, sentence: String) throws {
    var files = Self.files
    files[file] = files[file]?.replacingOccurrences(of: old, with: new)
    let error = #expect(throws: NetworkError.self) { try read(files) }
    #expect(error?.description.contains(sentence) == true, "\(String(describing: error))")
  }

  @Test func namesTheMissingCoordinates() throws {
    var files = Self.files
    files["town-d.co"] = nil
    let error = #expect(throws: NetworkError.self) { try read(files) }
    #expect(error?.description.contains("town-d.co: there is no such file") == true)
  }

  @Test(.enabled(if: SharedData.has("new-york/USA-road-d.NY.gr.gz")))
  func newYorkIsStronglyConnected() throws {
    let path = SharedData.url("new-york/USA-road-d.NY.gr.gz").path
    let reader = DIMACSReader(file: path)
    #expect(reader.files.count == 3)
    let (network, report) = try reader.read()
    #expect(network.nodeCount == 264_346)
    #expect(network.linkCount == 733_846)
    #expect(report.components == 1)
    #expect(network.milliseconds(of: 0) == Int32((2008 * 3.6).rounded()))
  }

  private func read(
    _ files: [String: String], _ options: ImportOptions = ImportOptions(), entry: String = "town-d.gr"
  ) throws -> (network: Network, report: NetworkReport) {
    try withScratchFolder { folder in
      for (name, text) in files { try Data(text.utf8).write(to: URL(filePath: folder + "/" + name)) }
      return try DIMACSReader(file: folder + "/" + entry, options: options).read()
    }
  }
}
