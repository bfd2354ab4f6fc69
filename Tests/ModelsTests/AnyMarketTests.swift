import CarpoolScenario
import Foundation
import InventedMarket
import JSON5
import Metrics
import RoadNetwork
import Scenario
import Tables
import TestSupport
import Testing

@testable import Models

/// What any market gets for nothing: a folder, a manifest, a dictionary, a summary.
struct AnyMarketTests {
  private let market: any MarketModel.Type = Stall.self

  private func scenario(_ record: [String] = []) -> Scenario {
    var scenario = Scenario(of: StallFields())
    scenario.name = "fair"
    scenario.results.record = record
    return scenario
  }

  private func world(_ scenario: Scenario) throws -> any MarketWorld {
    try market.world(of: scenario, folder: "", on: .method(.dijkstra), progress: { _ in })
  }

  /// Keeps the run of `world` in `path`.
  private func keep(_ world: any MarketWorld, in path: String) throws -> (RunReceipt, SummaryText) {
    func keep(_ world: some MarketWorld) throws -> (RunReceipt, SummaryText) {
      let results = try world.results()
      let receipt = try results.keep(in: ResultFolder(path: path), version: "1.2.3")
      #expect(try results.digest().fingerprint == receipt.fingerprint)
      return (receipt, results.summary(receipt))
    }
    return try keep(world)
  }

  @Test
  func `its run is kept with its tables, and with those that the scenario requests for`() throws {
    try withScratchFolder { scratch in
      _ = try keep(world(scenario()), in: scratch + "/a")
      #expect(
        try names(in: scratch + "/a")
          == ["clock.csv", "guests.csv", "manifest.json", "performance.json", "summary.csv"])
      _ = try keep(world(scenario(["cups"])), in: scratch + "/b")
      #expect(try names(in: scratch + "/b").contains("cups.csv"))
      let guests = try text("guests.csv", in: scratch + "/a").split(separator: "\n")
      #expect(guests.count == 13)
      #expect(guests[0] == "run_id,guest_id,time_s,outcome")
      #expect(guests[1].hasSuffix(",1,60.000,sold") && guests[2].hasSuffix(",2,120.000,empty"))
      #expect(try text("cups.csv", in: scratch + "/b").split(separator: "\n").count == 9)
    }
  }

  @Test
  func `the manifest tells what made it, and what was refused`() throws {
    try withScratchFolder { scratch in
      let (receipt, _) = try keep(world(scenario()), in: scratch + "/r")
      let manifest = try #require(
        JSON(parsing: text(ResultFolder.manifestName, in: scratch + "/r")))
      #expect(manifest["fingerprint"]?.words == receipt.fingerprint.text)
      #expect(manifest["geometry"] == nil)
      #expect(
        manifest["refused"]?.compact == #"{"guests":{"rows":1,"causes":{"rude":1},"first_ids":[7]}}"#)
      #expect(manifest["notices"]?.compact == #"["it may rain"]"#)
      let digested = manifest["tables"]?.items?.map { $0["sha256_without_run_id"] != nil }
      #expect(digested == [true, true, false])
      let command = try #require(manifest["fingerprint_recipe"]?["command"]?.words)
      #expect(try shell(command, in: scratch + "/r").output == receipt.fingerprint.text + "\n")
    }
  }

  @Test
  func `its figures are a number and a distribution`() throws {
    let figures = StallRun(identity: try world(scenario()).identity).measured()
    #expect(figures[Stall.soldRatio] == 8.0 / 12)
    // Guests 1, 3, 4, 6, 7, 9, 10 and 12 wait as many seconds.
    #expect(figures[Stall.wait, .mean] == 6.5 && figures[Stall.wait, .count] == 8)
    #expect(figures[FigureColumn(Stall.wait, .max)] == 12)
    #expect(figures.count("empty") == 4 && figures.count("asleep") == 0)
  }

  @Test
  func `people and programs are told the same`() throws {
    try withScratchFolder { scratch in
      let (_, summary) = try keep(world(scenario()), in: scratch + "/r")
      let lines = summary.text.split(separator: "\n").map(String.init)
      #expect(lines[0].hasPrefix("fair "))
      #expect(lines[2] == "sold         █████████████▍░░░░░░  66.7 %  8 of 12 guests")
      #expect(lines.contains { $0.hasPrefix("speed ") && $0.contains(" guests/s") })
      #expect(!lines.contains { $0.hasPrefix("rain") })
      #expect(summary.json["cups"] == .integer(8))
      #expect(summary.json["outcomes"]?.compact == #"{"sold":8,"empty":4}"#)
      #expect(summary.json["figures"]?["wait_s"]?["mean"] == .number(6.5))
      #expect(summary.json["figures"]?["sold_ratio"] == .number(0.666667))
    }
  }

  @Test
  func `its dictionary has its tables and words, and those of studies`() throws {
    let dictionary = market.dictionary
    #expect(
      dictionary.tables.prefix(4).map(\.fileName)
        == ["guests.csv", "summary.csv", "cups.csv", "clock.csv"])
    #expect(dictionary.table(named: "study/runs") != nil)
    let text = dictionary.text()
    for word in ["guest_id", "sold_ratio", "The guest got a cup.", "All guests who came."] {
      #expect(text.contains(word), "\(word)")
    }
    #expect(!text.contains("driver"))
    #expect(market.figures.examples == "sold_ratio or wait_s.mean")
  }

  @Test
  func `one request is explained by its id`() throws {
    let world = try world(scenario())
    #expect(try world.explanation(ofRequest: "2", showing: 5)?.text == "guest 2: empty\n")
    #expect(try world.explanation(ofRequest: "13", showing: 5)?.text == nil)
  }
}
