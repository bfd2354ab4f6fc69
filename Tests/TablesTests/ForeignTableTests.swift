import Testing

@testable import Tables

/// Tables as forms, spreadsheets and publishers write them.
@Suite struct ForeignTableTests {
  @Test(arguments: [
    "Ada ", " Ada", "\tAda\t", "Ada\u{A0}", "\u{A0}\u{2003}Ada", "\" Ada \"", "\"Ada\u{A0}\"",
  ])
  func namesAreReadWithoutBlanksAround(field: String) throws {
    var rows = try CSVReader(text: "name,x\n\(field),1\n")
    let name = rows.column("name")
    let any = rows.optionalColumn("name")
    let hasRow = rows.next()
    #expect(hasRow)
    let texts = [rows.string(name), rows.string(any)]
    #expect(texts == ["Ada", "Ada"])
  }

  @Test func blanksWithinNamesStayAndBlanksAloneAreNothing() throws {
    var rows = try CSVReader(text: "a,b\nÉmile  Zola é,\u{A0} \n")
    let (a, b) = (rows.column("a"), rows.optionalColumn("b"))
    let hasRow = rows.next()
    #expect(hasRow)
    let (text, nothing) = (rows.string(a), rows.string(b))
    #expect(text == "Émile  Zola é" && nothing == nil)
  }

  @Test(
    arguments: [("1.0", 1), ("904.000", 904), ("-7.0", -7), (" 12.0 ", 12), ("0.0", 0), ("\"3.0\"", 3)]
      as [(String, Int64)])
  func wholeNumbersMayHaveAPointAndZeros(text: String, value: Int64) throws {
    var rows = try CSVReader(text: "n,m\n\(text),\(text)\n")
    let (n, m) = (rows.column("n"), rows.optionalColumn("m"))
    let hasRow = rows.next()
    #expect(hasRow)
    let values = [rows.int64(n), rows.int64IfAny(n), rows.int64(n, in: -10...1_000), rows.int64(m)]
    #expect(values == [value, value, value, value])
    try rows.finish()
  }

  @Test(arguments: ["1.5", "1.", ".0", "1.0.0", "1.00x", "-.0", "1,0"])
  func otherNumbersStayFaults(text: String) throws {
    var rows = try CSVReader(text: "n\n\"\(text)\"\n")
    let n = rows.column("n")
    let hasRow = rows.next()
    #expect(hasRow)
    _ = rows.int64(n)
    let (faults, number) = (rows.faultCount, rows.int64IfAny(n))
    #expect(faults == 1 && number == nil)
  }

  @Test func truthsMayBeNumbersWithAPoint() throws {
    var rows = try CSVReader(text: "b\n1.0\n0.0\n2.0\n")
    let b = rows.column("b")
    var values: [Bool] = []
    while rows.next() { values.append(rows.bool(b)) }
    let faults = rows.faultCount
    #expect(values == [true, false, false] && faults == 1)
  }

  @Test(arguments: ["1,2,,\n", "1,2,\n3,4,,,\n", "1,2, ,\t\r\n"])
  func emptyFieldsBehindTheHeaderArePassedOver(rows text: String) throws {
    var rows = try CSVReader(text: "a,b\n" + text)
    let (a, b) = (rows.column("a"), rows.column("b"))
    var sum: Int64 = 0
    while rows.next() { sum += rows.int64(b) - rows.int64(a) }
    try rows.finish()
    #expect(sum == (text.contains("3") ? 2 : 1))
  }

  @Test func aFieldBehindTheHeaderThatHoldsSomethingIsAFault() throws {
    var rows = try CSVReader(text: "a,b\n1,2,,x\n")
    _ = rows.column("a")
    let hasRow = rows.next()
    #expect(!hasRow)
    do throws(TableError) {
      try rows.finish()
      Issue.record("the row is accepted")
    } catch { #expect(error == .fieldCount(file: "text", line: 2, found: 4, expected: 2)) }
  }

  @Test func linesOfOldMacsAreNamed() {
    #expect(throws: TableError.carriageReturns(file: "text")) { _ = try CSVReader(text: "a,b\r1,2\r3,4\r") }
    let sentence = TableError.carriageReturns(file: "t.csv").description
    #expect(sentence.hasPrefix("t.csv: its line ends are carriage returns only, as on old Macs"))
  }

  @Test func columnsAreFoundByTheNamesThatAreGivenForThem() throws {
    var rows = try CSVReader(
      text: "Fare,tpep_pickup,lanes\n1,2,3\n", columns: ["pickup": "tpep_pickup", "passengers": "lanes"])
    let (pickup, passengers) = (rows.column("pickup"), rows.optionalColumn("passengers"))
    try rows.checkColumns()
    let hasRow = rows.next()
    #expect(hasRow)
    let values = [rows.int64(pickup), rows.int64(passengers)]
    let unknown = rows.unknownColumns.map(\.name)
    #expect(values == [2, 3] && unknown == ["Fare"])
  }

  @Test func namesThatAreNotThereAreTold() throws {
    var rows = try CSVReader(text: "a,b\n", columns: ["x": "c", "y": "d"])
    _ = rows.column("x")
    _ = rows.optionalColumn("y")
    do throws(TableError) {
      try rows.checkColumns()
      Issue.record("the columns are found")
    } catch { #expect(error == .missingColumns(file: "text", missing: ["c", "d"], present: ["a", "b"])) }
    var others = try CSVReader(text: "a,b\n", columns: ["pickup_tme": "a"])
    _ = others.column("b")
    _ = others.optionalColumn("pickup_time")
    do throws(TableError) {
      try others.checkColumns()
      Issue.record("the name is accepted")
    } catch {
      #expect(
        error.description
          == "text: `columns` names pickup_tme, which is not a column of this table; did you mean pickup_time?"
      )
    }
  }

  @Test func theFirstNameThatTheFileHasIsTaken() throws {
    let rows = try CSVReader(text: "Start_Lon,x\n")
    let names = [
      rows.name(among: ["pickup_longitude", "start_lon"]),
      rows.name(among: ["pickup_latitude", "start_lat"]),
    ]
    #expect(names == ["Start_Lon", "pickup_latitude"])
  }
}
