import Community
import Foundation
import Lifecycle
import Quantities
import Statistics
import TestSupport
import Testing

@testable import Shifts

/// Volunteers who are told of their places, and reminded of them.
struct NoticesTests {
  /// One post with as many places as there are volunteers, who sign up for it at second 0; it begins at second 10,000.
  private func run(
    _ volunteers: Int, seed: UInt64 = 1, noShow: Double = 0, _ change: (inout ShiftRules) -> Void
  ) throws -> ShiftsRecords {
    let slot = Slot("day", begin: Milliseconds(seconds: 10_000), end: Milliseconds(seconds: 20_000))
    let post = Post("gate", shifts: [Post.Manning(0, capacity: Int32(volunteers))])
    var festival = Festival(programme: Programme(slots: [slot], posts: [post]))
    for id in 0..<volunteers {
      festival.append(
        id: Int64(id), signUp: .zero, isFlexible: false, maxShifts: .max,
        wishes: [(0, [Wish(0)])])
    }
    var rules = ShiftRules()
    rules.deadline = Milliseconds(seconds: 5_000)
    rules.fields.behaviour.noShowProbability = noShow
    rules.recordsMessages = true
    change(&rules)
    return try ShiftsSimulation(
      festival, rules: Rules(random: RandomSource(seed: seed, replication: 0)), shiftRules: rules
    ).records()
  }

  private func channel(_ change: (inout ChannelRules) -> Void) -> ChannelRules {
    var rules = ChannelRules()
    rules.delay = .fixed(5)
    change(&rules)
    return rules
  }

  private func absent(_ records: ShiftsRecords) -> Int {
    records.lifecycle.requests.count { $0.outcome == .noShow }
  }

  @Test
  func `messages that take no time and are not lost change nothing`() throws {
    let festival = MadeUp.festival(seed: 7, volunteers: 60, slots: 4, posts: 3, flexible: 0.5)
    var simulation = MadeUp.simulation(festival, seed: 7, assignment: .optimal)
    let plain = try simulation.records()
    simulation.shiftRules.fields.channel = channel { $0.delay = .fixed(0) }
    let told = try simulation.records()
    #expect(plain.ledger == told.ledger)
    #expect(plain.lifecycle.requests.map(\.outcome) == told.lifecycle.requests.map(\.outcome))
    #expect(plain.messageCounts == nil)
    let confirmed = told.ledger.count { $0.kind == .confirmed || $0.kind == .movedTo }
    #expect(told.messageCounts?.messages == confirmed)
  }

  @Test(arguments: [1, 3])
  func `who never hears of the place does not come: each with probability p to the number of tries`(
    tries: Int
  )
    throws
  {
    var missing = RunningStatistics()
    for seed in 0..<200 as Range<UInt64> {
      let records = try run(50, seed: seed) {
        $0.fields.channel = channel {
          $0.loss = 0.4
          $0.tries = tries
        }
      }
      missing.add(Double(absent(records)))
    }
    #expect(abs(try #require(missing.zScore(expected: 50 * pow(0.4, Double(tries))))) < 3.5)
  }

  @Test
  func `a reminder tells as well, and is sent to all who have a place`() throws {
    var reminder = ReminderRules()
    reminder.before = Milliseconds(seconds: 1_000)
    var missing = RunningStatistics()
    for seed in 0..<200 as Range<UInt64> {
      let records = try run(50, seed: seed) {
        $0.fields.behaviour.reminder = reminder
        $0.fields.channel = channel {
          $0.loss = 0.4
          $0.tries = 1
        }
      }
      #expect(
        records.messages.filter { $0.kind == .reminder }.map(\.sent)
          == Array(repeating: Milliseconds(seconds: 9_000), count: 50))
      missing.add(Double(absent(records)))
    }
    #expect(abs(try #require(missing.zScore(expected: 50 * 0.4 * 0.4))) < 3.5)
  }

  @Test(arguments: [0.0, 0.25, 1])
  func `who is reminded stays away less often, by the factor`(factor: Double) throws {
    var reminder = ReminderRules()
    reminder.factor = factor
    reminder.before = Milliseconds(seconds: 1_000)
    var missing = RunningStatistics()
    var unread = RunningStatistics()
    for seed in 0..<400 as Range<UInt64> {
      missing.add(
        Double(absent(try run(50, seed: seed, noShow: 0.3) { $0.fields.behaviour.reminder = reminder })))
      // A reminder that is sent when the slot begins comes too late.
      unread.add(
        Double(
          absent(
            try run(50, seed: seed, noShow: 0.3) {
              $0.fields.behaviour.reminder = reminder
              $0.fields.behaviour.reminder?.before = .zero
              $0.fields.channel = channel { $0.delay = .fixed(5) }
            })))
    }
    let expected = 50 * 0.3 * factor
    #expect(factor == 0 ? missing.mean == 0 : abs(try #require(missing.zScore(expected: expected))) < 3.5)
    #expect(abs(try #require(unread.zScore(expected: 15))) < 3.5)
  }
}
