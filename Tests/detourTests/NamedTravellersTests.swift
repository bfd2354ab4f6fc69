import Foundation
import TestSupport
import Testing

/// Drivers and requests that their files call by names.
@Suite(.waitsForPrograms) struct NamedTravellersTests {
  let scratch = Scratch()

  init() throws {
    try Line.write(to: scratch)
    try scratch.write(
      Line.requests.replacing("\n1,", with: "\nZoë,").replacing("\n2,", with: "\nBo 2nd,")
        .replacing("\n3,", with: "\nAna,") + "=sum,40,1000,5000,1000,5000\n".replacing("=", with: "x"),
      to: "requests.csv")
    try scratch.write(
      Line.drivers.replacing("\n1,", with: "\ncar-9,").replacing("\n2,", with: "\ncar-1,"), to: "drivers.csv")
  }

  @Test
  func `the results call everybody by the name, and are those of numbers in its place`() throws {
    let run = ["--record", "candidates", "--record", "events", "--quiet"]
    try Program.run(["run", "line.json5", "--out", "named"] + run, in: scratch).expectSuccess(warns: true)
    let named = try RunResult("named", in: scratch)
    #expect(try named.rows("requests").map { $0["request_id"] } == ["Zoë", "Bo 2nd", "Ana", "xsum"])
    #expect(try named.rows("requests").map { $0["driver_id"] } == ["car-9", "", "car-1", ""])
    #expect(try named.rows("drivers").map { $0["driver_id"] } == ["car-9", "car-1"])
    let refused = try #require(named.manifest["refused"] as? [String: [String: Any]])
    #expect(refused["requests"]?["first_ids"] as? [String] == ["xsum"])

    // The same run with the numbers that the names have.
    try scratch.write(Line.requests + "4,40,1000,5000,1000,5000\n", to: "requests.csv")
    try scratch.write(Line.drivers, to: "drivers.csv")
    try Program.run(["run", "line.json5", "--out", "numbered"] + run, in: scratch).expectSuccess(warns: true)
    let names = ["Zoë": "1", "Bo 2nd": "2", "Ana": "3", "xsum": "4", "car-9": "1", "car-1": "2", "": ""]
    let numbered = try RunResult("numbered", in: scratch)
    for table in ["requests", "attempts", "drivers", "stops", "timing", "candidates", "events"] {
      let ids = ["request_id", "driver_id"]
      let rows = try named.rows(table)
      #expect(try rows.count == numbered.rows(table).count && !rows.isEmpty)
      for (row, other) in zip(rows, try numbered.rows(table)) {
        for (column, value) in other.fields where column != "run_id" && column != "decision_us" {
          #expect((ids.contains(column) ? names[row[column]] : row[column]) == value, "\(table): \(column)")
        }
      }
    }
  }

  @Test
  func `a request is explained by its name`() throws {
    try Program.run("run", "line.json5", "--out", "out", "--quiet", in: scratch).expectSuccess(warns: true)
    let call = try Program.run("explain", "out", "Ana", in: scratch)
    call.expectSuccess()
    #expect(call.output.hasPrefix("request Ana: served\n"))
    #expect(call.output.contains("accepted, driver car-1\n"))
    #expect(call.output.contains("\n  driver car-1: a candidate: "))
    try Program.run("explain", "out", "3", in: scratch).expectFailure(
      65, "out: there is no request `3`; the ids stand in column request_id of requests.csv")
  }
}
