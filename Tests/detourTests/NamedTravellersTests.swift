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
  func `the results call everybody by the name, in whatever order the rows stand`() throws {
    let run = ["--record", "candidates", "--record", "events", "--quiet"]
    try Program.run(["run", "line.json5", "--out", "named"] + run, in: scratch).expectSuccess(warns: true)
    let named = try RunResult("named", in: scratch)
    #expect(try named.rows("requests").map { $0["request_id"] } == ["Ana", "Bo 2nd", "Zoë", "xsum"])
    #expect(try named.rows("requests").map { $0["driver_id"] } == ["car-1", "", "car-9", ""])
    #expect(try named.rows("drivers").map { $0["driver_id"] } == ["car-1", "car-9"])
    let refused = try #require(named.manifest["refused"] as? [String: [String: Any]])
    #expect(refused["requests"]?["first_ids"] as? [String] == ["xsum"])

    for file in ["requests.csv", "drivers.csv"] {
      let lines = try scratch.text(file).split(separator: "\n")
      try scratch.write(
        ([lines[0]] + lines.dropFirst().reversed()).joined(separator: "\n") + "\n", to: file)
    }
    try Program.run(["run", "line.json5", "--out", "reversed"] + run, in: scratch).expectSuccess(warns: true)
    let reversed = try RunResult("reversed", in: scratch)
    for table in ["requests", "attempts", "drivers", "stops", "candidates", "events"] {
      let rows = try named.rows(table)
      let others = try reversed.rows(table)
      #expect(rows.count == others.count && !rows.isEmpty)
      for (row, other) in zip(rows, others) {
        for (column, value) in other.fields where column != "run_id" && column != "decision_us" {
          #expect(row[column] == value, "\(table): \(column)")
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
      65, "out: there is no request `3`; the ids are in column request_id of requests.csv")
  }
}
