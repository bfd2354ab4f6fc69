import CarpoolScenario
import Foundation
import InventedMarket
import JSON5
import Scenario
import Tables
import TestSupport
import Testing

@testable import Metrics

struct ResultFolderTests {
  private let origin = Manifest.Origin(scenario: .object([]), version: "0.0.0")

  private let run = StallRun(
    identity: RunIdentity(runID: "0123456789abcdef", scenario: "fair", seed: 1, replication: 0))

  private func write(
    into folder: borrowing ResultFolder, asked: [String] = []
  ) throws(ResultFolderError) {
    let tables = StallRun.tables
    _ = try folder.write(Manifest.Subject(run.identity), from: origin, recipe: tables.recipe(of: run)) {
      (results: inout ResultTables) throws(TableError) in
      let fingerprint = try tables.writeResults(of: run, run.identity, run.measured(), into: &results)
      try tables.writeOthers(of: run, asked: asked, into: &results)
      return fingerprint
    }
  }

  /// Writes a run as the result folder `path`.
  private func writeRun(
    _ path: String, replacing: Bool = false, exchanges: Bool = true, meanwhile: () throws -> Void = {}
  ) throws {
    var folder = try ResultFolder(path: path, replacing: replacing)
    folder.exchanges = exchanges
    try write(into: folder)
    try folder.write(Performance(of: run.effort, phases: []))
    try meanwhile()
    try folder.close()
  }

  @Test
  func `a folder appears when it is complete, and nothing stays beside it`() throws {
    try withScratchFolder { scratch throws in
      try writeRun(scratch + "/Results/rush/") {
        #expect(!FileManager.default.fileExists(atPath: scratch + "/Results/rush"))
      }
      #expect(try names(in: scratch + "/Results") == ["rush"])
      #expect(
        try names(in: scratch + "/Results/rush") == [
          "clock.csv", "guests.csv", "manifest.json", "performance.json", "summary.csv",
        ])
    }
  }

  /// As nanoseconds since 1970 such a time is more than an Int holds.
  @Test
  func `a folder is replaced though a file in it is of the year 2300`() throws {
    try withScratchFolder { scratch throws in
      let path = scratch + "/run"
      try writeRun(path)
      var times = [timespec(), timespec()]
      for index in times.indices { times[index].tv_sec = 10_413_792_000 }
      #expect(utimensat(AT_FDCWD, path + "/summary.csv", times, 0) == 0)
      try writeRun(path, replacing: true)
      #expect(try names(in: scratch) == ["run"])
    }
  }

  @Test(arguments: [1, 2, 9])
  func `what is written does not depend on the number of threads`(threads: Int) throws {
    try withScratchFolder { scratch throws in
      let names = ["one", "other"].map { scratch + "/" + $0 }
      for name in names {
        try FileManager.default.createDirectory(atPath: name, withIntermediateDirectories: true)
      }
      var one = ResultTables(folder: names[0], runID: "r")
      let fingerprint = try StallRun.tables.writeResults(of: run, run.identity, run.measured(), into: &one)
      try StallRun.tables.writeOthers(of: run, asked: ["cups"], into: &one)
      var other = ResultTables(folder: names[1], runID: "r")
      let again = try StallRun.tables.writeAll(
        of: run, run.identity, run.measured(), asked: ["cups"], threads: threads, into: &other)
      #expect(again == fingerprint)
      #expect(other.receipts.map(\.table.name) == one.receipts.map(\.table.name))
      #expect(other.receipts.map(\.receipt) == one.receipts.map(\.receipt))
      for receipt in one.receipts {
        let files = names.map { FileManager.default.contents(atPath: $0 + "/" + receipt.table.fileName) }
        #expect(files[0] != nil && files[0] == files[1])
      }
      var nowhere = ResultTables(folder: "/nowhere/at/all", runID: "r")
      #expect(throws: TableError.self) {
        _ = try StallRun.tables.writeAll(
          of: run, run.identity, run.measured(), asked: [], threads: threads, into: &nowhere)
      }
    }
  }

  @Test
  func `what was asked for is written too`() throws {
    try withScratchFolder { scratch throws in
      let folder = try ResultFolder(path: scratch + "/r")
      try write(into: folder, asked: ["cups"])
      try folder.close()
      #expect(try text("cups.csv", in: scratch + "/r").hasPrefix(StallRun.cupsTable.schema.header + "\n"))
    }
  }

  @Test
  func `a run that fails leaves nothing`() throws {
    struct Failure: Error {}
    try withScratchFolder { scratch throws in
      #expect(throws: Failure.self) { try writeRun(scratch + "/r") { throw Failure() } }
      #expect(try names(in: scratch) == [])
    }
  }

  @Test
  func `results that stand there are refused, and replaced only on demand`() throws {
    try withScratchFolder { scratch throws in
      let path = scratch + "/r"
      try writeRun(path)
      let before = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
      #expect(throws: ResultFolderError.exists(path: path)) { try writeRun(path) }
      try writeRun(path, replacing: true)
      #expect(try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int != before)
      #expect(try names(in: scratch) == ["r"])
    }
  }

  @Test
  func `a run that fails leaves the results that it was to replace`() throws {
    struct Failure: Error {}
    try withScratchFolder { scratch throws in
      let path = scratch + "/r"
      try writeRun(path)
      let before = try text("guests.csv", in: path)
      #expect(throws: Failure.self) { try writeRun(path, replacing: true) { throw Failure() } }
      #expect(try text("guests.csv", in: path) == before)
      #expect(try names(in: scratch) == ["r"])
    }
  }

  @Test(arguments: [
    ("note.txt", "`note.txt`, which no run writes"),
    ("plots/map.svg", "`plots`, which no run writes"),
    ("manifest.json", "a manifest.json of another program"),
    ("guests.csv", "`guests.csv`, which was changed since the run wrote it"),
  ])
  func `what a run has not written is never replaced, whatever the manifest says`(
    name: String, found: String
  ) throws {
    try withScratchFolder { scratch throws in
      let path = scratch + "/r"
      try writeRun(path)
      let file = path + "/" + name
      try FileManager.default.createDirectory(
        atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try "dear".write(toFile: file, atomically: false, encoding: .utf8)
      let before = try names(in: path)
      #expect(throws: ResultFolderError.notResults(path: path, found: found)) {
        try writeRun(path, replacing: true)
      }
      #expect(try text(name, in: path) == "dear")
      #expect(try names(in: path) == before)
      #expect(try names(in: scratch) == ["r"])
    }
  }

  @Test(arguments: [
    (
      ["index.html": "", "manifest.json": #"{"name": "app", "icons": []}"#],
      "a manifest.json of another program"
    ),
    (["manifest.json": #"{"plan": {}, "points": []}"#], "a study"),
    (["thesis.txt": "dear"], "`thesis.txt` and no manifest.json"),
    (["1": "", "2": "", "3": "", "4": "", "5": ""], "`1`, `2`, `3` and 2 more and no manifest.json"),
  ])
  func `a folder of something else is never replaced`(files: [String: String], found: String) throws {
    try withScratchFolder { scratch throws in
      let path = scratch + "/home"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      for (name, text) in files {
        try text.write(toFile: path + "/" + name, atomically: true, encoding: .utf8)
      }
      #expect(throws: ResultFolderError.notResults(path: path, found: found)) {
        try writeRun(path, replacing: true)
      }
      #expect(try names(in: path) == files.keys.sorted())
    }
  }

  @Test
  func `a file or a link is never replaced`() throws {
    try withScratchFolder { scratch throws in
      try writeRun(scratch + "/r")
      try "dear".write(toFile: scratch + "/thesis.txt", atomically: true, encoding: .utf8)
      try FileManager.default.createSymbolicLink(atPath: scratch + "/link", withDestinationPath: "r")
      for name in ["thesis.txt", "link"] {
        #expect(throws: ResultFolderError.notAFolder(path: scratch + "/" + name)) {
          try writeRun(scratch + "/" + name, replacing: true)
        }
      }
      #expect(try names(in: scratch) == ["link", "r", "thesis.txt"])
    }
  }

  @Test
  func `what came into the old folder at the last moment stays`() throws {
    try withScratchFolder { scratch throws in
      let path = scratch + "/r"
      try writeRun(path)
      #expect(throws: ResultFolderError.notResults(path: path, found: "`note.txt`, which no run writes")) {
        try writeRun(path, replacing: true) {
          try "dear".write(toFile: path + "/note.txt", atomically: true, encoding: .utf8)
        }
      }
      #expect(try text("note.txt", in: path) == "dear")
      #expect(try names(in: scratch) == ["r"])
    }
  }

  @Test(arguments: [true, false])
  func `what came while the folders changed places goes back with the old one`(exchanges: Bool) throws {
    try withScratchFolder { scratch throws in
      let path = scratch + "/r"
      try writeRun(path)
      let before = try text("guests.csv", in: path)
      var folder = try ResultFolder(path: path, replacing: true)
      folder.exchanges = exchanges
      folder.beforeLastLook = {
        try? "dear".write(toFile: $0 + "/note.txt", atomically: true, encoding: .utf8)
      }
      try folder.write(.object([]), as: "guests.csv")
      do throws(ResultFolderError) {
        try folder.close()
        Issue.record("the old folder went with what came there")
      } catch {
        #expect("\(error)".contains("something that appeared while the results were being moved there"))
      }
      #expect(try text("note.txt", in: path) == "dear")
      #expect(try text("guests.csv", in: path) == before)
      #expect(try names(in: scratch) == ["r"])
    }
  }

  @Test
  func `where folders cannot change places the new one takes the name in steps`() throws {
    try withScratchFolder { scratch throws in
      let path = scratch + "/r"
      try writeRun(path)
      try writeRun(path, replacing: true, exchanges: false)
      #expect(try names(in: scratch) == ["r"])
      #expect(try names(in: path).count == 5)
    }
  }

  /// A name that a process which has ended left on the way to `r`.
  private func leftover(_ step: ResultFolder.Step, in scratch: String) throws -> String {
    let hidden = try ResultFolder(path: scratch + "/q").partial
    // No process has the number 2³¹ − 2.
    return hidden.replacing("/.q.", with: "/.r.").replacing(
      ".\(ProcessInfo.processInfo.processIdentifier).partial", with: ".2147483646.\(step.rawValue)")
  }

  @Test
  func `the next writer ends what a killed one had begun`() throws {
    try withScratchFolder { scratch throws in
      let path = scratch + "/r"
      // Killed when the old folder had gone and the new one had no name yet.
      for step in [ResultFolder.Step.old, .complete] {
        try writeRun(path)
        try FileManager.default.moveItem(atPath: path, toPath: leftover(step, in: scratch))
      }
      #expect(throws: ResultFolderError.exists(path: path)) { try writeRun(path) }
      #expect(try names(in: scratch) == ["r"])
      // Killed before that: the old one has the name.
      for step in ResultFolder.Step.allCases {
        try FileManager.default.copyItem(atPath: path, toPath: leftover(step, in: scratch))
      }
      try writeRun(path, replacing: true)
      #expect(try names(in: scratch) == ["r"])
    }
  }

  @Test
  func `an empty folder is filled`() throws {
    try withScratchFolder { scratch throws in
      try FileManager.default.createDirectory(atPath: scratch + "/r", withIntermediateDirectories: false)
      try writeRun(scratch + "/r")
      #expect(try names(in: scratch + "/r").count == 5)
    }
  }

  @Test
  func `results that came meanwhile are not overwritten`() throws {
    try withScratchFolder { scratch throws in
      let path = scratch + "/r"
      #expect(throws: ResultFolderError.exists(path: path)) {
        try writeRun(path) {
          try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
          try "{}".write(toFile: path + "/manifest.json", atomically: true, encoding: .utf8)
        }
      }
      #expect(try names(in: scratch) == ["r"])
      #expect(try names(in: path) == ["manifest.json"])
    }
  }

  @Test
  func `what a killed run left is cleared away, what another writes is not`() throws {
    try withScratchFolder { scratch throws in
      try writeRun(scratch + "/r") {
        let mine = try #require(try names(in: scratch).first)
        let process = "\(ProcessInfo.processInfo.processIdentifier)"
        // Nobody has locked the first two, whatever the process with the number is; one of another container has the third.
        let dead = [".1.partial", ".2147483646.partial"].map {
          mine.replacing(".\(process).partial", with: $0)
        }
        let alive = mine.replacing(".\(process).partial", with: ".2.partial")
        for name in dead + [alive, dead[0].replacing(".r.", with: ".other.")] {
          try FileManager.default.createDirectory(
            atPath: scratch + "/" + name, withIntermediateDirectories: false)
        }
        guard let lock = FolderLock(scratch + "/" + alive) else {
          Issue.record("it cannot be locked")
          return
        }
        #expect(throws: ResultFolderError.self) { try writeRun(scratch + "/r") }
        #expect(try names(in: scratch) == [alive, mine].sorted())
        withExtendedLifetime(lock) {}
      }
    }
  }

  @Test
  func `a link with the name of a leftover leads nowhere`() throws {
    try withScratchFolder { scratch throws in
      let files = FileManager.default
      try files.createDirectory(atPath: scratch + "/mine", withIntermediateDirectories: false)
      try "dear".write(toFile: scratch + "/mine/note.txt", atomically: true, encoding: .utf8)
      let link = try leftover(.partial, in: scratch)
      try files.createSymbolicLink(atPath: link, withDestinationPath: scratch + "/mine")
      try files.createDirectory(
        atPath: link.replacing("2147483646", with: "2147483645"), withIntermediateDirectories: false)
      try files.createSymbolicLink(
        atPath: link.replacing("2147483646", with: "2147483645") + "/inside",
        withDestinationPath: scratch + "/mine")
      try writeRun(scratch + "/r")
      #expect(try text("note.txt", in: scratch + "/mine") == "dear")
      #expect(try names(in: scratch) == [(link as NSString).lastPathComponent, "mine", "r"])
    }
  }

  @Test(arguments: [
    ("guests.csv", "0123456789abcdef,", "0123456789abcdee,"), ("guests.csv", "run_id,", "run,"),
    ("guests.csv", "\n0123456789abcdef,", "\nnote\n0123456789abcdef,"), ("clock.csv", "\n", "\n\n"),
    ("performance.json", "{", "{ "), ("performance.json", "}\n", "}\n\n"),
    ("performance.json", "\"events\": ", "\"events\": 1"), ("manifest.json", "\"seed\": 1", "\"seed\": 2"),
  ])
  func `an edit of any file keeps it`(file: String, from: String, to: String) throws {
    try withScratchFolder { scratch throws in
      let path = scratch + "/r"
      try writeRun(path)
      let before = try text(file, in: path)
      let place = try #require(before.range(of: from), "\(before)")
      let edited = before.replacingCharacters(in: place, with: to)
      try edited.write(toFile: path + "/" + file, atomically: true, encoding: .utf8)
      let found = "`\(file)`, which was changed since the run wrote it"
      #expect(throws: ResultFolderError.notResults(path: path, found: found)) {
        try writeRun(path, replacing: true)
      }
      #expect(try text(file, in: path) == edited)
      try before.write(toFile: path + "/" + file, atomically: true, encoding: .utf8)
      try writeRun(path, replacing: true)
    }
  }

  @Test
  func `errors name the place and the remedy`() {
    let error = ResultFolderError.exists(path: "Results/rush")
    #expect(
      "\(error)"
        == "Results/rush: results already exist there; give another --out, or use --force to replace them")
    #expect(throws: ResultFolderError.self) { try writeRun("/proc/nowhere/r") }
  }
}
