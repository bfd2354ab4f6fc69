import Foundation
import Markets
import Models
import Scenario
import Tables
import TestSupport
import Testing

@testable import Study

/// Varied fields whose place columns of input files take: what is said of them before anything is run, against runs.
struct VariedColumnsTests {
  /// A scenario whose files are small, and values for every column that takes the place of a field.
  struct World: Sendable, CustomTestStringConvertible {
    let name: String
    /// The text of the scenario, or the name of one that comes with the project.
    let scenario: String
    /// The table whose columns are filled, and the file.
    let table: String
    let file: String
    let rows: String
    /// The other files.
    var others: [String: String] = [:]
    /// A value for each column that takes the place of a field.
    let values: [String: String]
    var testDescription: String { "\(name)/\(table)" }
  }

  /// Two values for each field that a column of any market replaces.
  private static let fields: [String: String] = [
    "seats": "1,4", "luggage_room": "0,3", "max_detour_s": "30,900", "max_detour_ratio": "0.05,2",
    "default_depart_s": "10,500", "announce_before_s": "0,600", "persons.smoker_share": "0,1",
    "persons.female_share": "0,1", "persons.age_mean": "20,70", "persons.age_sd": "1,30",
    "persons.age_min": "18,30", "persons.age_max": "60,80", "wishes.smoker_share": "0,1",
    "wishes.sex_share": "0,1", "wishes.age_share": "0.2,1", "wishes.age_span": "1,30",
    "wishes.required_share": "0,1", "lead_s": "300,900", "flexibility_s": "300,900",
    "party_size": "[1],[0,1]", "luggage": "[1],[0,0,1]", "probe_share": "0,0.5", "car_share": "0.1,0.6",
    "radius_m": "500,3000", "hours": #""mon-fri 08:00-12:00","mon-sun 00:00-24:00""#, "rating": "2,5",
    "validation_delay_s": "0,7200", "duration_s": "1800,7200", "window_s": "3600,36000",
    "patience_s": "60,7200", "beds.share": "0.1,0.9",
  ]

  private static func variation(of field: String) -> String? {
    fields.first { field == $0.key || field.hasSuffix("." + $0.key) }.map { "\(field)=\($0.value)" }
  }

  private static let person = [
    "smoker": "true", "sex": "f", "age": "33", "wants_smoker": "true", "wants_sex": "f",
    "wants_age_min": "20",
    "wants_age_max": "60", "wants_required": "false",
  ]

  /// Fifty rows of travellers on a plane, whose numbers look drawn.
  private static func travellers(_ head: String, _ time: Int) -> String {
    "\(head),origin_x,origin_y,destination_x,destination_y\n"
      + (0..<50).map { row in
        let place = { (factor: Int) in 200 + row * factor % 4600 }
        return "\(row),\(row * 37 % time + 1),\(place(977)),\(place(613)),\(place(1453)),\(place(331))\n"
      }.joined()
  }

  private static let drivers = travellers("driver_id,depart_s", 1500)
  private static let requests = travellers("request_id,submit_s", 1500)

  private static let carpool = """
    {
      seed: 3, time: { duration_s: 7200 },
      space: { kind: "plane", width_m: 5000, height_m: 5000, speed_kmh: 36 },
      supply: { kind: "recorded", file: "drivers.csv", persons: {}, wishes: {} },
      demand: { kind: "recorded", file: "requests.csv", persons: {}, wishes: {} },
      matching: { radius_m: 1500 },
    }
    """

  private static let trips = """
    id,pickup_datetime,pickup_longitude,pickup_latitude,dropoff_longitude,dropoff_latitude

    """
    + (0..<60).map { row in
      let degrees = { (factor: Int) in String(format: "%.4f", 0.001 * Double(row * factor % 40)) }
      return
        "\(row),2026-01-05 07:\(10 + row % 49):00,4\(degrees(7).dropFirst(1)),52\(degrees(11).dropFirst(1)),4\(degrees(23).dropFirst(1)),52\(degrees(17).dropFirst(1))\n"
    }.joined()

  private static func shipped(_ name: String) -> String {
    (try? String(contentsOfFile: checkoutPath("Scenarios/" + name), encoding: .utf8)) ?? ""
  }

  static let worlds: [World] = [
    World(
      name: "carpool", scenario: carpool, table: "drivers", file: "drivers.csv", rows: drivers,
      others: ["requests.csv": requests],
      values: person.merging([
        "depart_s": "", "announce_s": "0", "seats": "2", "luggage_room": "1", "max_detour_s": "400",
        "max_detour_ratio": "0.6",
      ]) { $1 }),
    World(
      name: "carpool", scenario: carpool, table: "requests", file: "requests.csv", rows: requests,
      others: ["drivers.csv": drivers],
      values: person.merging([
        "earliest_pickup_s": "1600", "latest_dropoff_s": "6000", "party_size": "1", "luggage": "0",
        "probe": "false", "role": "rider",
      ]) { $1 }),
    World(
      name: "trips",
      scenario: """
        {
          time: { start: "2026-01-05T07:00:00", duration_s: 7200 },
          space: { kind: "geographic", west: 4, south: 52, east: 4.05, north: 52.05, speed_kmh: 30 },
          trips: { file: "trips.csv" }, supply: { kind: "trips" }, demand: { kind: "trips" },
        }
        """, table: "trips", file: "trips.csv", rows: trips, values: ["passenger_count": "1"]),
    World(
      name: "services", scenario: shipped("services-recorded.json5"), table: "providers",
      file: "services/providers.csv", rows: shipped("services/providers.csv"),
      others: ["services/jobs.csv": shipped("services/jobs.csv")],
      values: [
        "radius_m": "4000", "hours": "mon-sun 08:00-18:00", "rating": "4", "validated_s": "0",
      ]),
    World(
      name: "services", scenario: shipped("services-recorded.json5"), table: "jobs",
      file: "services/jobs.csv",
      rows: shipped("services/jobs.csv"),
      others: ["services/providers.csv": shipped("services/providers.csv")],
      values: ["duration_s": "3600", "latest_s": "64800", "patience_s": "1800"]),
    World(
      name: "shifts",
      scenario: shipped("shifts-recorded.json5").replacing(
        "matching:", with: "needs: { beds: { share: 0.5 } }, matching:"), table: "volunteers",
      file: "shifts/volunteers.csv", rows: shipped("shifts/volunteers.csv"),
      others: ["shifts/posts.csv": shipped("shifts/posts.csv")], values: ["overnight": "true"]),
    World(
      name: "orders", scenario: shipped("orders-recorded.json5"), table: "orders", file: "orders/orders.csv",
      rows: shipped("orders/orders.csv"), others: ["orders/accounts.csv": shipped("orders/accounts.csv")],
      values: ["patience_s": "600"]),
  ]

  /// The table with `values` in their columns in each row, which it had or not; nothing in the first row where `first` says so.
  private static func filled(_ table: String, _ values: [String: String], leavingFirst: Bool = false)
    -> String
  {
    var lines = table.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    for (name, value) in values.sorted(by: { $0.key < $1.key }) where !value.isEmpty {
      let place = lines[0].firstIndex(of: name)
      for row in lines.indices {
        let text = row == 0 ? name : row == 1 && leavingFirst ? "" : value
        if let place { lines[row][place] = text } else { lines[row].append(text) }
      }
    }
    return lines.map { $0.joined(separator: ",") + "\n" }.joined()
  }

  private static func study(_ world: World, _ rows: String, _ field: String, in folder: String) throws
    -> Study
  {
    for (name, text) in world.others.merging([world.file: rows], uniquingKeysWith: { $1 }) {
      let path = URL(filePath: folder + "/" + name)
      try FileManager.default.createDirectory(
        at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: path)
    }
    try Data(world.scenario.utf8).write(to: URL(filePath: folder + "/s.json5"))
    var plan = StudyPlan()
    plan.replications = 1
    plan.variations = [
      try Variation(option: try #require(variation(of: field), "\(field) has no values here"))
    ]
    return try Study(plan, scenario: folder + "/s.json5", version: "test")
  }

  private static func fingerprints(_ study: Study, in folder: String) throws -> Set<String> {
    _ = try StudyRunner(study, folder: folder + "/study", jobs: 1).run()
    var rows = try CSVReader(contentsOf: folder + "/study/runs.csv")
    let column = rows.column("fingerprint")
    var found: Set<String> = []
    while rows.next() { found.insert(rows.string(column)) }
    return found
  }

  private static func columns(_ world: World) throws -> [InputColumn] {
    let market = try #require(Markets.all.first { $0.inputTables.contains { $0.name == world.table } })
    return try #require(market.inputTables.first { $0.name == world.table }).columns.filter {
      !$0.replaces.isEmpty
    }
  }

  @Test(arguments: worlds)
  func `a varied field whose place a column takes in every row is told and changes no run`(world: World)
    throws
  {
    let columns = try Self.columns(world)
    for column in columns { #expect(world.values[column.name] != nil, "\(column.name) has no value here") }
    for field in Set(columns.flatMap(\.replaces)).sorted() {
      try withScratchFolder { folder in
        let study = try Self.study(world, Self.filled(world.rows, world.values), field, in: folder)
        let told = study.idleFields.filter { $0.path == field }.map(\.description)
        #expect(told.count == 1, "\(field)")
        #expect(told.first?.hasPrefix("\(field), which varies, has no effect: ") == true, "\(told)")
        #expect(
          told.first?.contains(" of \(world.file) override") == true || told.first?.contains("(") == true,
          "\(told)")
        #expect(try Self.fingerprints(study, in: folder).count == 1, "\(field) changes runs")
      }
    }
  }

  @Test(arguments: worlds)
  func `a column that leaves a row open silences the field in the others alone`(world: World) throws {
    for column in try Self.columns(world) where world.values[column.name]?.isEmpty == false {
      try withScratchFolder { folder in
        let rows = Self.filled(
          Self.filled(world.rows, world.values), [column.name: world.values[column.name] ?? ""],
          leavingFirst: true)
        let field = column.replaces[0]
        let study = try Self.study(world, rows, field, in: folder)
        #expect(!study.idleFields.contains { $0.path == field && $0.reason.contains(world.file) })
        let count = rows.split(separator: "\n").count - 1
        #expect(
          study.warnings.contains {
            $0.hasPrefix("\(field), which varies, affects only 1 of \(count) rows: ")
          }, "\(column.name): \(study.warnings)")
      }
    }
  }

  @Test
  func `without the column nothing is told, and the field has an effect`() throws {
    let world = Self.worlds[0]
    for field in ["supply.seats", "supply.max_detour_s"] {
      try withScratchFolder { folder in
        let study = try Self.study(world, world.rows, field, in: folder)
        #expect(study.warnings == [])
        #expect(try Self.fingerprints(study, in: folder).count == 2, "\(field)")
      }
    }
  }

  @Test
  func `a column is known by the name that the scenario gives it`() throws {
    let world = Self.worlds[0]
    try withScratchFolder { folder in
      let renamed = World(
        name: "renamed",
        scenario: Self.carpool.replacing(
          #"file: "drivers.csv","#, with: #"file: "drivers.csv", columns: { seats: "places" },"#),
        table: "drivers", file: "drivers.csv", rows: world.rows, others: world.others, values: [:])
      let rows = Self.filled(world.rows, ["places": "2"])
      let study = try Self.study(renamed, rows, "supply.seats", in: folder)
      #expect(
        study.warnings == [
          "supply.seats, which varies, has no effect: the column `seats` of drivers.csv overrides it in every row"
        ])
    }
  }

  @Test
  func `cars of parties that may drive have what supply says, whatever the drivers' file says of theirs`()
    throws
  {
    let world = Self.worlds[0]
    try withScratchFolder { folder in
      let scenario = Self.carpool.replacing(
        #"file: "requests.csv","#, with: #"file: "requests.csv", car_share: 0.5, flexibility_s: 1200,"#)
      let owners = World(
        name: "owners", scenario: scenario, table: "drivers", file: "drivers.csv", rows: world.rows,
        others: world.others, values: [:])
      let study = try Self.study(owners, Self.filled(world.rows, ["seats": "2"]), "supply.seats", in: folder)
      #expect(study.warnings == [])
      #expect(try Self.fingerprints(study, in: folder).count == 2)
    }
  }
}
