import Metrics
import Simulation
import Synthesis
import Testing

@testable import Carpool

/// What a run says on a terminal of its board and of platform services.
struct ServiceWordsTests {
  private func lines(_ run: CarpoolRun) -> [String: String] {
    let lines = run.summary(of: Figures(of: run)).lines
    return Dictionary(
      uniqueKeysWithValues: lines.compactMap { line in
        line.content.map { (line.label, $0.replacing("\u{A0}", with: " ")) }
      })
  }

  private static let own = ["board", "seats", "users", "money", "messages"]

  @Test
  func `a run says what it has, in the figures of its summary`() throws {
    let run = try ServiceRun.corridor.get()
    let figures = Figures(of: run)
    let lines = lines(run)
    #expect(Self.own.allSatisfy { lines[$0] != nil })
    let seeks = run.seeks.count { $0 != nil }
    #expect(lines["board"]?.hasPrefix("\(Int(figures[.published] ?? 0)) trips published · ") == true)
    #expect(lines["board"]?.contains(" % of \(seeks) who plan ahead booked · ") == true)
    #expect(lines["seats"]?.contains(" MAD · walk median ") == true)
    #expect(lines["users"]?.hasPrefix("\(run.users?.count ?? 0) users · ") == true)
    #expect(lines["money"]?.hasSuffix("failed for want of it") == true)
    #expect(lines["messages"]?.hasSuffix(" % never delivered") == true)
    #expect(lines["wait"]?.hasSuffix("from submission, or the time to leave, to pickup") == true)
  }

  @Test
  func `a run without any of it says nothing of it`() throws {
    let lines = lines(try ServiceRun.bare.get())
    #expect(Self.own.allSatisfy { lines[$0] == nil })
    #expect(lines["wait"]?.hasSuffix("from submission to pickup") == true)
  }

  @Test
  func `who has left is told of`() throws {
    let run = try ServiceRun.week.get()
    let absent = run.records.requests.count { $0.outcome == .notSubmitted }
    #expect(lines(run)["demand"]?.hasSuffix("\(absent) not submitted by users who had left") == true)
    #expect(lines(run)["users"]?.hasSuffix(" % stayed") == true)
    #expect(lines(run)["board"] == nil)
  }
}
