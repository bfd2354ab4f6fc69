import Foundation
import Quantities
import Tables
import Testing

@testable import RoadNetwork

@Suite struct TravelTimeProfileTests {
  /// A ring of three links: a street of 10 s, an arterial of 10.001 s, and one without a class of 5 ms.
  private static func ring(hasClasses: Bool = true) -> Network {
    var builder = NetworkBuilder(
      geometry: .plane, roadClassNames: hasClasses ? ["other", "street", "arterial", "lane"] : [])
    for node in 0..<3 { builder.addNode(id: Int64(node), at: Coordinates(x: Double(node), y: 0)) }
    let links: [(milliseconds: Int32, roadClass: UInt8?)] = [(10_000, 1), (10_001, 2), (5, nil)]
    for (index, link) in links.enumerated() {
      builder.addLink(
        id: Int64(index), from: NodeIndex(index), to: NodeIndex((index + 1) % 3), metres: 100,
        milliseconds: link.milliseconds, roadClass: hasClasses ? link.roadClass : nil)
    }
    return builder.build()
  }

  private static let rows = "7,arterial,1.5\n7,,1.25\n8,street,2\n9,lane,3\n10, arterial ,1\n"

  private func profile(_ rows: String, for network: Network) throws -> TravelTimeProfile {
    try withScratchFolder { folder in
      let path = folder + "/profile.csv"
      try Data(("hour,road_class,factor\n" + rows).utf8).write(to: URL(filePath: path))
      return try TravelTimeProfile(contentsOf: path, for: network)
    }
  }

  @Test func hoursWithTheSameFactorsShareASlice() throws {
    let profile = try profile(Self.rows, for: Self.ring())
    // No link is a lane, and a factor of 1 changes nothing: hours 9 and 10 are as free as the night.
    #expect(profile.sliceOfHour == Array(repeating: 0, count: 7) + [1, 2] + Array(repeating: 0, count: 15))
    #expect(profile.sliceCount == 3)
    #expect((0..<3).map { profile.factor(hour: 7, roadClass: $0) } == [1.25, 1.25, 1.5])
    #expect((0..<3).map { profile.factor(hour: 8, roadClass: $0) } == [1, 2, 1])
  }

  @Test func theSliceIsThatOfTheHourOnAnyDay() throws {
    let profile = try profile(Self.rows, for: Self.ring())
    let hour = Milliseconds(3_600_000)
    let day = 24 * hour
    for days in [-2, 0, 5] as [Int64] {
      #expect(profile.slice(at: days * day + 7 * hour) == 1)
      #expect(profile.slice(at: days * day + 7 * hour - Milliseconds(1)) == 0)
      #expect(profile.slice(at: days * day + 8 * hour - Milliseconds(1)) == 1)
      #expect(profile.slice(at: days * day + 8 * hour) == 2)
      #expect(profile.slice(at: days * day) == 0)
    }
  }

  @Test func linksTakeTheirTimeTimesBothFactorsRoundedOnce() throws {
    let network = Self.ring()
    let profile = try profile(Self.rows, for: network)
    func times(_ factor: Double, hour: Int) -> [Int32] {
      let daily = DailyRouting(network, profile: profile, travelTimeFactor: factor, method: .dijkstra)
      return daily.index(ofSlice: profile.sliceOfHour[hour]).network.outgoing.arcs.map(\.milliseconds)
    }
    #expect(times(1, hour: 7) == [12_500, 15_002, 6])
    #expect(times(1, hour: 8) == [20_000, 10_001, 5])
    #expect(times(1, hour: 9) == [10_000, 10_001, 5])
    // 5 × 1.1 × 1.25 is 6.875: rounded after each factor it would be 8.
    #expect(times(1.1, hour: 7) == [13_750, 16_502, 7])
    #expect(times(0.0001, hour: 7) == [1, 2, 1])
  }

  @Test func aSliceWithoutFactorsIsTheNetworkItself() throws {
    let network = Self.ring()
    let profile = try profile(Self.rows, for: network)
    let daily = DailyRouting(network, profile: profile, method: .labels)
    #expect(daily.index(ofSlice: 0).network === network)
    #expect(daily.index(ofSlice: 1).network !== network)
    #expect(DailyRouting(network, profile: .constant, method: .labels).index(ofSlice: 0).network === network)
  }

  /// Every time of every slice, by every method, is that of Floyd and Warshall on times multiplied here.
  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func queriesAreExactWithinASlice(seed: UInt64) throws {
    var random = TestGenerator(seed: seed)
    let plan = CityPlan(columns: 6, rows: 5, arterialEvery: 2, oneWayShare: 0.4, seed: seed)
    let network = plan.network().network
    let street = Double.random(in: 0.3...3, using: &random)
    let arterial = Double.random(in: 1...4, using: &random)
    let profile = try profile("7,street,\(street)\n7,arterial,\(arterial)\n8,,\(street)\n", for: network)
    for hour in [0, 7, 8] {
      let ofStreet = hour == 0 ? 1 : street
      let ofArterial = hour == 0 ? 1 : hour == 7 ? arterial : street
      let expected = floydWarshall(scaled(network, [1, ofStreet, ofArterial]))
      for method in RoutingMethod.allCases {
        let daily = DailyRouting(network, profile: profile, method: method)
        var router = Router(daily.index(ofSlice: profile.sliceOfHour[hour]))
        for origin in network.nodes {
          for destination in network.nodes {
            let time = expected[Int(origin)][Int(destination)]
            #expect(router.milliseconds(from: origin, to: destination) == time)
            #expect(router.path(from: origin, to: destination)?.milliseconds == time)
          }
        }
      }
    }
  }

  /// `network` with the times of its links multiplied by the factor of their class, link by link.
  private func scaled(_ network: Network, _ factors: [Double]) -> Network {
    var builder = NetworkBuilder(geometry: network.geometry)
    for node in 0..<network.nodeCount {
      builder.addNode(id: network.nodeIDs[node], at: network.coordinates[node])
    }
    for link in network.links {
      let factor = factors[Int(network.roadClasses[Int(link)])]
      builder.addLink(
        id: Int64(Int(link)), from: network.tails[Int(link)], to: network.head(of: link), metres: 1,
        milliseconds: Int32((Double(network.milliseconds(of: link)) * factor).rounded()))
    }
    return builder.build()
  }

  @Test func threadsGetTheSameIndex() async throws {
    let network = CityPlan(columns: 20, rows: 20, seed: 3).network().network
    let daily = try DailyRouting(network, profile: profile("7,,2\n", for: network), method: .labels)
    let slices = await withTaskGroup(of: RoutingIndex.self) { group in
      for _ in 0..<8 { group.addTask { daily.index(ofSlice: 1) } }
      var found: [RoutingIndex] = []
      for await index in group { found.append(index) }
      return found
    }
    let areOne = slices.allSatisfy { $0 === slices[0] }
    #expect(areOne && slices.count == 8)
    #expect(slices[0].method == .labels)
  }

  @Test func eachSliceIsKeptBesideTheFileByItsTimes() throws {
    let network = Self.ring()
    let profile = try profile(Self.rows, for: network)
    try withScratchFolder { folder in
      let file = folder + "/ring.network"
      let routing = RoutingIndex.folder(beside: file)
      try FileManager.default.createDirectory(atPath: routing, withIntermediateDirectories: true)
      let daily = DailyRouting(network, profile: profile, method: .labels, cachedIn: routing)
      let indexes = [daily.index(ofSlice: 1), daily.index(ofSlice: 2)]
      let names = indexes.flatMap { index in
        ["hierarchy", "labels"].map { "\(index.network.routingFingerprint.prefix(16)).\($0)" }
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: routing).sorted() == names.sorted())
      #expect(Set(names).count == 4)
    }
  }

  @Test(arguments: [
    ("24,,1", ":2: column hour: found “24”; an integer from 0 to 23 is expected"),
    ("-1,,1", ":2: column hour: found “-1”; an integer from 0 to 23 is expected"),
    ("7.5,,1", ":2: column hour: found “7.5”; an integer from 0 to 23 is expected"),
    (",,1", ":2: column hour: the field is empty; an integer from 0 to 23 is expected"),
    ("7,,0", ":2: column factor: found “0”; a factor above 0 and not above 100 is expected"),
    ("7,,-1", ":2: column factor: found “-1”; a factor above 0 and not above 100 is expected"),
    ("7,,100.1", ":2: column factor: found “100.1”; a factor above 0 and not above 100 is expected"),
    ("7,,inf", ":2: column factor: found “inf”; a finite number is expected"),
    ("7,,", ":2: column factor: the field is empty; a finite number is expected"),
    (
      "7,motorway,2",
      ":2: column road_class: found “motorway”; one of other, street, arterial, lane, or nothing for all"
        + " others, is expected"
    ),
    ("7,street,1\n7,street,2", ":3: column hour: found “7”; an hour and class that no earlier row has"),
    ("7,,1\n8,,1\n7,,1", ":4: column hour: found “7”; an hour and class that no earlier row has"),
    ("7,street", ":2: the row has 2 fields, the header has 3"),
  ])
  func tellsWhatIsWrong(rows: String, sentence: String) throws {
    let error = #expect(throws: TableError.self) { try profile(rows + "\n", for: Self.ring()) }
    #expect(try #require(error).description.contains("profile.csv" + sentence))
  }

  @Test func tellsAllFaultsAtOnce() throws {
    let rows = "24,bus,0\n7,,1\n7,,1\n"
    let error = #expect(throws: TableError.self) { try profile(rows, for: Self.ring()) }
    let lines = try #require(error).description.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines.filter { $0.contains(":2: ") }.count == 3)
  }

  @Test func aNetworkWithoutClassesHasOneFactorAnHour() throws {
    let network = Self.ring(hasClasses: false)
    let profile = try profile("7,,2\n", for: network)
    let index = DailyRouting(network, profile: profile, method: .dijkstra).index(ofSlice: 1)
    #expect(index.network.outgoing.arcs.map(\.milliseconds) == [20_000, 20_002, 10])
    let error = #expect(throws: TableError.self) { try self.profile("7,street,2\n", for: network) }
    #expect(
      try #require(error).description.hasSuffix(
        "column road_class: found “street”; nothing, for the network has no road classes, is expected"))
  }

  @Test func namesAMissingFileAndAMissingColumn() throws {
    let missing = #expect(throws: TableError.self) {
      try TravelTimeProfile(contentsOf: "/nowhere/profile.csv", for: Self.ring())
    }
    #expect(missing == .missingFile(file: "/nowhere/profile.csv"))
    try withScratchFolder { folder in
      try Data("hour,factor\n7,2\n".utf8).write(to: URL(filePath: folder + "/p.csv"))
      let error = #expect(throws: TableError.self) {
        try TravelTimeProfile(contentsOf: folder + "/p.csv", for: Self.ring())
      }
      #expect(error?.description.contains("missing column road_class; present: hour, factor") == true)
    }
  }
}
