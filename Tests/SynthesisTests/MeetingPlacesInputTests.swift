import Ground
import Matching
import Quantities
import Spaces
import Synthesis
import Tables
import TestSupport
import Testing

/// Files of places at which passengers are met.
@Suite struct MeetingPlacesInputTests {
  /// Two requests between (0, 0) and (2000, 0), the second 10 m to the east.
  private static let requests = """
    request_id,submit_s,origin_x,origin_y,destination_x,destination_y
    7,0,0,0,2000,0
    8,0,10,0,2010,0

    """

  private func input(
    _ places: String, space: String = "kind: 'plane', width_m: 5000, height_m: 5000", door: Bool = false,
    requests: String = Self.requests
  ) throws -> CarpoolInput {
    let folder = try TemporaryFolder([
      "p.csv": places, "r.csv": requests,
      "s.json5":
        "{space: {\(space)}, supply: {kind: 'none'}, demand: {kind: 'recorded', file: 'r.csv'},"
        + " matching: {walk_m: 300, meeting: {kind: 'places', file: 'p.csv', door: \(door)}}}",
    ])
    return try CarpoolInput(contentsOf: folder.path + "/s.json5")
  }

  private func fault(_ body: () throws -> CarpoolInput) -> String {
    do {
      _ = try body()
      return "it was read"
    } catch { return "\(error)" }
  }

  @Test func `places are read, and repeated ones count once`() throws {
    let input = try input("id,x,y,name\na,100,0,Mill\nb,2100,0,\nc,100,0,Mill again\n")
    #expect(input.meetingPlaces?.places.map(\.position.x) == [100, 2100])
    #expect(input.meetingPlaces?.includesDoor == false)
    #expect(input.inputs.contains { $0.role == "meeting_places" && $0.path == "p.csv" })
    #expect(input.notices.isEmpty, "\(input.notices)")
  }

  @Test(arguments: [
    "id_lieu;nom_lieu;Xlong;Ylat;insee\n1;Aire A;104.0605;30.67;1\n2;Aire B;104.08;30.67;1\n",
    "stop_id,stop_name,stop_lat,stop_lon,location_type\n1,A,30.67,104.0605,0\n2,B,30.67,104.08,\n3,C,30.67,104.06,1\n",
    "id,lon,lat\n1,104.0605,30.67\n2,104.08,30.67\n", "id,x,y\n1,104.0605,30.67\n2,104.08,30.67\n",
  ])
  func `the columns of known files are found by name`(_ places: String) throws {
    let input = try input(
      places, space: "kind: 'geographic', west: 104, south: 30, east: 105, north: 31",
      requests: "request_id,submit_s,origin_lon,origin_lat,destination_lon,destination_lat\n"
        + "1,0,104.06,30.67,104.081,30.67\n")
    #expect(input.meetingPlaces?.places.count == 2)
  }

  @Test func `a capacity is not used, which is told`() throws {
    let notices = try input("id,x,y,capacity\na,100,0,4\nb,2100,0,9\n").notices.map(\.description)
    #expect(notices.count == 1 && notices[0].contains("`capacity` has no effect"), "\(notices)")
  }

  @Test func `all faults of a file are found in one pass`() {
    let fault = fault { try input("id,x,y\na,100,0\na,2100,0\n,200,0\nd,9000,0\ne,far,0\n") }
    #expect(fault.contains(":3:") && fault.contains("an id not used by the place in line 2"), "\(fault)")
    #expect(fault.contains(":4:") && fault.contains("an id"), "\(fault)")
    #expect(fault.contains(":5:") && fault.contains("a place inside the space"), "\(fault)")
    #expect(fault.contains(":6:") && fault.contains("far"), "\(fault)")
  }

  @Test func `faults of places and of requests are found together`() {
    let fault = fault {
      try input(
        "id,x,y\na,9000,0\n",
        requests: "request_id,submit_s,origin_x,origin_y,destination_x,destination_y\n1,x,0,0,9,9\n")
    }
    #expect(fault.contains("a place inside the space") && fault.contains("submit_s"), "\(fault)")
  }

  @Test func `requests without two places in reach are refused`() throws {
    // The second request's destination is 301 m from the only place there.
    let places = "id,x,y\na,0,0\nb,1709,0\n"
    let fault = fault { try input(places) }
    #expect(fault.contains("1 of 2 lack distinct meeting places within 300 m"), "\(fault)")
    #expect(fault.contains("the first is 8"), "\(fault)")
    #expect(try input(places, door: true).meetingPlaces?.includesDoor == true)
    #expect(self.fault { try input("id,x,y\na,1000,0\n") }.contains("2 of 2 lack distinct meeting places"))
    #expect(self.fault { try input("id,x,y\n") }.contains("no rows below the header"))
    #expect(self.fault { try input("place,x,y\n1,0,0\n") }.contains("id"))
  }
}
