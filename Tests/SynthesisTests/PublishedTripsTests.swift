import Ground
import Quantities
import Scenario
import Spaces
import TestSupport
import Testing
import Travellers

@testable import Synthesis

/// Trips in the layouts in which cities publish them.
@Suite struct PublishedTripsTests {
  /// The layouts that New York has used, a trip of two persons each, and that of others by their names.
  @Test(arguments: [
    (
      "taxi",
      "vendor_name,Trip_Pickup_DateTime,Trip_Dropoff_DateTime,Passenger_Count,Trip_Distance,Start_Lon,Start_Lat,Rate_Code,"
        + "store_and_forward,End_Lon,End_Lat",
      "VTS,2008-05-22 00:01:40,2008-05-22 00:09:00,2,2.6,1,45,,,1.1,45.1"
    ),
    (
      "taxi",
      "vendor_id, pickup_datetime, dropoff_datetime, passenger_count, trip_distance, pickup_longitude, pickup_latitude,"
        + " rate_code, store_and_fwd_flag, dropoff_longitude, dropoff_latitude\r\n\r",
      "CMT,2008-05-22 00:01:40,2008-05-22 00:09:00,2,.7,1,45,1,N,1.1,45.1"
    ),
    (
      "taxi",
      "VendorID,tpep_pickup_datetime,tpep_dropoff_datetime,passenger_count,trip_distance,pickup_longitude,pickup_latitude,"
        + "RateCodeID,store_and_fwd_flag,dropoff_longitude,dropoff_latitude",
      "1,2008-05-22 00:01:40,2008-05-22 00:09:00,2,.7,1,45,1,N,1.1,45.1"
    ),
    (
      "taxi",
      "VendorID,lpep_pickup_datetime,Lpep_dropoff_datetime,Store_and_fwd_flag,RateCodeID,Pickup_longitude,Pickup_latitude,"
        + "Dropoff_longitude,Dropoff_latitude,Passenger_count,Trip_type ",
      "2,2008-05-22 00:01:40,2008-05-22 00:09:00,N,1,1,45,1.1,45.1,2,1,,"
    ),
    (
      "chicago",
      "Trip ID,Taxi ID,Trip Start Timestamp,Pickup Centroid Latitude,Pickup Centroid Longitude,Dropoff Centroid Latitude,"
        + "Dropoff Centroid  Longitude,passenger_count", "a1,b2,05/22/2008 12:01:40 AM,45,1,45.1,1.1,2"
    ),
    (
      "chicago",
      "trip_id,trip_start_timestamp,pickup_centroid_latitude,pickup_centroid_longitude,dropoff_centroid_latitude,"
        + "dropoff_centroid_longitude,passenger_count", "a1,2008-05-22T00:01:40.000,45,1,45.1,1.1,2"
    ),
    (
      "divvy",
      "ride_id,rideable_type,started_at,ended_at,start_lat,start_lng,end_lat,end_lng,passenger_count",
      "F1,classic_bike,2008-05-22 00:01:40,2008-05-22 00:09:00,45,1,45.1,1.1,2"
    ),
  ])
  func areReadByTheirNames(format: String, header: String, row: String) throws {
    let header = header.replacing("Centroid  ", with: "Centroid ")
    let population = try read("\(header)\n\(row)\n", format)
    let request = try #require(population.requests.first)
    #expect(request.submit == Milliseconds(100_000) && request.partySize == 2)
    let (origin, destination) = (coordinates(request.origin), coordinates(request.destination))
    #expect(abs(origin.x - 1) < 1e-6 && abs(origin.y - 45) < 1e-6)
    #expect(abs(destination.x - 1.1) < 1e-6 && abs(destination.y - 45.1) < 1e-6)
  }

  /// Chicago leaves places empty that would give persons away.
  @Test func tripsWithoutAPlaceTakeNoPart() throws {
    let header =
      "trip_id,trip_start_timestamp,pickup_centroid_latitude,pickup_centroid_longitude,dropoff_centroid_latitude,"
      + "dropoff_centroid_longitude\n"
    let rows = "a,2008-05-22T00:00:00,45,1,,\nb,2008-05-22T00:00:00,45,1,45.1,1.1\n"
    let population = try read(header + rows, "chicago")
    #expect(population.requests.map(\.refusal) == [.outsideSpace, nil])
  }

  @Test func columnsOfAnyOtherNameAreMapped() throws {
    let text = "when,x1,y1,x2,y2,riders\n2008-05-22 00:01:40,1,45,1.1,45.1,3\n"
    let names = [
      "pickup_datetime": "when", "pickup_longitude": "x1", "pickup_latitude": "y1", "dropoff_longitude": "x2",
      "dropoff_latitude": "y2", "passenger_count": "riders",
    ]
    let pairs = names.sorted { $0.key < $1.key }.map { "\($0.key): '\($0.value)'" }.joined(separator: ", ")
    let population = try read(text, "taxi", ["trips.columns={\(pairs)}"])
    #expect(population.requests.map(\.partySize) == [3])
  }

  @Test func recordedSidesHaveAMappingToo() throws {
    let folder = try TemporaryFolder([
      "r.csv": "who,asked,x,y,destination_x,destination_y\nAmina ,10,0,0,100,100\nBo,20,0,0,100,100\n",
      "d.csv":
        "driver_id,go,origin_x,origin_y,destination_x,destination_y\n1.0,0,0,0,100,100\n2.0,0,0,0,100,100\n",
    ])
    let population = try Fixture.population(
      supply: "{kind: 'recorded', file: 'd.csv', columns: {depart_s: 'go'}}",
      demand: """
        {kind: 'recorded', file: 'r.csv', columns: {request_id: 'who', submit_s: 'asked', origin_x: 'x', origin_y: 'y'}}
        """, folder: folder.path)
    #expect(population.requests.map { population.requestNames.text(of: $0.id) } == ["Amina", "Bo"])
    #expect(population.drivers.map(\.id) == [1, 2])
    let scenario = try Fixture.scenario(
      supply: "{kind: 'recorded', file: 'd.csv', columns: {depart_s: 'go'}}", demand: "{kind: 'none'}",
      overrides: [])
    #expect("\(scenario.identity())".contains(#""columns":{"depart_s":"go"}"#))
  }

  @Test func aNameWithABlankBehindItIsGivenTwice() throws {
    let folder = try TemporaryFolder([
      "r.csv":
        "request_id,submit_s,origin_x,origin_y,destination_x,destination_y\nAmina,1,0,0,9,9\n\"Amina \",2,0,0,9,9\n"
    ])
    let error = #expect(throws: SynthesisError.self) {
      try Fixture.population(demand: "{kind: 'recorded', file: 'r.csv'}", folder: folder.path)
    }
    #expect(error?.description.contains("an id not used by an earlier row") == true)
  }

  private func coordinates(_ place: Place) -> Coordinates { Geometry.globe.coordinates(of: place.position) }

  private func read(_ text: String, _ format: String, _ overrides: [String] = []) throws -> Population {
    let folder = try TemporaryFolder(["t.csv": text])
    return try Fixture.population(
      supply: "{kind: 'none'}", demand: "{kind: 'trips'}",
      overrides: ["trips.file=t.csv", "trips.format=\(format)", "trips.driver_share=0"] + overrides,
      in: Fixture.globe, folder: folder.path)
  }
}
