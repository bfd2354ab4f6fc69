import Foundation
import Matching
import Quantities
import Simulation
import TestSupport
import Testing

/// A decision in which the thread sleeps is written down as held up, and so is no other result.
struct HeldUpTests {
  @Test
  func `who sleeps over a decision is known`() throws {
    let sleeper = Sleeper()
    let world = World(.plane, spacing: 100, seed: 1)
    let records = try world.records(sleeper)
    #expect(records.attempts.count > 10)
    let held = records.heldUp.first { $0.call == 7 }
    #expect(try #require(held).nanoseconds >= 5_000_000)
    #expect(records.attempts[7].decisionNanoseconds >= 5_000_000)
    #expect(records.text == (try world.records(First()).text))
  }
}

/// Sleeps over the eighth decision.
private final class Sleeper: Policy, @unchecked Sendable {
  let name = "sleeper"
  private var calls = 0
  var vantage: Vantage { First().vantage }

  func choose(for attempt: inout Attempt) -> Candidate? {
    calls += 1
    if calls == 8 { usleep(5_000) }
    return First().choose(for: &attempt)
  }
}
