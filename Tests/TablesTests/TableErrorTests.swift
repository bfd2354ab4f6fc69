import Quantities
import Tables
import TestSupport
import Testing

@Suite struct TableErrorTests {
  @Test func allMissingColumnsAreNamedAtOnce() throws {
    var rows = try CSVReader(text: "request,submit_sec,party_size\n", file: "requests.csv")
    _ = rows.column("request_id")
    _ = rows.column("submit_s")
    _ = rows.column("party_size")
    let message = Self.message { () throws(TableError) in try rows.checkColumns() }
    #expect(
      message
        == "requests.csv:1: missing columns request_id, submit_s; present: request, submit_sec, party_size"
        + " (is request meant to be request_id? is submit_sec meant to be submit_s?)")
  }

  @Test(arguments: [
    ("{ rows: [\n", "a JSON document", "as CSV"), ("[[1, 2]]\n", "a JSON document", "as CSV"),
    ("<table>\n", "an XML or HTML document", "as CSV"), ("drivers:\n  - 1\n", "a YAML document", "as CSV"),
    ("---\na: 1\n", "a YAML document", "as CSV"),
    ("PK\u{3}\u{4}rest", "an Excel workbook", "export the sheet"),
    ("PAR1\u{15}", "a Parquet file", "to_csv"), ("BZh91AY", "packed with bzip2", "gzip"),
    ("d\0r\0i\0v\0", "text in UTF-16", "UTF-8"), ("\0d\0r\0i\0v", "text in UTF-16", "UTF-8"),
  ])
  func aFileOfAnotherFormatIsRecognised(text: String, kind: String, cure: String) throws {
    let message = Self.message { () throws(TableError) in
      var rows = try CSVReader(text: text, file: "a.csv")
      _ = rows.column("driver_id")
      try rows.checkColumns()
    }
    #expect(message.hasPrefix("a.csv: looks like \(kind)"), "\(message)")
    #expect(message.contains(cure))
  }

  @Test func aDecimalCommaIsSeen() throws {
    var rows = try CSVReader(text: "name;lat\nRabat;34,02\n", file: "a.csv")
    let latitude = rows.column("lat")
    while rows.next() { _ = rows.double(latitude) }
    let message = Self.message { () throws(TableError) in try rows.finish() }
    #expect(message.contains("34,02") && message.hasSuffix(", such as 34.02"), "\(message)")
  }

  @Test(arguments: [[0xFF, 0xFE, 0x61, 0x00], [0xFE, 0xFF, 0x00, 0x61], [0xD0, 0xCF, 0x11, 0xE0]])
  func aFileThatIsNoTextIsRecognised(bytes: [UInt8]) throws {
    let scratch = try Scratch()
    let path = try scratch.write(bytes, to: "a.csv")
    let error = #expect(throws: TableError.self) { _ = try CSVReader(contentsOf: path) }
    #expect(error?.description.contains("looks like") == true)
  }

  @Test(arguments: [
    ("destination_lon", "Destination_Longitude"), ("origin_lat", "pickup_latitude"),
    ("origin_lon", "startLng"),
    ("destination_x", "end x"), ("origin_lat", "fromLat"), ("destination_lat", "Dropoff Latitude"),
    ("submit_s", "request_time"), ("depart_s", "departure_time"), ("party_size", "passenger_count"),
  ])
  func aColumnThatMeansTheSameIsHintedAt(wanted: String, present: String) throws {
    var rows = try CSVReader(text: "n,\(present),seats\n", file: "a.csv")
    _ = rows.column(wanted)
    let message = Self.message { () throws(TableError) in try rows.checkColumns() }
    #expect(message.contains("(is \(present) meant to be \(wanted)?)"), "\(message)")
  }

  /// A column's name, the requested columns that the file lacks, and the one that is suggested.
  private static let resembling: [(String, [String], String?)] = [
    // The seats of a request are its party; those of a driver are free seats.
    ("seats", ["request_id", "party_size", "luggage"], "party_size"),
    ("seat", ["driver_id", "seats"], "seats"),
    ("free_seats", ["seats", "luggage_room"], "seats"),
    ("seats", ["journey_id", "passenger_seats"], "passenger_seats"),
    ("persons", ["party_size", "seats_left_x"], "party_size"),
    ("max_ride", ["max_ride_s", "max_detour_s"], "max_ride_s"),
    ("luggage_kg", ["luggage", "age"], "luggage"),
    // Words that many columns share relate no two names, and neither does a word that fits two columns.
    ("vendor_id", ["id", "role"], nil),
    ("time", ["submit_s", "patience_s"], nil),
    ("count", ["party_size"], nil),
    ("detour", ["max_detour_s", "max_detour_ratio"], nil),
    ("origin_district", ["origin_x", "origin_lon"], nil),
  ]

  @Test(arguments: resembling)
  func anUnknownColumnHasTheNameThatItResembles(name: String, absent: [String], meant: String?) throws {
    var rows = try CSVReader(text: "\(name)\n1\n", file: "a.csv")
    for column in absent { _ = rows.optionalColumn(column) }
    let unknown = rows.unknownColumns
    #expect(unknown.map(\.name) == [name] && unknown[0].nearest == meant, "\(unknown)")
  }

  @Test func everyFaultIsReportedWithItsPlace() throws {
    enum Kind: String, CaseIterable { case depart, pickup }
    let text = """
      n,x,b,k,t
      1,1.5,true,depart,3
      2
      abc,nan,maybe,stop,1e300
      9999999999999999999,1e999,2,,
      1,2,true,depart,3,4

      7,inf,true,pickup,-0x1
      """
    var rows = try CSVReader(text: text, file: "t.csv")
    let n = rows.column("n")
    let x = rows.column("x")
    let b = rows.column("b")
    let k = rows.column("k")
    let t = rows.column("t")
    var sound = 0
    while rows.next() {
      let before = rows.faultCount
      _ = rows.int64(n, in: 0...10)
      _ = rows.double(x)
      _ = rows.bool(b)
      let _: Kind? = rows.choice(k)
      _ = rows.milliseconds(t)
      sound += rows.faultCount == before ? 1 : 0
    }
    #expect(sound == 1)
    let message = Self.message { () throws(TableError) in try rows.finish() }
    #expect(
      message == """
        t.csv:3: the row has 1 field, the header has 5
        t.csv:4: column n: found “abc”; an integer from 0 to 10 is expected
        t.csv:4: column x: found “nan”; a finite number is expected
        t.csv:4: column b: found “maybe”; true or false is expected
        t.csv:4: column k: found “stop”; one of depart, pickup is expected
        t.csv:4: column t: found “1e300”; a time below 1e11 seconds is expected
        t.csv:5: column n: found “9999999999999999999”; an integer from 0 to 10 is expected
        t.csv:5: column x: found “1e999”; a finite number is expected
        t.csv:5: column b: found “2”; true or false is expected
        t.csv:5: column k: the field is empty; one of depart, pickup is expected
        t.csv:5: column t: the field is empty; a finite number is expected
        t.csv:6: the row has 6 fields, the header has 5
        t.csv:8: column x: found “inf”; a finite number is expected
        t.csv:8: column t: found “-0x1”; a finite number is expected
        """)
  }

  @Test func faultsBeyondTheLimitAreCounted() throws {
    var rows = try CSVReader(text: "n\n" + String(repeating: "x\n", count: 1000))
    let n = rows.column("n")
    while rows.next() { _ = rows.int64(n) }
    let message = Self.message { () throws(TableError) in try rows.finish() }
    #expect(message.split(separator: "\n").count == CSVReader.keptFaults + 1)
    #expect(message.hasSuffix("\n… and 980 more faults"))
  }

  @Test(
    arguments: [
      ("", "f: the file is empty; expected a header line with the column names"),
      ("\n\r\n", "f: the file is empty; expected a header line with the column names"),
      ("a,b,a\n", "f:1: column a appears more than once; keep one of them"),
    ]
  ) func aHeaderMustBeOne(text: String, message: String) {
    let error = #expect(throws: TableError.self) { _ = try CSVReader(text: text, file: "f") }
    #expect(error?.description == message)
  }

  @Test(arguments: ["a,b\n\"x,1\n2,3\n", "a,b\n\"x\"y,1\n2,3\n", "a,b\n\"x\"\"\n"])
  func quotesMustEnd(text: String) throws {
    var rows = try CSVReader(text: text, file: "f")
    while rows.next() {}
    let message = Self.message { () throws(TableError) in try rows.finish() }
    #expect(message.hasPrefix("f:2: a quoted field must end with a quote"))
  }

  @Test func aCallersOwnFaultStandsAmongTheOthers() throws {
    var rows = try CSVReader(text: "seats\n\"12\"\n", file: "f")
    let seats = rows.optionalColumn("seats")
    while rows.next() {
      guard let count = rows.int64(seats), count > 8 else { continue }
      rows.recordValue(seats, expected: .other("at most the 8 seats of a car"))
    }
    let message = Self.message { () throws(TableError) in try rows.finish() }
    #expect(message == "f:2: column seats: found “12”; at most the 8 seats of a car is expected")
  }

  @Test func longValuesAreCut() {
    let error = TableError.badValue(
      file: "f", line: 2, column: "c", value: String(repeating: "é\n", count: 100), expected: .integer)
    #expect(error.description.count < 120)
    #expect(!error.description.contains("\n"))
  }

  static func message(_ body: () throws(TableError) -> Void) -> String {
    do throws(TableError) {
      try body()
      return ""
    } catch {
      return error.description
    }
  }
}
