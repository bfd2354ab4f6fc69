import Foundation
import Scenario
import TestSupport
import Testing

@testable import Metrics

struct ResultFolderTests {
  private let origin = Manifest.Origin(scenario: .object([]), version: "0.0.0")

  /// Writes the story as the result folder `path`.
  private func writeStory(
    _ path: String, replacing: Bool = false, meanwhile: () throws -> Void = {}
  ) throws {
    let folder = try ResultFolder(path: path, replacing: replacing)
    _ = try folder.write(Story.run, figures: Figures(of: Story.run), from: origin)
    try folder.write(Performance(of: Story.run, phases: []))
    try meanwhile()
    try folder.close()
  }

  @Test
  func `a folder appears when it is complete, and nothing stays beside it`() throws {
    try withScratchFolder { scratch throws in
      try writeStory(scratch + "/Results/rush/") {
        #expect(!FileManager.default.fileExists(atPath: scratch + "/Results/rush"))
      }
      #expect(try names(in: scratch + "/Results") == ["rush"])
      #expect(
        try names(in: scratch + "/Results/rush") == [
          "attempts.csv", "drivers.csv", "manifest.json", "performance.json", "requests.csv", "stops.csv",
          "summary.csv", "timeseries.csv", "timing.csv",
        ])
    }
  }

  @Test
  func `what was asked for is written even where it is empty`() throws {
    try withScratchFolder { scratch throws in
      let folder = try ResultFolder(path: scratch + "/r")
      _ = try folder.write(
        Story.empty, figures: Figures(of: Story.empty), from: origin, extra: [.candidates, .events])
      try folder.close()
      #expect(try text("candidates.csv", in: scratch + "/r") == TableSchema.candidates.header + "\n")
      #expect(try text("events.csv", in: scratch + "/r") == TableSchema.events.header + "\n")
      #expect(try text("requests.csv", in: scratch + "/r") == TableSchema.requests.header + "\n")
    }
  }

  @Test
  func `a run that fails leaves nothing`() throws {
    struct Failure: Error {}
    try withScratchFolder { scratch throws in
      #expect(throws: Failure.self) { try writeStory(scratch + "/r") { throw Failure() } }
      #expect(try names(in: scratch) == [])
    }
  }

  @Test
  func `results that stand there are refused, and replaced only on demand`() throws {
    try withScratchFolder { scratch throws in
      let path = scratch + "/r"
      try writeStory(path)
      try "kept".write(toFile: path + "/note.txt", atomically: true, encoding: .utf8)
      #expect(throws: ResultFolderError.exists(path: path)) { try writeStory(path) }
      #expect(try names(in: path).contains("note.txt"))
      try writeStory(path, replacing: true)
      #expect(try !names(in: path).contains("note.txt"))
      #expect(try names(in: scratch) == ["r"])
    }
  }

  @Test
  func `a run that fails leaves the results that it was to replace`() throws {
    struct Failure: Error {}
    try withScratchFolder { scratch throws in
      let path = scratch + "/r"
      try writeStory(path)
      let before = try text("requests.csv", in: path)
      #expect(throws: Failure.self) { try writeStory(path, replacing: true) { throw Failure() } }
      #expect(try text("requests.csv", in: path) == before)
      #expect(try names(in: scratch) == ["r"])
    }
  }

  @Test
  func `a folder that holds no results is never replaced`() throws {
    try withScratchFolder { scratch throws in
      let path = scratch + "/home"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      try "dear".write(toFile: path + "/thesis.txt", atomically: true, encoding: .utf8)
      #expect(throws: ResultFolderError.notResults(path: path)) { try writeStory(path, replacing: true) }
      #expect(throws: ResultFolderError.notAFolder(path: path + "/thesis.txt")) {
        try writeStory(path + "/thesis.txt", replacing: true)
      }
      #expect(try text("thesis.txt", in: path) == "dear")
    }
  }

  @Test
  func `an empty folder is filled`() throws {
    try withScratchFolder { scratch throws in
      try FileManager.default.createDirectory(atPath: scratch + "/r", withIntermediateDirectories: false)
      try writeStory(scratch + "/r")
      #expect(try names(in: scratch + "/r").count == 9)
    }
  }

  @Test
  func `results that came meanwhile are not overwritten`() throws {
    try withScratchFolder { scratch throws in
      let path = scratch + "/r"
      #expect(throws: ResultFolderError.exists(path: path)) {
        try writeStory(path) {
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
      try writeStory(scratch + "/r") {
        let mine = try #require(try names(in: scratch).first)
        let process = "\(ProcessInfo.processInfo.processIdentifier)"
        // No process has the number 2³¹ − 2; process 1 is always there.
        let dead = mine.replacing(".\(process).partial", with: ".2147483646.partial")
        let alive = mine.replacing(".\(process).partial", with: ".1.partial")
        for name in [dead, alive] {
          try FileManager.default.createDirectory(
            atPath: scratch + "/" + name, withIntermediateDirectories: false)
        }
        #expect(throws: ResultFolderError.self) { try writeStory(scratch + "/r") }
        #expect(try names(in: scratch) == [alive, mine].sorted())
      }
    }
  }

  @Test
  func `errors name the place and the remedy`() {
    let error = ResultFolderError.exists(path: "Results/rush")
    #expect(
      "\(error)"
        == "Results/rush: results stand there already; give another --out, or --force to replace them")
    #expect(throws: ResultFolderError.self) { try writeStory("/proc/nowhere/r") }
  }
}
