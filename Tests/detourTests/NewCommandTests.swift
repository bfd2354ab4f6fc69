import Foundation
import Tables
import Testing

/// Files of every layout that `detour new` knows: what it writes is valid, and runs.
@Suite(.waitsForPrograms) struct NewCommandTests {
  let scratch = Scratch()

  private static let shipped = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Scenarios").standardized.path(percentEncoded: false)
  private static let town = shipped + "/networks/tiny-town"

  /// The words of a call, the files to be written before it, and what the scenario then says.
  struct Case: CustomTestStringConvertible {
    let name: String
    let words: [String]
    var files: [String: String] = [:]
    let says: [String]
    var testDescription: String { name }
  }

  /// Four trips in the tiny town, with `head` as the header and `time` of a trip's number.
  private static func trips(_ head: String, _ row: (_ number: Int, _ ends: [String]) -> String) -> String {
    let ends = [
      ["0.0127", "0.0123", "0.0104", "0.0163"], ["0.0125", "0.0026", "0.0131", "0.0051"],
      ["0.0045", "0.0004", "0.0131", "0.0123"], ["0.0091", "0.0045", "0.0009", "0.0163"],
    ]
    return head + "\n" + ends.enumerated().map { row($0 + 1, $1) + "\n" }.joined()
  }

  private static let cases: [Case] = [
    Case(
      name: "taxi", words: ["--network", town, "--requests", shipped + "/examples/taxi.csv"],
      says: ["format: \"taxi\"", "start: \"2026-05-18T00:00:00\"", "supply: { kind: \"trips\" }"]),
    Case(
      name: "New York", words: ["--network", town, "--requests", "yellow.csv"],
      files: [
        "yellow.csv": trips(
          "VendorID,tpep_pickup_datetime,passenger_count,Pickup_longitude,pickup_latitude,dropoff_longitude,dropoff_latitude"
        ) { "1,2015-01-1\($0 / 3) 08:0\($0):00,1,\($1.joined(separator: ","))" }
      ], says: ["file: \"../yellow.csv\", format: \"taxi\"", "start: \"2015-01-10T00:00:00\""]),
    Case(
      name: "New York with a missing place", words: ["--requests", "yellow.csv"],
      files: [
        "yellow.csv": """
        tpep_pickup_datetime,pickup_longitude,pickup_latitude,dropoff_longitude,dropoff_latitude
        2016-01-12 08:00:00,-74.0010,40.7210,-73.9800,40.7510
        2016-01-12 08:01:00,-74.0020,40.7190,-73.9790,40.7520
        2016-01-12 08:02:00,0,0,-73.9810,40.7500
        2016-01-12 08:03:00,-73.9990,40.7220,0,0
        2016-01-12 08:04:00,-73.9980,40.7230,-73.9820,40.7490

        """
      ], says: ["west: -74.02, south: 40.70, east: -73.96, north: 40.77", "the 2 rows with such a place lie"]),
    Case(
      name: "Chicago", words: ["--network", town, "--requests", "chicago.csv"],
      files: [
        "chicago.csv": trips(
          "Trip ID,Trip Start Timestamp,Pickup Centroid Longitude,Pickup Centroid Latitude,Dropoff Centroid Longitude,Dropoff Centroid Latitude"
        ) { "t\($0),05/18/2026 07:1\($0):00 AM,\($1.joined(separator: ","))" }
      ], says: ["format: \"chicago\"", "start: \"2026-05-18T00:00:00\""]),
    Case(
      name: "bicycles", words: ["--network", town, "--requests", "divvy.csv"],
      files: [
        "divvy.csv": trips("ride_id,started_at,start_lng,start_lat,end_lng,end_lat") {
          "t\($0),2026-05-18 07:1\($0):00,\($1.joined(separator: ","))"
        }
      ], says: ["format: \"divvy\""]),
    Case(
      name: "announcements without a network", words: ["--requests", "day.csv"],
      files: [
        "day.csv": trips(
          "Announcement,Announcementtime,Earliesttime,Latesttime,Origin_Longitude,Origin_Latitude,Destination_Longitude,Destination_Latitude"
        ) { "\($0 % 2 == 0 ? 100_000 + $0 : $0),420,450,510,\($1.joined(separator: ","))" }
      ], says: ["format: \"announcements\"", "kind: \"geographic\", west: -0.01", "policy: \"batch\""]),
    Case(
      name: "register", words: ["--network", town, "--requests", shipped + "/examples/register.csv"],
      says: ["format: \"carpools\"", "date: \"2026-05-", "sample_share: 0.5"]),
    Case(
      name: "requests and drivers",
      words: [
        "--network", town, "--requests", shipped + "/demand/requests.csv", "--drivers",
        shipped + "/demand/drivers.csv", "--market", "carpool",
      ], says: ["time: { duration_s: 3600 }", "supply: { kind: \"recorded\"", "// 240 rows", "// 150 rows"]),
    Case(
      name: "requests in a plane alone", words: ["--requests", "r.csv"],
      files: [
        "r.csv":
          "request_id,submit_s,origin_x,origin_y,destination_x,destination_y\n1,10,100,100,2500,1800\n2,4000,2500,900,100,100\n"
      ],
      says: [
        "space: { kind: \"plane\", width_m: 3000, height_m: 2000", "duration_s: 7200",
        "supply: { kind: \"synthetic\", count: 4, profile: [{ until_s: 4200, weight: 1 }], wishes: null }",
      ]),
    Case(
      name: "taxi trips and drivers",
      words: [
        "--network", town, "--requests", shipped + "/examples/taxi.csv", "--drivers",
        shipped + "/demand/drivers.csv",
      ], says: ["driver_share: 0", "supply: { kind: \"recorded\""]),
    Case(
      name: "DIMACS", words: ["--network", "ring.gr", "--requests", "r.csv"],
      files: [
        "ring.gr": "p sp 4 8\n"
          + (0..<4).map { "a \($0 + 1) \(($0 + 1) % 4 + 1) 30000\na \(($0 + 1) % 4 + 1) \($0 + 1) 30000\n" }
          .joined(),
        "ring.co": "p aux sp co 4\nv 1 0 0\nv 2 26900 0\nv 3 26900 26900\nv 4 0 26900\n",
        "r.csv": "request_id,submit_s,origin_node_id,destination_node_id\n1,10,1,3\n2,20,2,4\n",
      ], says: ["// DIMACS"]),
    Case(
      name: "matrix",
      words: [
        "--network", town, "--requests", shipped + "/demand/trips-by-hour.csv", "--zones",
        shipped + "/demand/zones.geojson",
      ], says: ["matrix_share: 0.1", "trips-by-hour.csv"]),
    Case(
      name: "matrix between the zones of New York's taxis",
      words: ["--network", town, "--requests", "counted.csv", "--zones", "taxi_zones.geojson"],
      files: [
        "counted.csv": "origin,destination,hour,number\n4,7,8,40\n7,12,8,20\n",
        // As the city publishes them, `zone` is a name, and `LocationID` a number in a text.
        "taxi_zones.geojson": """
        {"type": "FeatureCollection", "features": [
          {"type": "Feature", "properties": {"zone": "Hill", "LocationID": "4"}, "geometry":
            {"type": "Polygon", "coordinates": [[[0, 0], [0.01, 0], [0.01, 0.01], [0, 0.01], [0, 0]]]}},
          {"type": "Feature", "properties": {"zone": "Quay", "LocationID": "7"}, "geometry":
            {"type": "Polygon", "coordinates": [[[0.01, 0], [0.02, 0], [0.02, 0.01], [0.01, 0.01], [0.01, 0]]]}},
          {"type": "Feature", "properties": {"zone": "Park", "LocationID": "12"}, "geometry":
            {"type": "Polygon", "coordinates": [[[0.01, 0.01], [0.02, 0.01], [0.02, 0.02], [0.01, 0.02], [0.01, 0.01]]]}}
        ]}

        """,
      ], says: ["zone_name: \"LocationID\"", "named by the property LocationID of taxi_zones.geojson"]),
    Case(
      name: "OMX",
      words: [
        "--network", town, "--requests", shipped + "/examples/town.omx", "--zones",
        shipped + "/examples/centroids.csv", "--layer", "early",
      ],
      says: [
        "zone_name: \"name\"", "spread_m: 500, layers: [{ name: \"early\" }]",
        "evenly over a Monday, so that few of them meet; if",
      ]),
    Case(
      name: "matrix of polygons without a network",
      words: [
        "--requests", shipped + "/demand/trips-by-hour.csv", "--zones", shipped + "/demand/zones.geojson",
      ],
      says: [
        "kind: \"geographic\", west: -0.04, south: -0.03, east: 0.07, north: 0.05",
        "are longitudes and latitudes",
      ]),
    Case(
      name: "OMX and points without a network",
      words: ["--requests", shipped + "/examples/town.omx", "--zones", "zones.csv", "--layer", "early"],
      files: [
        "zones.csv": "zone,lon,lat\n"
          + (101...109).map { "\($0),10.0\($0 % 10)5,52.\($0 / 104 + 1)25\n" }.joined()
      ], says: ["west: 9.99, south: 52.10, east: 10.12, north: 52.25", "spread_m: 500"]),
    Case(
      name: "matrix between points in metres without a network",
      words: ["--requests", "counted.csv", "--zones", "zones.csv"],
      files: [
        "counted.csv": "origin,destination,number\nHill,Quay,400\nQuay,Hill,200\n",
        "zones.csv": "zone,x,y\nHill,600,700\nQuay,3600,2500\n",
      ], says: ["kind: \"plane\", width_m: 5000, height_m: 3000", "spread_m: 500"]),
    Case(
      name: "times of day", words: ["--network", town, "--requests", "r.csv"],
      files: [
        "r.csv": trips("request_id,submit_s,origin_lon,origin_lat,destination_lon,destination_lat") {
          "\($0),\(6 + $0):15,\($1.joined(separator: ","))"
        }
      ],
      says: [
        "time: { start: \"2026-05-18T07:00:00\", duration_s: 14400 }", "profile: [1, 1, 1, 1]",
        "those of a Monday, 2026-05-18, and the run begins at 07:00, the hour of the first row",
        "they depart between 07:00 and 11:00",
        "od: { kind: \"zones\", zones: [{ x: 0.0070, y: 0.0",
      ]),
    Case(
      name: "times of day and seconds", words: ["--network", town, "--requests", "r.csv"],
      files: [
        "r.csv": trips("request_id,submit_s,origin_lon,origin_lat,destination_lon,destination_lat") {
          "\($0),\($0 < 3 ? "07:1\($0)" : "2710\($0)"),\($1.joined(separator: ","))"
        }
      ],
      says: [
        "time: { start: \"2026-05-18T00:00:00\", duration_s: 28800 }",
        "profile: [{ until_s: 25800, weight: 0 }, { until_s: 27600, weight: 1 }]",
        "2026-05-18; time.start sets the date", "they depart between 07:10 and 07:40",
      ]),
    Case(
      name: "dates of two days", words: ["--network", town, "--requests", "r.csv"],
      files: [
        "r.csv": trips("request_id,submit_s,origin_lon,origin_lat,destination_lon,destination_lat") {
          "\($0),2027-03-0\(1 + $0 / 3)T1\($0):30:00,\($1.joined(separator: ","))"
        }
      ],
      says: [
        "time: { start: \"2027-03-01T11:00:00\", duration_s: 100800 }",
        "they depart between 2027-03-01 11:00 and 2027-03-02 15:00",
        "run begins at 2027-03-01 11:00, the hour of the first row; time.start sets this time",
      ]),
    Case(
      name: "services",
      words: ["--requests", shipped + "/services/jobs.csv", "--drivers", "providers.csv"],
      files: [
        "providers.csv":
          "provider_id,base_x,base_y,categories,radius_m\namina,1000,1200,plumbing|electricity,4000\nbrahim,4200,3900,plumbing|cleaning,3000\n"
      ], says: ["market: \"services\"", "behaviour.decline_probability"]),
    Case(
      name: "orders",
      words: ["--requests", shipped + "/orders/orders.csv", "--drivers", shipped + "/orders/accounts.csv"],
      says: ["market: \"orders\"", "accounts: { kind: \"recorded\"", "start: \"2026-11-23T00:00:00\""]),
    Case(
      name: "shifts",
      words: ["--requests", shipped + "/shifts/volunteers.csv", "--drivers", shipped + "/shifts/posts.csv"],
      says: ["market: \"shifts\"", "start: \"2027-05-01T00:00:00\", duration_s: 604800"]),
  ]

  @Test(arguments: cases)
  func `what is written for files of a layout is valid and runs`(item: Case) throws {
    for (name, text) in item.files { try scratch.write(text, to: name) }
    let call = try Program.run(["new", "my-town"] + item.words, in: scratch)
    call.expectSuccess()
    #expect(call.output.hasPrefix("my-town: scenario.json5, study.json5 and README.md, without faults\n"))
    #expect(try scratch.names(in: "my-town") == ["README.md", "scenario.json5", "study.json5"])
    #expect(try scratch.names() == (["my-town"] + item.files.keys).sorted())
    let written = try ["scenario.json5", "study.json5", "README.md"].map { try scratch.text("my-town/" + $0) }
      .joined()
    for text in item.says { #expect(written.contains(text), "\(written)") }
    let lines = try scratch.text("my-town/scenario.json5").split(separator: "\n")
    #expect((8...20).contains(lines.count) && lines.allSatisfy { $0.count <= 300 })
    let run = try Program.run(
      "run", "my-town/scenario.json5", "--out", "run", "--quiet", in: scratch)
    #expect(run.status == 0, "\(run.errors)")
    #expect(scratch.has("run/summary.csv"))
    let study = try Program.run("validate", "my-town/study.json5", in: scratch)
    #expect(study.status == 0 && study.output.contains("points    3\nruns      15\n"))
  }

  @Test
  func `the three commands of the README make a page and a study`() throws {
    try scratch.write(
      "request_id,submit_s,origin_x,origin_y,destination_x,destination_y\n1,10,100,100,2500,1800\n",
      to: "r.csv")
    try Program.run("new", "town", "--requests", "r.csv", "--quiet", in: scratch).expectSuccess()
    let commands = try scratch.text("town/README.md").split(separator: "\n").filter {
      $0.hasPrefix("detour ")
    }
    #expect(commands.count == 3)
    for command in commands {
      let words = command.split(separator: " ").dropFirst().map { word in
        ["scenario.json5", "study.json5"].contains(word) || word.hasPrefix("Results/")
          ? "town/" + word : String(word)
      }
      let more = words[0] == "run" ? ["--out", "town/Results/town"] : []
      #expect(try Program.run(words + more, in: scratch).status == 0, "\(command)")
    }
    #expect(scratch.has("town/Results/town.html") && scratch.has("town/Results/town-study/summary.csv"))
  }

  @Test
  func `columns of no layout are told with the nearest and all others, and nothing is left`() throws {
    try scratch.write("id,tpep_pickup_datetime,lon,lat\n1,2015-01-10 08:00:00,0,0\n", to: "odd.csv")
    try Program.run("new", "x", "--requests", "odd.csv", "--network", Self.town, in: scratch).expectFailure(
      65,
      "odd.csv: no known layout matches the columns id, tpep_pickup_datetime, lon, lat; the closest layout, taxi, also requires",
      "pickup_longitude, dropoff_longitude, pickup_latitude, dropoff_latitude; the layouts are taxi, chicago,"
    )
    #expect(try scratch.names() == ["odd.csv"])
    // A short name is told where it can mean one column alone.
    try scratch.write("id,time,X,Y,to_x,to_y\n1,10,0,0,5,5\n", to: "short.csv")
    try Program.run("new", "x", "--requests", "short.csv", in: scratch).expectFailure(
      65, "(is `to_x` meant to be `dropoff_longitude`? is `to_y` meant to be `dropoff_latitude`?",
      "is `time` meant to be `pickup_datetime`? is `X` meant to be `pickup_longitude`?",
      "is `Y` meant to be `pickup_latitude`?)")
  }

  @Test
  func `files of zones, of other names and of a part of a network are told with the remedy`() throws {
    try scratch.write(
      "tpep_pickup_datetime,PULocationID,DOLocationID\n2024-01-10 08:00:00,4,7\n", to: "zones.csv")
    try Program.run("new", "x", "--requests", "zones.csv", in: scratch).expectFailure(
      65,
      "count them into a table with the columns origin, destination, hour and number, and give the zones with"
    )
    // Most of the zones are named by `id`, and the one that is not is a fault.
    try scratch.write("origin,destination,hour,number\n4,7,8,40\n7,264,8,1\n", to: "counted.csv")
    try scratch.write("zone,id,x,y\nHill,4,0.001,0.001\nQuay,7,0.01,0.01\n", to: "places.csv")
    let counted = try Program.run(
      "new", "x", "--network", Self.town, "--requests", "counted.csv", "--zones", "places.csv", in: scratch)
    counted.expectFailure(65, "264")
    #expect(counted.errors.split(separator: "\n").count == 1, "\(counted.errors)")
    try scratch.write("who,when,where\n1,8:00,here\n", to: "odd.csv")
    try Program.run("new", "x", "--requests", "odd.csv", in: scratch).expectFailure(
      65, "; for requests, name them request_id, submit_s, origin_lon, origin_lat, destination_lon, ")
    try Program.run(
      "new", "x", "--network", Self.town + "/link.csv", "--requests", Self.shipped + "/demand/requests.csv",
      in: scratch
    ).expectFailure(65, "tiny-town/link.csv: a part of a GMNS network; give its folder, ")
    let matrix = ["--network", Self.town, "--zones", Self.shipped + "/examples/centroids.csv"]
    try FileManager.default.copyItem(
      atPath: Self.shipped + "/examples/town.omx", toPath: scratch.url.appending(path: "town.omx").path)
    let call = try Program.run(["new", "a/x", "--requests", "town.omx"] + matrix, in: scratch)
    call.expectFailure(
      65, "town.omx: the file has the matrices early, late; choose the matrix of the trips with --layer")
    #expect(call.errors.split(separator: "\n").count == 1 && !call.errors.contains(".."), "\(call.errors)")
  }

  @Test
  func `columns that resemble known ones are asked about`() throws {
    try scratch.write(
      "request,submission,pickup_lon,pickup_lat,dropoff_lon,dropoff_lat,seats\n1,10,0.001,0,0.01,0.01,2\n",
      to: "odd.csv")
    try Program.run("new", "x", "--requests", "odd.csv", in: scratch).expectFailure(
      65,
      "; the closest layout, requests, also requires request_id, submit_s, origin_node_id, destination_node_id (is ",
      "is `submission` meant to be `submit_s`?", "is `pickup_lon` meant to be `origin_lon`?",
      "is `dropoff_lon` meant to be `destination_lon`?")
    try scratch.write(
      "request_id,submit_s,origin_lon,origin_lat,destination_lon,destination_lat,seats\n1,10,0.001,0,0.01,0.01,2\n",
      to: "r.csv")
    let call = try Program.run("new", "x", "--requests", "r.csv", in: scratch)
    #expect(
      call.output.contains(
        "warning    r.csv: unknown column `seats` is ignored (did you mean `party_size`?)\n"),
      "\(call.output)")
    try scratch.write("origin,destination,number\n101,101,5\n", to: "counted.csv")
    try Program.run("new", "y", "--requests", "counted.csv", "--zones", "zones.csv", in: scratch)
      .expectFailure(
        65, "zones.csv: there is no such file; check the path\n")
    try scratch.write("{]", to: "zones.geojson")
    try Program.run("new", "y", "--requests", "counted.csv", "--zones", "zones.geojson", in: scratch)
      .expectFailure(65, "zones.geojson: this is not a feature collection of GeoJSON\n")
    try scratch.write("zone,longitude,latitude\n101,10,52\n", to: "zones.csv")
    try Program.run("new", "y", "--requests", "counted.csv", "--zones", "zones.csv", in: scratch)
      .expectFailure(
        65,
        "zones.csv: has no coordinates from which to derive the space; give zones with the columns x and y, or lon and lat,",
        "(is `longitude` meant to be `x`? is `latitude` meant to be `y`?), or name a road network with --network"
      )
  }

  @Test
  func `rows without passengers are counted`() throws {
    try scratch.write(
      Self.trips(
        "pickup_datetime,passenger_count,pickup_longitude,pickup_latitude,dropoff_longitude,dropoff_latitude"
      ) {
        "2015-01-10 08:0\($0):00,0,\($1.joined(separator: ","))"
      }, to: "yellow.csv")
    let call = try Program.run("new", "x", "--network", Self.town, "--requests", "yellow.csv", in: scratch)
    call.expectSuccess()
    let requests = call.output.matches(of: /requests +(\d+)\n/).map(\.output.1)
    #expect(requests.count == 1 && requests != ["0"])
    let sentence = "yellow.csv: \(requests[0]) rows used as requests have passenger_count 0: taken as 1\n"
    #expect(call.output.contains("warning    " + sentence), "\(call.output)")
    let run = try Program.run("run", "x/scenario.json5", "--out", "run", "--quiet", in: scratch)
    #expect(run.errors.contains("detour: warning: ../" + sentence), "\(run.errors)")
  }

  @Test
  func `nothing is overwritten, and files that a scenario cannot take are told`() throws {
    let requests = Self.shipped + "/demand/requests.csv"
    try scratch.write("mine", to: "there/scenario.json5")
    func refused(_ code: Int32, _ sentence: String, _ words: String...) throws {
      try Program.run(["new"] + words, in: scratch).expectFailure(code, sentence)
    }
    try refused(
      65, "there: already exists and is not overwritten; choose another name", "there", "--requests",
      requests)
    try refused(64, "the requests are missing: give --requests FILE", "x")
    try refused(64, "--requests -: a scenario cannot read standard input", "x", "--requests", "-")
    try refused(
      65, "has the layout drivers; pass the file with --drivers", "x", "--requests",
      Self.shipped + "/demand/drivers.csv")
    try refused(
      65, "has the layout jobs of the market services, but expected one of carpool", "x", "--market",
      "carpool",
      "--requests", Self.shipped + "/services/jobs.csv")
    try refused(
      65, "is a matrix of trips; name the file of its zones with --zones", "x", "--network", Self.town,
      "--requests",
      Self.shipped + "/demand/trips-by-hour.csv")
    try refused(
      65, "the market orders also requires a file with the layout accounts", "x", "--requests",
      Self.shipped + "/orders/orders.csv")
    try refused(65, "nowhere.csv: ", "x", "--requests", "nowhere.csv")
    // A fault in a row is told as `detour validate` tells it.
    try scratch.write(
      "request_id,submit_s,origin_x,origin_y,destination_x,destination_y\n1,soon,100,100,2500,1800\n",
      to: "r.csv")
    try refused(65, "r.csv:2: ", "x", "--requests", "r.csv")
    #expect(try scratch.names() == ["r.csv", "there"] && scratch.text("there/scenario.json5") == "mine")
  }
}
