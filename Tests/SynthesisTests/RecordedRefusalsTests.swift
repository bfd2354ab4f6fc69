import Testing

@testable import Synthesis

/// What files of recorded travellers are refused for.
@Suite struct RecordedRefusalsTests {
  @Test(arguments: [
    ("matching.walk_m=100", "meeting points"),
    ("matching.transfer={grid_m: 500}", "a transfer adds two stops"),
    ("results.hindsight=true", "the hindsight optimum"), ("board={}", "a single dwell time"),
  ])
  func `stops of a party's own are refused where all have to be alike`(field: String, words: String) throws {
    let folder = try TemporaryFolder([
      "r.csv":
        "request_id,submit_s,origin_x,origin_y,destination_x,destination_y,boarding_s\n1,0,0,0,3000,4000,60\n",
      "s.json5":
        "{space: {kind: 'plane'}, supply: {kind: 'none'}, demand: {kind: 'recorded', file: 'r.csv'}}",
    ])
    _ = try CarpoolInput(contentsOf: folder.path + "/s.json5")
    do {
      _ = try CarpoolInput(contentsOf: folder.path + "/s.json5", overrides: [field])
      Issue.record("it was read")
    } catch {
      #expect("\(error)".contains("requests: 1 have individual stops"), "\(error)")
      #expect("\(error)".contains(words), "\(error)")
    }
  }

  @Test func whatIsNoNameIsRefused() {
    let long = String(repeating: "n", count: 201)
    let wanted =
      "a name of at most 200 bytes, without control characters, that does not begin like a formula (=, +, -, @) is"
      + " expected"
    #expect(
      RecordedTables.fault(
        requests: RecordedTables.requests(named: ["Ana", "Ana", "", "=1+1", "\"a\u{7}b\"", long, "-5"]))
          == """
          r.csv:3: column request_id: found “Ana”; an id not used by an earlier row is expected
          r.csv:4: column request_id: the field is empty; a whole number or a name is expected
          r.csv:5: column request_id: found “=1+1”; \(wanted)
          r.csv:6: column request_id: found “a�b”; \(wanted)
          r.csv:7: column request_id: found “\(long.prefix(60))…”; \(wanted)
          """)
  }

  @Test func allFaultsOfAFileAreNamedWithTheirPlace() {
    #expect(
      RecordedTables.fault(
        drivers: """
          driver_id,depart_s,origin_x,origin_y,destination_x,destination_y,seats,sex,max_detour_s,wants_age_min,wants_age_max
          1,x,0,0,1,1,3,f,,,
          1,5,0,,1,1,200,q,-1,40,30
          2,,0,0,1,1,3,f,,,
          """) == """
          d.csv:2: column depart_s: found “x”; a finite number is expected
          d.csv:3: column driver_id: found “1”; an id not used by an earlier row is expected
          d.csv:3: column origin_y: the field is empty; a finite number is expected
          d.csv:3: column seats: found “200”; an integer from 0 to 100 is expected
          d.csv:3: column max_detour_s: found “-1”; seconds from 0 up is expected
          d.csv:3: column sex: found “q”; one of f, m is expected
          d.csv:3: column wants_age_max: found “30”; an age from wants_age_min up is expected
          d.csv:4: column depart_s: the field is empty; a time, or supply.default_depart_s is expected
          """)
  }

  @Test(arguments: [
    (
      "driver_id,depart_s",
      "d.csv:1: missing columns origin_x, origin_y, destination_x, destination_y; "
        + "present: driver_id, depart_s; `detour columns input/drivers` describes its columns"
    ),
    (
      "driver_id,origin_x,origin_y,destination_x,destination_y",
      "d.csv:1: missing column depart_s; present: driver_id, origin_x, origin_y, destination_x, "
        + "destination_y; `detour columns input/drivers` describes its columns"
    ),
    (
      "driver_id,depart_s,origin_x,origin_y,destination_x,destination_y",
      "d.csv: there are no rows below the header; at least one is expected"
    ),
    ("", "d.csv: the file is empty; expected a header line with the column names"),
  ])
  func aFileWithoutColumnsOrRowsIsAFault(text: String, sentence: String) {
    #expect(RecordedTables.fault(drivers: text) == sentence)
  }

  @Test func anEmptyOriginIsAFaultAndEndsNoProgram() {
    #expect(
      RecordedTables.fault(
        requests: "request_id,submit_s,origin_node_id,destination_node_id\n1,0,11,10\n2,0,,10\n",
        in: Fixture.road)
        == "r.csv:3: column origin_node_id: the field is empty; the id of a node of the network is expected"
    )
  }

  @Test func anUnknownNodeRefusesItsRow() {
    #expect(
      RecordedTables.fault(
        requests: "request_id,submit_s,origin_node_id,destination_node_id\n1,0,10,11\n", in: Fixture.road)
        == "requests: all 1 are refused, so there is nothing to simulate: 1 unknown_node (an end names a node that"
        + " is not in the network)"
    )
  }

  @Test func nodesOfNoNetworkAreAFault() {
    #expect(
      RecordedTables.fault(requests: "request_id,submit_s,origin_node_id,destination_node_id\n1,0,10,11\n")
        .hasPrefix(
          "r.csv:1: missing columns origin_x, origin_y, destination_x, destination_y"))
  }

  @Test func degreesThatAreNoneAreAFault() {
    let text = "request_id,submit_s,origin_lon,origin_lat,destination_lon,destination_lat\n1,0,181,91,1,11\n"
    #expect(
      RecordedTables.fault(requests: text, in: Fixture.globe) == """
        r.csv:2: column origin_lon: found “181”; a longitude from -180 to 180 is expected
        r.csv:2: column origin_lat: found “91”; a latitude from -90 to 90 is expected
        """)
  }
}
