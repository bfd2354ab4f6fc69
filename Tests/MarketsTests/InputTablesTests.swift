import Foundation
import Ground
import Models
import RoadNetwork
import Scenario
import Tables
import TestSupport
import Testing

@testable import Markets

/// The descriptions of the tables that are read, against the binding list of formats and against the readers.
struct InputTablesTests {
  private static func table(_ market: String, _ name: String) throws -> InputTable {
    let model = try #require(Markets.named(market))
    return try #require(model.inputTables.first { $0.name == name }, "\(market) has no table \(name)")
  }

  private static let ends = ["origin", "destination"].flatMap { end in
    ["_lon", "_lat", "_x", "_y", "_node_id"].map { end + $0 }
  }

  private static let person =
    "smoker sex age wants_smoker wants_sex wants_age_min wants_age_max wants_required"

  /// The columns that the formats promise, by table.
  static let promised: [(market: String, table: String, columns: [String])] = [
    (
      "carpool", "requests",
      ends
        + words(
          "request_id submit_s earliest_pickup_s latest_pickup_s earliest_dropoff_s latest_dropoff_s max_ride_s boarding_s"
            + " alighting_s party_size luggage patience_s probe role user_id price alternative_s alternative_cost "
            + person)
    ),
    (
      "carpool", "drivers",
      ends
        + words(
          "driver_id depart_s announce_s latest_arrive_s latest_depart_s end_s seats luggage_room max_detour_s"
            + " max_detour_ratio user_id " + person)
    ),
    (
      "carpool", "trips",
      words(
        "id pickup_datetime pickup_longitude pickup_latitude dropoff_longitude dropoff_latitude passenger_count role"
      )
    ),
    (
      "carpool", "offers",
      words(
        "offer_id publish_s seats luggage_room max_detour_s max_detour_ratio takes_instant books_at_once user_id "
          + person)
    ),
    (
      "carpool", "offer_stops",
      words("offer_id sequence time_s stop_lon stop_lat stop_x stop_y stop_node_id price")
    ),
    ("carpool", "offer_prices", words("offer_id from_stop to_stop price")),
    ("carpool", "friends", words("user_a user_b")),
    ("carpool", "matrix", words("origin destination number hour")),
    (
      "carpool", "register",
      words(
        "journey_id trip_id journey_start_datetime journey_end_datetime journey_start_lon journey_start_lat journey_end_lon"
          + " journey_end_lat passenger_seats journey_duration")
    ), ("carpool", "zones", words("zone x y lon lat")),
    ("carpool", "meeting_places", words("id lon lat x y name capacity location_type")),
    ("carpool", "node_weights", words("node_id weight")),
    (
      "services", "providers",
      words(
        "provider_id base_lon base_lat base_x base_y base_node_id categories radius_m districts hours price_per_h rating"
          + " registered_s validated_s leaves_s closes_s")
    ),
    (
      "services", "jobs",
      words(
        "job_id submit_s place_lon place_lat place_x place_y place_node_id category task district duration_s real_duration_s"
          + " earliest_s latest_s budget least_rating patience_s probe client_id")
    ),
    ("shifts", "programme", words("post slot begin_s end_s zone places opens_s")),
    (
      "shifts", "volunteers",
      words(
        "volunteer_id sign_up_s flexible max_shifts slot slot_flexible post zone any_of overnight meal shirt")
    ),
    ("orders", "accounts", words("account_id opens_s credits usual_pack referred_by")),
    (
      "orders", "orders",
      words(
        "order_id submit_s account_id recipients codes countries channel completed_s patience_s probe")
    ),
  ]

  private static func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

  @Test(arguments: promised.indices)
  func `a table that is read has the columns of the formats and no others`(place: Int) throws {
    let (market, name, columns) = Self.promised[place]
    let table = try Self.table(market, name)
    #expect(Set(table.columnNames) == Set(columns))
    #expect(table.columnNames.count == Set(table.columnNames).count)
    for column in table.columns {
      #expect(column.meaning.hasSuffix("."), "\(name).\(column.name)")
      #expect(column.unit != .seconds || column.name.hasSuffix("_s"), "\(name).\(column.name)")
      #expect(column.unit != .metres || column.name.hasSuffix("_m"), "\(name).\(column.name)")
    }
  }

  @Test
  func `every input that a scenario may have is described`() {
    let described = Set(Self.promised.map { "\($0.market)/\($0.table)" } + ["carpool/bookings"])
    #expect(
      Set(Markets.all.flatMap { market in market.inputTables.map { "\(market.name)/\($0.name)" } })
        == described)
    #expect(
      InputTable.ofNetworks.map(\.name) == [
        "node", "link", "config", "use_group", "edges", "time_profile", "pairs",
      ])
  }

  /// Small recorded scenarios, with the columns that only other scenarios read.
  static let read: [(file: String, table: String, input: String, changes: [String], unread: [String])] = [
    ("services-recorded.json5", "providers", "services/providers.csv", [], []),
    ("services-recorded.json5", "jobs", "services/jobs.csv", [], []),
    ("shifts-recorded.json5", "programme", "shifts/posts.csv", [], []),
    (
      "shifts-recorded.json5", "volunteers", "shifts/volunteers.csv", [],
      ["overnight", "any_of", "meal", "shirt"]
    ),
    (
      "shifts-recorded.json5", "volunteers", "shifts/volunteers.csv", ["needs={beds:{share:0.5}}"],
      ["any_of", "meal", "shirt"]
    ),
    ("orders-recorded.json5", "accounts", "orders/accounts.csv", [], ["referred_by"]),
    ("orders-recorded.json5", "orders", "orders/orders.csv", [], ["countries", "channel"]),
  ]

  @Test(arguments: read.indices)
  func `a reader reads the columns that are described`(place: Int) throws {
    let (file, name, input, changes, unread) = Self.read[place]
    try withScratchFolder { folder in
      let source = checkoutPath("Scenarios/")
      for part in ["services", "shifts", "orders"] {
        try FileManager.default.copyItem(atPath: source + part, toPath: "\(folder)/\(part)")
      }
      try FileManager.default.copyItem(atPath: source + file, toPath: "\(folder)/\(file)")
      let market = String(file.prefix { $0 != "-" })
      // Places have coordinates in metres here; columns for degrees and nodes are those of other spaces.
      let table = try Self.table(market, name)
      let others = ["_lon", "_lat", "_node_id"]
      let wanted = table.columnNames.filter { column in !others.contains { column.hasSuffix($0) } }
      var lines = try text(input, in: folder).split(separator: "\n").map(String.init)
      let present = lines[0].split(separator: ",").map(String.init)
      #expect(present.allSatisfy(table.columnNames.contains))
      let more = wanted.filter { !present.contains($0) }
      for row in lines.indices {
        lines[row] += (row == 0 ? more : more.map { _ in "" }).map { "," + $0 }.joined()
      }
      try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: URL(filePath: "\(folder)/\(input)"))
      let scenario = try Scenario.load(
        contentsOf: "\(folder)/\(file)", overrides: changes, markets: Markets.scenarios)
      let world = try Markets.of(scenario).world(
        of: scenario, folder: folder, on: .method(.advised(questions: nil)), progress: { _ in })
      let unknown = world.notices.compactMap { notice in
        try? Regex("unknown column `([a-z_]+)`").firstMatch(in: notice)?.output[1].substring.map(
          String.init)
      }
      #expect(Set(unknown) == Set(unread))
    }
  }
}
