import CarpoolScenario
import Ground
import Scenario
import Statistics
import TestSupport
import Testing

@testable import Synthesis

@Suite struct RecordedFuzzTests {
  private static let drivers = """
    driver_id,depart_s,origin_x,origin_y,destination_x,destination_y,announce_s,latest_arrive_s,seats,age,wants_age_min
    1,10,0,0,3000,4000,5,9000,3,40,20
    2,20.5,100,100,2000,0,,,,,
    """

  private static let requests = """
    request_id,submit_s,origin_x,origin_y,destination_x,destination_y,latest_pickup_s,max_ride_s,party_size,probe
    1,10,0,0,3000,4000,900,800,2,true
    2,20.5,100,100,2000,0,,,,
    """

  private static let trips = """
    id,pickup_datetime,dropoff_datetime,pickup_longitude,pickup_latitude,dropoff_longitude,dropoff_latitude,passenger_count
    1,2008-05-22 00:01:58,2008-05-22 00:08:06,1,45,1.1,45.1,3
    2,2008-05-22 03:00:00,,1,45,1.1,45.1,0
    """

  /// Fields and bytes are mutated: whatever comes out is read or refused with a word, and never crashes.
  @Test(arguments: [("plane", 0), ("torus", 0), ("road", 0), ("globe", 0), ("globe", 1)])
  func mutatedRowsAreReadOrRefused(space: String, format: Int) throws {
    let folder = try TemporaryFolder([:])
    let territory =
      ["plane": Fixture.plane, "torus": Fixture.torus, "road": Fixture.road][space] ?? Fixture.globe
    let sides =
      format == 1
      ? ("{kind: 'trips'}", "{kind: 'trips'}")
      : ("{kind: 'recorded', file: 'a.csv'}", "{kind: 'recorded', file: 'b.csv'}")
    let scenario = try Fixture.scenario(
      supply: sides.0, demand: sides.1, overrides: ["trips.file=a.csv", "time.duration_s=null"])
    forAll(seeds: 0..<300) { seed in
      var draws = KeyedGenerator(seed: seed, replication: 0, purpose: .role)
      let first = format == 1 ? Self.trips : Self.drivers
      try folder.write(Self.mutated(first, &draws), as: "a.csv")
      try folder.write(Self.mutated(Self.requests, &draws), as: "b.csv")
      do throws(SynthesisError) {
        let population = try Population.make(scenario, in: territory, folder: folder.path)
        let count = population.drivers.count + population.requests.count
        return count <= 4 ? nil : "more travellers than rows"
      } catch {
        return error.description.isEmpty ? "refused without a word" : nil
      }
    }
  }

  private static let board = [
    "o.csv": "offer_id,publish_s,seats,user_id,takes_instant\n1,0,3,7,true\n2,5,2,,\n",
    "s.csv": """
    offer_id,sequence,time_s,stop_x,stop_y,price
    1,0,10,0,0,
    1,1,600,3000,4000,5
    2,0,10,100,100,
    2,1,900,2000,0,7.5
    """,
    "p.csv": "offer_id,from_stop,to_stop,price\n1,0,1,5\n2,0,1,6\n",
    "b.csv":
      "booking_id,submit_s,offer_id,from_stop,to_stop,party_size,user_id\n1,0,1,0,1,2,8\n2,6,2,0,1,1,\n",
    "f.csv": "user_a,user_b\n7,8\n8,7\n",
  ]

  @Test(arguments: [["o.csv"], ["s.csv"], ["p.csv", "b.csv"], ["b.csv", "f.csv"]])
  func mutatedBoardsAreReadOrRefused(files: [String]) throws {
    let folder = try TemporaryFolder(Self.board)
    let scenario = try Fixture.scenario(overrides: [
      "board={offers: {kind: 'recorded', file: 'o.csv', stops_file: 's.csv', prices_file: 'p.csv'},"
        + " seeks: {kind: 'recorded', file: 'b.csv'}}",
      "friends.network={kind: 'recorded', file: 'f.csv'}", "time.duration_s=null",
    ])
    forAll(seeds: 0..<300) { seed in
      var draws = KeyedGenerator(seed: seed, replication: 0, purpose: .role)
      for file in files { try folder.write(Self.mutated(Self.board[file] ?? "", &draws), as: file) }
      do throws(SynthesisError) {
        let population = try Population.make(scenario, in: Fixture.plane, folder: folder.path)
        let isParallel =
          population.trips.count == population.drivers.count
          && population.seeks.count == population.requests.count
          && population.users?.ofDriver.count == population.drivers.count
        return isParallel ? nil : "lists that are not parallel"
      } catch {
        return error.description.isEmpty ? "refused without a word" : nil
      }
    }
  }

  private static let values = [
    "", "-1", "0", "1e308", "-1e308", "1e15", "999999999999999", "-999999999999999", "9223372036854775807",
    "-9223372036854775808", "nan", "inf", "0.0001", "180", "90", "x", "\"", "9999-12-31 23:59:59",
    "0001-01-01 00:00:00", "true", "\u{FF}",
  ]

  private static func mutated(_ text: String, _ draws: inout KeyedGenerator) -> String {
    var lines = text.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    for _ in 0..<draws.integer(in: 1..<5) {
      let line = draws.integer(in: 0..<10) == 0 ? 0 : draws.integer(in: 1..<lines.count)
      let field = draws.integer(in: 0..<lines[line].count)
      lines[line][field] = Substring(values[draws.integer(in: 0..<values.count)])
    }
    var bytes = Array(lines.map { $0.joined(separator: ",") }.joined(separator: "\n").utf8)
    if draws.integer(in: 0..<4) == 0 { bytes.remove(at: draws.integer(in: 0..<bytes.count)) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
