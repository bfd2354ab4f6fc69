import CarpoolScenario
import Community
import Metrics
import Models
import Scenario
import Testing

@testable import Carpool

/// A carpool whose service is out for a time (`channel.outages`), by its tables.
struct OutageRunTests {
  private static func scenario(_ outages: String, _ more: String = "") -> String {
    """
    {name: 'out', seed: 4, space: {kind: 'plane', width_m: 6000, height_m: 6000}, time: {duration_s: 3600},
     supply: {kind: 'synthetic', count: 250}, demand: {kind: 'synthetic', count: 300},
     matching: {radius_m: 1000, retry_interval_s: 60}, behaviour: {patience_s: 1200},
     channel: {delay: 0, outages: \(outages)}, results: {record: ['events']}\(more)}
    """
  }

  private static let window =
    "{times: {kind: 'windows', windows: [{from_s: 1000, to_s: 1900}]}, calls: 'CALLS'}"

  private func run(_ calls: String) throws -> CarpoolRun {
    try ServiceRun.run(Self.scenario(Self.window.replacing("CALLS", with: calls)))
  }

  @Test
  func `every request in the window is answered at its end, in the order of the calls`() throws {
    let run = try run("wait")
    let attempts = try TextTable("attempts", of: run).rows
    #expect(!attempts.contains { (1000..<1900).contains($0.number("time_s") ?? 0) })
    let calls = try TextTable("outage_calls", of: run).rows
    #expect(calls.count > 40 && calls.allSatisfy { $0["lost"] == "false" && $0["outage"] == "1" })
    // Who lost patience meanwhile has gone; all others are attempted at the end.
    let requests = try TextTable("requests", of: run).rows
    let gone = Set(
      requests.filter { request in
        request["cause"] == "patience" && (request.number("submit_s") ?? 0) + 1200 <= 1900
      }.compactMap { $0["request_id"] })
    let called = calls.compactMap { $0["request_id"] }.filter { !gone.contains($0) }
    let events = try TextTable("events", of: run).rows
    let resumed = events.filter { $0["event"] == "attempt" && $0.number("time_s") == 1900 }
      .compactMap { $0["request_id"] }
    #expect(Array(resumed.prefix(called.count)) == called)
    // The calls are those of the events, and the first calls those of everybody who came in the window.
    #expect(
      events.filter { $0["event"] == "outage" }.compactMap { $0["request_id"] }
        == calls.compactMap { $0["request_id"] })
    let came = requests.filter { (1000..<1900).contains($0.number("submit_s") ?? 0) }.compactMap {
      $0["request_id"]
    }
    #expect(Set(came).isSubset(of: Set(calls.compactMap { $0["request_id"] })))
    let figures = Figures(of: run)
    let met = Set(calls.compactMap { $0["request_id"] })
    let settled = requests.filter { $0["outcome"] != "in_progress" }
    let matched = settled.filter { met.contains($0["request_id"] ?? "") && !$0.isEmpty("first_match_s") }
    #expect(figures[OutageMetrics(over: .settled, "requests").outages] == 1)
    #expect(figures.value("outage_share") == Double(met.count) / Double(settled.count))
    #expect(figures.value("outage_match_rate") == Double(matched.count) / Double(met.count))
  }

  @Test
  func `lost calls are repeated after the interval, and count`() throws {
    let run = try run("lost")
    let attempts = try TextTable("attempts", of: run).rows
    let lost = attempts.filter { (1000..<1900).contains($0.number("time_s") ?? 0) }
    #expect(lost.count > 60 && lost.allSatisfy { $0["cause"] == "outage" && $0["outcome"] == "no_candidate" })
    #expect(
      !attempts.contains { $0["cause"] == "outage" && !(1000..<1900).contains($0.number("time_s") ?? 0) })
    let calls = try TextTable("outage_calls", of: run).rows
    // What a driver's cancellation brings about is the service's own, and waits.
    #expect(calls.count { $0["lost"] == "true" } == lost.count && calls.count < lost.count + 10)
    for (number, attempt) in attempts.enumerated() where attempt["cause"] == "outage" {
      guard number + 1 < attempts.count, attempts[number + 1]["request_id"] == attempt["request_id"],
        attempts[number + 1]["cycle"] == attempt["cycle"]
      else { continue }
      let interval = (attempts[number + 1].number("time_s") ?? 0) - (attempt.number("time_s") ?? 0)
      #expect(abs(interval - 60) < 1e-6)
    }
    let requests = try TextTable("requests", of: run).rows
    let ended = requests.count { $0["cause"] == "outage" && $0["outcome"] == "unmatched" }
    #expect(ended > 10 && Figures(of: run).value("cause.outage") == Double(ended))
  }

  @Test
  func `a run without an outage that anybody meets is that without the field`() throws {
    let late = "{times: {kind: 'windows', windows: [{from_s: 90000, to_s: 90001}]}}"
    let with = try ServiceRun.run(Self.scenario(late))
    let without = try ServiceRun.run(Self.scenario("null"))
    for table in ["requests", "attempts", "drivers", "stops", "timeseries"] {
      #expect(try TextTable(table, of: with).rows == TextTable(table, of: without).rows, "\(table)")
    }
    #expect(Figures(of: without).value("outages") == nil && Figures(of: without).value("cause.outage") == nil)
  }

  @Test
  func `an account says what the outage did`() throws {
    for (calls, words) in [("wait", "waited"), ("lost", "failed")] {
      let scenario = try ServiceRun.scenario(
        Self.scenario(Self.window.replacing("CALLS", with: calls)))
      let world = try CarpoolWorld(scenario, folder: "")
      let first = try #require(TextTable("outage_calls", of: world.run(RunObservation())).rows.first)
      let account = try #require(try world.explanation(ofRequest: first["request_id"] ?? "", showing: 3))
      #expect(account.text.contains("the service was out from"), "\(account.text)")
      #expect(account.text.contains("the attempt \(words)"), "\(account.text)")
    }
  }

  @Test
  func `planned trips and windows wait for the service too`() throws {
    let board = """
      , board: {offers: {kind: 'synthetic', share: 0.6}, seeks: {kind: 'synthetic', share: 0.5}}
      """
    for calls in ["wait", "lost"] {
      let run = try ServiceRun.run(Self.scenario(Self.window.replacing("CALLS", with: calls), board))
      let attempts = try TextTable("attempts", of: run).rows
      let within = attempts.filter { (1000..<1900).contains($0.number("time_s") ?? 0) }
      #expect(within.allSatisfy { $0["cause"] == "outage" } && within.isEmpty == (calls == "wait"))
    }
    let batch = Self.scenario(Self.window.replacing("CALLS", with: "wait"))
      .replacing("radius_m: 1000,", with: "radius_m: 1000, policy: 'batch', batch: {window_s: 30},")
    let run = try ServiceRun.run(batch)
    let attempts = try TextTable("attempts", of: run).rows
    #expect(!attempts.contains { (1000..<1900).contains($0.number("time_s") ?? 0) })
    // The window that ends at 1020 is decided at 1900, for whoever has not left; those who came later are in the next one.
    let gathered = try TextTable("outage_calls", of: run).rows.filter { $0.number("time_s") == 1020 }
      .compactMap { $0["request_id"] }
    #expect(!gathered.isEmpty)
    #expect(
      Set(attempts.filter { $0.number("time_s") == 1900 }.compactMap { $0["request_id"] }).isSubset(
        of: gathered))
    #expect(attempts.contains { $0.number("time_s") == 1920 })
  }
}

extension Figures {
  /// The value of the figure called `name`; nil if there is none.
  fileprivate func value(_ name: String) -> Double? {
    CarpoolFigure.all.first { $0.metric.name == name }.flatMap { self[$0.metric] }
  }
}
