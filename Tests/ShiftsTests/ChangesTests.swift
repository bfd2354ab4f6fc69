import Lifecycle
import Quantities
import Statistics
import TestSupport
import Testing

@testable import Shifts

struct ChangesTests {
  /// A desk with one place and a bar with two; the first volunteer has the desk, the second had to take the bar.
  private func festival() -> Festival {
    var festival = Festival(
      programme: Programme(
        slots: [Slot("day", begin: Milliseconds(seconds: 1000), end: Milliseconds(seconds: 1100))],
        posts: [Post("desk", slots: [0], capacity: 1), Post("bar", slots: [0], capacity: 2)]))
    let wishes = [Wish(ShiftIndex(0)), Wish(ShiftIndex(1))]
    festival.append(id: 1, signUp: Milliseconds(seconds: 1), isFlexible: false, wishes: [(0, wishes)])
    festival.append(id: 2, signUp: Milliseconds(seconds: 2), isFlexible: false, wishes: [(0, wishes)])
    return festival
  }

  private func run(seed: UInt64, withdraw: Double) throws -> ShiftsRecords {
    var own = ShiftRules()
    own.deadline = Milliseconds(seconds: 900)
    own.fields.behaviour.changeProbability = 1
    var rules = Rules(random: RandomSource(seed: seed, replication: 0))
    rules.requesterCancelProbability = withdraw
    return try ShiftsSimulation(festival(), rules: rules, shiftRules: own).records()
  }

  @Test func `who asks for a better place and finds none keeps the old one`() throws {
    let records = try run(seed: 1, withdraw: 0)
    let second = records.lifecycle.requests[1]
    #expect(second.outcome == .worked && second.section == 1)
    #expect(second.changes == 0 && second.refusedChanges == 1)
    #expect(records.ledger.map(\.kind) == [.held, .confirmed, .held, .confirmed])
  }

  @Test func `who finds a better place has it in one step, and never none`() throws {
    var changed = 0
    for seed in 0..<200 {
      let records = try run(seed: UInt64(seed), withdraw: 0.5)
      #expect(ShiftsMarketTests.fault(festival(), records) == nil)
      guard let from = records.ledger.firstIndex(where: { $0.kind == .changedFrom }) else { continue }
      changed += 1
      let (old, new) = (records.ledger[from], records.ledger[from + 1])
      #expect(new.kind == .changedTo && new.time == old.time && new.request == old.request)
      #expect(old.section == 1 && new.section == 0 && old.request == 1)
      // The first volunteer has withdrawn before.
      #expect(records.ledger[..<from].contains { $0.kind == .withdrawn && $0.request == 0 })
      #expect(records.lifecycle.requests[1].changes == 1)
    }
    #expect(changed > 20)
  }

  @Test func `nobody has a worse place for a change, in any run`() {
    var changes: Int32 = 0
    forAll(seeds: 0..<60) { seed in
      let festival = MadeUp.festival(seed: seed, volunteers: 60, slots: 4, posts: 4, flexible: 0.3)
      var simulation = MadeUp.simulation(festival, seed: seed, assignment: .optimal)
      simulation.shiftRules.fields.behaviour.changeProbability = 0.8
      let records = try simulation.records()
      changes += records.lifecycle.requests.reduce(0) { $0 + $1.changes }
      for (from, to) in zip(records.ledger, records.ledger.dropFirst()) where from.kind == .changedFrom {
        guard to.kind == .changedTo, to.request == from.request, to.time == from.time else {
          return "a place is lost before the next is had"
        }
        guard
          festival.rank(of: to.section, for: to.request) < festival.rank(of: from.section, for: from.request)
        else { return "a change for a worse place" }
        guard from.time < simulation.shiftRules.deadline else { return "a change after the deadline" }
      }
      return ShiftsMarketTests.fault(festival, records)
    }
    #expect(changes > 50, "\(changes) changes")
  }
}
