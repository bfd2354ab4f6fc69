import Foundation
import FoundationXML
import Quoting
import Tables
import TestSupport
import Testing

@testable import BenchmarkSuite
@testable import Benchmarking

/// What build servers and GitHub are told.
struct BenchReportTests {
  private static let hostile = "a<b>&\"|`x`\u{1B}[31m\n@team"

  private static let verdict = Verdict(
    base: "old", head: hostile,
    reports: [
      GateReport(
        gate: .exact,
        findings: [
          Finding(subject: "kernel/hold@100", answer: .no, words: "the same", seconds: 1.25),
          Finding(subject: hostile, answer: .yes, words: "events 1 → 2 & <more>", seconds: 0.5),
        ]),
      GateReport(
        gate: .time, findings: [Finding(subject: "kernel/hold@100", answer: .cannotTell, words: "noise")]),
      GateReport(gate: .growth, findings: []),
    ])

  @Test
  func `a build server sees a failure where something got worse, and nothing passed that nobody can tell`()
    throws
  {
    let elements = try Elements(Self.verdict.tests.xml(date: "2026-11-20T10:00:00Z"))
    let suites = elements.named("testsuite")
    #expect(suites.map { $0["name"] } == ["exact", "time", "growth"].map { "detour.bench.\($0)" })
    #expect(suites.map { $0["tests"] } == ["2", "1", "1"])
    #expect(suites.map { $0["failures"] } == ["1", "0", "0"])
    #expect(suites.map { $0["skipped"] } == ["0", "1", "1"])
    #expect(suites.map { $0["timestamp"] } == Array(repeating: "2026-11-20T10:00:00", count: 3))
    #expect(elements.named("failure") == [["type": "worse", "message": "events 1 → 2 & <more>"]])
    #expect(
      elements.named("skipped").map { $0["message"] } == [
        "cannot tell: noise", "cannot tell: there was nothing to compare",
      ])
    // Names arrive as they are, but for what XML cannot hold.
    #expect(elements.named("testcase").map { $0["name"] }.contains("a<b>&\"|`x`\\u{1B}[31m\\u{A}@team"))
  }

  @Test
  func `a build server is told what each question took, and all of a gate together`() throws {
    let elements = try Elements(Self.verdict.tests.xml(date: "2026-11-20T10:00:00Z"))
    #expect(elements.named("testcase").prefix(2).map { $0["time"] } == ["1.250000", "0.500000"])
    #expect(elements.named("testsuite").map { $0["time"] } == ["1.750000", "0.000000", "0.000000"])
  }

  @Test
  func `the elements have the order and the attributes that both schemas of JUnit request for`() throws {
    let elements = try Elements(Self.verdict.tests.xml(date: "2026-11-20T10:00:00Z"))
    #expect(elements.paths.first == "testsuites")
    let allowed: Set = [
      "testsuites", "testsuites/testsuite", "testsuites/testsuite/properties",
      "testsuites/testsuite/testcase",
      "testsuites/testsuite/testcase/failure", "testsuites/testsuite/testcase/skipped",
      "testsuites/testsuite/system-out", "testsuites/testsuite/system-err",
    ]
    #expect(allowed.isSuperset(of: elements.paths))
    let children = elements.paths.filter { $0.split(separator: "/").count == 3 }
      .map { $0.split(separator: "/")[2] }
    #expect(
      children == [
        "properties", "testcase", "testcase", "system-out", "system-err", "properties", "testcase",
        "system-out", "system-err", "properties", "testcase", "system-out", "system-err",
      ])
    for suite in elements.named("testsuite") {
      let needed = [
        "errors", "failures", "hostname", "id", "name", "package", "skipped", "tests", "time", "timestamp",
      ]
      #expect(suite.keys.sorted() == needed)
      #expect(suite["time"]?.wholeMatch(of: /[0-9]+\.[0-9]+/) != nil)
    }
    #expect(elements.named("testcase").allSatisfy { $0.keys.sorted() == ["classname", "name", "time"] })
  }

  @Test
  func `what was measured passes, what failed fails, what was left out is skipped`() throws {
    var file = ResultFileTests.file
    file.omissions.append(
      Omission(item: Case("scenario/mine", 1), reason: "ended by signal 11", isFailure: true))
    let elements = try Elements(file.tests.xml(date: file.date))
    let tests = elements.named("testcase")
    #expect(tests.map { $0["name"] } == ["kernel/hold@100", "run/chengdu-carpool@1000", "scenario/mine@1"])
    #expect(tests[0]["time"] == "0.250000")
    #expect(elements.named("failure").map { $0["message"] } == ["ended by signal 11"])
    #expect(elements.named("skipped").map { $0["message"] } == ["needs x"])
  }

  @Test
  func `a table has as many cells in each row, whatever names hold`() {
    for text in [Self.verdict.markdown, ResultFileTests.file.markdown] {
      let rows = text.split(separator: "\n").filter { $0.hasPrefix("|") }
      let cells = Set(rows.map { $0.replacing("\\|", with: "").count { $0 == "|" } })
      #expect(rows.count > 2 && cells.count == 1, "\(text)")
    }
    let text = Self.verdict.markdown
    #expect(text.hasPrefix("### Did it get worse? **yes**\n"))
    #expect(text.contains("a&lt;b\\>&amp;\"\\|\\`x\\`\\\\u{1B}\\[31m\\\\u{A}&#64;team"))
    #expect(
      ResultFileTests.file.markdown.contains(
        "| kernel/hold&#64;100 | 250 ms | 125 ms … 500 ms | 250 µs | 12,345 |"))
    #expect(ResultFileTests.file.markdown.contains("* run/chengdu-carpool&#64;1000 left out: needs x\n"))
  }

  @Test
  func `a history is a table for people and a long one for programs`() {
    let files = [20, 21].map { day in
      var file = ResultFileTests.file
      file.date = "2026-11-\(day)T10:00:00Z"
      file.commit = "c0ffee\(day)"
      file.results = [Suite.all.small[0], OwnScenario(path: "a/mine.json5").item].map { item in
        CaseResult(
          item: item, operations: 1, operation: "run", fingerprint: "aa", counts: [],
          peakBytes: day * 1_000_000,
          samples: [.init(processor: 0.1 * Double(day), wall: 1)], instructions: nil, compiler: "Swift")
      }
      return file
    }
    let table = HistoryTable([("epyc", files)], History.figures)
    #expect(table.markdown.contains("### median processor time, epyc\n"))
    #expect(table.markdown.contains("| benchmark | 2026-11-20 c0ffee2 | 2026-11-21 c0ffee2 | change |\n"))
    #expect(table.markdown.contains("| scenario/mine&#64;1 | 2.00 s | 2.10 s | +5.0 % |\n"))
    #expect(!table.markdown.contains("instructions"))
    #expect(table.csv.hasPrefix("machine,date,commit,benchmark,size,figure,value,unit\n"))
    #expect(table.csv.contains("epyc,2026-11-21T10:00:00Z,c0ffee21,scenario/mine,1,memory,21000000,bytes\n"))
    #expect(table.csv.split(separator: "\n").count == 9)
  }

  @Test
  func `files of two processors are compared by the gate that holds on both`() throws {
    var other = ResultFileTests.file
    other.machine.processor = "another"
    var duel = Duel(
      base: .file(other, path: "old.json"), head: .file(ResultFileTests.file, path: "new.json"),
      surroundings: Surroundings(scenarios: "", data: ""))
    duel.cases = [Case("kernel/hold", 100)]
    #expect(throws: BenchError.self) { try duel.carryOut() }
    duel.gates = [.exact]
    #expect(try duel.carryOut().answer == .no)
    other.results[0].fingerprint = "bb"
    duel.base = .file(other, path: "old.json")
    let finding = try #require(try duel.carryOut().reports.first?.findings.first)
    #expect(finding.answer == .yes)
    #expect(finding.words.contains("measured on another and on \(ResultFileTests.file.machine.processor)"))
  }

  @Test func `a name whose signs are a part of larger characters stays a name in both forms`() throws {
    let names = Graphemes.hiding("x", between: "\"", and: "<") + Graphemes.hiding("|", between: "`", and: "|")
    let tests = names.map { TestReport.Test(name: $0, outcome: .failed(type: $0, message: $0)) }
    let xml = TestReport(suites: [.init(name: names[0], tests: tests)]).xml(date: "2026-11-20T10:00:00Z")
    let elements = try Elements(xml)
    #expect(elements.named("testcase").count == names.count)
    let read = elements.named("failure").compactMap { $0["message"] }
    #expect(read.map { Array($0.utf8) } == names.map { Array($0.visible.utf8) })
    let row = MarkdownTable(columns: [.init(title: "a")], rows: [names.map(Markdown.init(plain:))]).text
    let bare = row.text.split(separator: "\n").last.map { Array($0.unicodeScalars) } ?? []
    let bars = bare.indices.count { bare[$0] == "|" && ($0 == 0 || bare[$0 - 1] != "\\") }
    #expect(bars == names.count + 1)
  }
}

/// The elements of an XML document, in order: how they are nested, and their attributes.
private final class Elements: NSObject, XMLParserDelegate {
  private(set) var paths: [String] = []
  private var attributes: [[String: String]] = []
  private var open: [String] = []

  init(_ text: String) throws {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    try #require(parser.parse(), "\(text)")
  }

  /// The attributes of the elements called `name`.
  func named(_ name: String) -> [[String: String]] {
    zip(paths, attributes).filter { $0.0.split(separator: "/").last ?? "" == name }.map(\.1)
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes values: [String: String]
  ) {
    open.append(name)
    paths.append(open.joined(separator: "/"))
    attributes.append(values)
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?)
  {
    open.removeLast()
  }
}
