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
