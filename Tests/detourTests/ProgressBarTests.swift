import Foundation
import Testing

/// What a person at a terminal sees while a study runs.
@Suite(.waitsForPrograms) struct ProgressBarTests {
  let scratch = Scratch()

  init() throws { try Town.write(to: scratch) }

  @Test(arguments: [30, 50, 200] as [UInt16])
  func `the bar of a study fits the terminal, and goes at the end`(columns: UInt16) throws {
    let words = [
      "sweep", "town.json5", "--vary", "matching.radius_m=500:1500:4", "--replications", "8", "--out",
      "study",
    ]
    let text = try Terminal.shown(words, columns: columns, in: scratch)
    let clearing = "\u{1B}[K"
    let lines = text.split(separator: "\r").map(String.init)
    #expect(lines.first == "reading …" + clearing)
    #expect(lines.last == clearing && !text.contains("\n"))
    #expect(lines.allSatisfy { $0.hasSuffix(clearing) })
    #expect(lines.allSatisfy { $0.count - clearing.count < Int(columns) }, "\(lines)")
    let bars = lines.filter { $0.contains(" of 32 runs") }
    #expect(!bars.isEmpty)
    #expect(columns < 50 || bars.allSatisfy { $0.contains("░") || $0.contains("█") })
  }

  @Test
  func `the bar of a search says the budget and what is undecided`() throws {
    let words = [
      // Long enough that somebody could read the bar.
      "tune", "town.json5", "--set", "demand.count=3000", "--set", "supply.count=3000", "--vary",
      "matching.radius_m=600,1200", "--maximise", "match_rate",
      "--indifference",
      "0.2", "--out", "tuned",
    ]
    let text = try Terminal.shown(words, columns: 100, in: scratch)
    let bars = text.split(separator: "\r").filter {
      $0.contains(" of at most 200 runs  2 of 2 points undecided")
    }
    #expect(!bars.isEmpty, "\(text)")
  }

  static let study = [
    "sweep", "town.json5", "--vary", "matching.radius_m=500:1500:4", "--replications", "8", "--out", "study",
  ]

  @Test
  func `without colours the bar has no escapes, and still goes at the end`() throws {
    let text = try Terminal.shown(Self.study, columns: 60, environment: ["NO_COLOR": "1"], in: scratch)
    #expect(text.contains(" of 32 runs") && !text.contains("\u{1B}"))
    let lines = text.split(separator: "\r", omittingEmptySubsequences: false)
    #expect(lines.allSatisfy { $0.count < 60 })
    // What stands there at last is blanks, from the first column on.
    #expect(lines.suffix(2).joined().allSatisfy { $0 == " " })
  }

  @Test(arguments: [["TERM": "dumb"], ["TERM": "dumb", "NO_COLOR": "1"]])
  func `a terminal that cannot go back gets no bar`(environment: [String: String]) throws {
    #expect(try Terminal.shown(Self.study, columns: 60, environment: environment, in: scratch) == "")
  }
}

/// The summary of a run on a terminal, and where there is none.
@Suite(.waitsForPrograms) struct SummaryWidthTests {
  let scratch = Scratch()

  init() throws { try Town.write(to: scratch) }

  private func lines(columns: UInt16, _ environment: [String: String] = [:]) throws -> [Substring] {
    let words = ["run", "town.json5", "--out", "out", "--force"]
    let text = try Terminal.shown(
      words, columns: columns, ofOutput: true, environment: environment, in: scratch)
    return text.split(separator: "\r\n")
  }

  @Test(arguments: [60, 84, 150] as [UInt16])
  func `the summary is as wide as the terminal`(columns: UInt16) throws {
    let lines = try lines(columns: columns)
    #expect(lines[1] == String(repeating: "─", count: Int(columns)))
    // The fingerprint is one word.
    #expect(lines.filter { !$0.hasPrefix("fingerprint") }.allSatisfy { $0.count <= Int(columns) }, "\(lines)")
  }

  @Test
  func `where the terminal does not say how wide it is, COLUMNS does`() throws {
    #expect(try lines(columns: 0, ["COLUMNS": "70"])[1] == String(repeating: "─", count: 70))
    #expect(try lines(columns: 0)[1] == String(repeating: "─", count: 100))
  }

  @Test
  func `elsewhere it has a hundred columns, whatever the environment says`() throws {
    let call = try Program.call(
      URL(filePath: "/usr/bin/env"), ["COLUMNS=60", Program.url.path, "run", "town.json5", "--out", "out"],
      in: scratch)
    #expect(call.output.split(separator: "\n")[1] == String(repeating: "─", count: 100))
  }
}
