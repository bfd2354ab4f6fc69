import Foundation
import TestSupport
import Testing

/// Runs of a register of carpools, compared with its file by the verifier.
@Suite(.waitsForPrograms, .enabled(if: Program.hasPython)) struct RegisterRunTests {
  let scratch = Scratch()

  /// A changed field of a run, in the first row with an outcome, and the rule that the change violates.
  struct Fault: Sendable, CustomTestStringConvertible {
    let table: String
    let outcome: String
    let column: String
    let value: String
    let rule: String

    var testDescription: String { "\(table).\(column) = \(value)" }
  }

  static let faults = [
    Fault(
      table: "requests", outcome: "unmatched", column: "request_id", value: "207",
      rule: "every request is a passenger of the day"),
    Fault(
      table: "requests", outcome: "unmatched", column: "submit_s", value: "1.000",
      rule: "a request comes when its journey began, within its rounding"),
    Fault(
      table: "requests", outcome: "unmatched", column: "origin_x", value: "0.0100000",
      rule: "a request has the ends of its journey, within their rounding"),
    Fault(
      table: "requests", outcome: "unmatched", column: "party_size", value: "4",
      rule: "a party is as large as the seats that it took"),
    Fault(
      table: "requests", outcome: "unmatched", column: "outcome", value: "refused_input",
      rule: "rows that cannot take part are refused, and no others"),
    Fault(
      table: "drivers", outcome: "arrived", column: "depart_s", value: "1.000",
      rule: "a car leaves when its first passenger got on"),
    Fault(
      table: "drivers", outcome: "arrived", column: "origin_x", value: "0.0100000",
      rule: "a car begins where its first passenger got on"),
    Fault(
      table: "drivers", outcome: "arrived", column: "destination_x", value: "0.0100000",
      rule: "a car ends where its last passenger got off"),
  ]

  /// Runs the example with fields set to other values.
  private func run(_ settings: [String]) throws {
    let example = SharedData.checkout.appending(path: "Scenarios/examples/register.json5").path
    try Program.run(
      ["run", example, "--out", "out", "--quiet"] + settings.flatMap { ["--set", $0] }, in: scratch
    ).expectSuccess()
  }

  /// Calls the verifier for the run.
  private func verify() throws -> Program.Call {
    let verifier = SharedData.checkout.appending(path: "Tests/Verifier/verify.py").path
    return try Program.call(URL(filePath: "/usr/bin/env"), ["python3", verifier, "out"], in: scratch)
  }

  @Test(arguments: [
    [], ["trips.blur=false", "sample_share=null"], ["trips.date=2026-05-19", "sample_share=null"],
    ["trips.resample=thin", "supply.flexibility_s=600", "demand.lead_s=600"],
  ])
  func `requests and drivers are those of the register`(settings: [String]) throws {
    try run(settings)
    let call = try verify()
    #expect(call.status == 0, "\(call.output)\(call.errors)")
    #expect(!call.output.contains("not checked"))
    let rule = "  register: every driver is the car of a passenger of the day\n"
    #expect(call.output.contains(rule))
  }

  @Test(arguments: faults)
  func `a row that is not the register's violates a rule`(fault: Fault) throws {
    try run(["trips.blur=false"])
    let name = "out/\(fault.table).csv"
    var lines = try scratch.text(name).split(separator: "\n").map(String.init)
    let column = try #require(lines[0].split(separator: ",").firstIndex { $0 == fault.column })
    let row = try #require(lines.firstIndex { $0.contains(",\(fault.outcome),") })
    var fields = lines[row].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    fields[column] = fault.value
    lines[row] = fields.joined(separator: ",")
    try scratch.write(lines.joined(separator: "\n") + "\n", to: name)
    let call = try verify()
    let line = call.output.split(separator: "\n").first { $0.hasSuffix("  register: " + fault.rule) }
    #expect(line?.hasPrefix("  FAIL ") == true, "\(call.output)\(call.errors)")
  }
}
