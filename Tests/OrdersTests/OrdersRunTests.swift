import Foundation
import Ground
import Metrics
import Models
import Quantities
import Scenario
import Tables
import TestSupport
import Testing

@testable import Orders

/// Tables, figures and words of a run, against what its records say one by one.
struct OrdersRunTests {
  private static let folder = SharedData.checkout.appending(path: "Scenarios").path

  private static func ready(_ name: String, _ overrides: [String] = []) throws -> OrdersWorld {
    let markets = ScenarioMarkets([OrdersFields.self])
    let scenario = try Scenario.load(
      contentsOf: "\(folder)/\(name).json5", overrides: overrides, markets: markets)
    return OrdersWorld(input: try OrdersInput(scenario, folder: folder))
  }

  @Test func figuresAreWhatTheRecordsSay() throws {
    let run = try Self.ready(
      "orders", ["demand.count=2000", "time.warm_up_s=400000", "demand.probe_share=0.05"]
    ).run(RunObservation())
    let figures = run.measured()
    let pairs = zip(run.setup.orders, run.records.orders).filter {
      $0.0.submit >= Milliseconds(400_000_000) && !$0.0.isProbe
    }
    let finished = pairs.filter { $0.1.outcome == .kept || $0.1.outcome == .late }
    #expect(figures[.orders] == Double(pairs.count))
    #expect(
      figures[.keptRatio] == Double(finished.count { $0.1.outcome == .kept }) / Double(finished.count))
    #expect(
      figures[.paidRatio] == Double(pairs.count { $0.1.firstMatch != nil }) / Double(pairs.count))
    let times = finished.map { ($0.1.finished - $0.0.submit).seconds }
    let mean = times.reduce(0, +) / Double(times.count)
    #expect(abs(try #require(figures[.orderTime, .mean]) - mean) < 1e-6)
    #expect(figures[.orderTime, .max] == times.max())
    #expect(figures[.cards] == Double(finished.reduce(0) { $0 + Int($1.0.recipients) }))
    let causes = OrderCause.allCases.reduce(0) { $0 + (figures[.cause($1)] ?? 0) }
    #expect(causes == Double(pairs.count - finished.count))
    let probes = zip(run.setup.orders, run.records.orders).filter {
      $0.0.isProbe && $0.0.submit >= Milliseconds(400_000_000)
    }
    #expect(
      figures[.orderCoverage] == Double(probes.count { $0.1.outcome == .probeHit }) / Double(probes.count))
    #expect(probes.count > 50)
    let revenue = run.records.ledger.entries.filter { $0.kind == .payment }.reduce(0) { $0 + $1.amount }
    #expect(figures[.revenue] == Double(revenue))
  }

  /// Every order ends in one way, and the series holds each once; credits are where the accounts say.
  @Test(arguments: [[], ["time.horizon_s=1500000"]])
  func everythingAddsUp(_ overrides: [String]) throws {
    let run = try Self.ready("orders", ["demand.count=3000"] + overrides).run(RunObservation())
    #expect(run.outcomes.reduce(0) { $0 + $1.count } == run.counted.count)
    let intervals = OrdersSeries(of: run).intervals
    let records = run.records.orders
    func sum(_ part: (OrdersSeries.Interval) -> Int) -> Int { intervals.reduce(0) { $0 + part($1) } }
    let submitted = run.setup.orders.count { $0.submit <= run.records.end }
    #expect(sum(\.submitted) == submitted)
    #expect(sum(\.finished) == records.count { $0.finished != .never })
    #expect(sum(\.kept) == records.count { $0.outcome == .kept })
    #expect(sum(\.cancelled) == records.count { $0.outcome == .cancelledByCustomer })
    #expect(sum(\.abandoned) == records.count { $0.outcome == .abandoned })
    let last = try #require(intervals.last)
    #expect(
      last.inLine == records.count { $0.firstMatch != nil && $0.outcome == .inProgress })
    #expect(intervals.allSatisfy { $0.inLine >= $0.unbegun && $0.unbegun >= 0 })
    for row in AccountRow.all(of: run) {
      let (state, opening) = (row.state, row.account.opens <= run.records.end ? row.account.credits : 0)
      let come = opening + state.bought + state.fromCodes
      #expect(state.balance == come - state.used - state.lapsed - state.held)
    }
    for (place, tally) in run.records.stations.enumerated() {
      #expect(tally.arrived == tally.begun + tally.removed + tally.waiting)
      #expect((0...1).contains(try #require(run.utilisation(of: place))))
    }
  }

  @Test func ordersSubmittedAfterTheHorizonAreNotCounted() throws {
    let run = try Self.ready("orders", ["demand.count=3000", "time.horizon_s=1000000"]).run(RunObservation())
    let submitted = run.setup.orders.count { $0.submit <= Milliseconds(1_000_000_000) }
    #expect(submitted > 500 && submitted < 2_000)
    #expect(run.measured()[.orders] == Double(submitted))
    #expect(run.measured().outcomes.reduce(0) { $0 + $1.count } == submitted)
  }

  @Test func tablesAreTheSameEachTimeAndHaveARowForEachOrder() throws {
    let ready = try Self.ready("orders-recorded", ["results.record=[\"events\"]"])
    let folder = FileManager.default.temporaryDirectory.appending(path: "orders-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let run = try ready.run(RunObservation())
    var tables = ResultTables(folder: folder.path, runID: run.identity.runID)
    let first = try OrdersRun.tables.writeResults(
      of: run, run.identity, run.measured(), into: &tables)
    try OrdersRun.tables.writeOthers(of: run, asked: ["events"], into: &tables)
    #expect(try ready.results().digest().fingerprint.text == first.text)
    func lines(_ name: String) throws -> [Substring] {
      try String(contentsOf: folder.appending(path: name + ".csv"), encoding: .utf8).split(separator: "\n")
    }
    #expect(try lines("orders").count == 21)
    #expect(try lines("attempts").count == 1 + run.records.attempts.count)
    #expect(try lines("payments").count == 1 + run.records.ledger.entries.count)
    #expect(try lines("accounts").count == 7 && lines("stations").count == 3)
    #expect(try lines("events").count == 1 + run.records.log.count && run.records.log.count > 60)
    #expect(
      try lines("orders")[8].dropFirst(17).hasPrefix("8,42000.000,fatima,4,WELCOME;SPRING,false,kept"))
    #expect(try lines("orders")[15].contains(",refused_input,code_twice,0,0,"))
  }

  @Test func anOrderIsExplainedAttemptByAttempt() throws {
    let ready = try Self.ready("orders-recorded")
    let story = try #require(try ready.explanation(ofRequest: "6", showing: 5)?.text)
    #expect(
      story == """
        order 6: abandoned (no_account: the order names no account, or one that was not open yet)
        submitted at 10:30:00 by no account for 1 recipient

        cycle 1, attempt 1, at 10:30:00: no_candidate (no_account: the order names no account, or one that was not \
        open yet)
          no   the order names an account, which is open
               constraint to relax: accounts.open_share, demand.guest_share

        cycle 1, attempt 2, at 10:31:00: no_candidate (no_account: the order names no account, or one that was not \
        open yet)
          no   the order names an account, which is open
               constraint to relax: accounts.open_share, demand.guest_share

        cycle 1, attempt 3, at 10:32:00: no_candidate (no_account: the order names no account, or one that was not \
        open yet)
          no   the order names an account, which is open
               constraint to relax: accounts.open_share, demand.guest_share

        """)
    #expect(try ready.explanation(ofRequest: "99", showing: 5)?.text == nil)
    #expect(try ready.explanation(ofRequest: "3", showing: 5)?.text.contains("last card left at") == true)
  }
}
