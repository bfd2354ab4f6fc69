import Community
import Foundation
import Lifecycle
import Quantities
import Statistics
import TestSupport
import Testing

@testable import Services

/// Jobs whose messages take their time, are lost, or find a phone that is offline.
struct MessagesTests {
  private static func channel(_ change: (inout ChannelRules) -> Void = { _ in }) -> ChannelRules {
    var rules = ChannelRules()
    rules.delay = .fixed(5)
    rules.offerTimeout = Milliseconds(seconds: 300)
    change(&rules)
    return rules
  }

  /// `jobs` that a provider at (0, 0) is asked for, who thinks for a minute.
  private static func run(
    _ jobs: [Job], _ channel: ChannelRules?, _ change: (inout ServicesSetup) -> Void = { _ in }
  ) throws -> ServicesTrial {
    var setup = ServicesSetup(trades: .one, providers: [.at(0, 0)], jobs: jobs)
    setup.channel = channel
    setup.recordsMessages = true
    setup.search.answerDelay = channel?.offerTimeout ?? Milliseconds(seconds: 60)
    change(&setup)
    return try setup.run { $0.answerDelay = Milliseconds(seconds: 60) }
  }

  @Test("request, offer, answer and confirmation take five seconds each, and the provider a minute")
  func travel() throws {
    let run = try Self.run([.at(1_000, 0, minutes: 10)], Self.channel())
    #expect(run.messages.map(\.kind) == [.request, .offer, .answer, .confirmation])
    #expect(run.messages.map(\.sent.seconds) == [0, 5, 70, 75])
    #expect(run.messages.map { $0.transit.arrives?.seconds } == [5, 10, 75, 80])
    #expect(run.attempts.map(\.time.seconds) == [5])
    #expect(run.attempts.map(\.answered.seconds) == [75])
    // An answer may come 300 s after the offer; from then on there are 100 s of way.
    let appointment = run.appointments[0]
    #expect(appointment.start.seconds == 405)
    #expect(appointment.told.seconds == 80)
    #expect(appointment.outcome == .kept && appointment.lateness == .zero)
  }

  @Test("an offer that is not read in time, or not answered, asks somebody else or nobody")
  func silence() throws {
    let slow = try Self.run(
      [.at(0, 0)], Self.channel { $0.offerTimeout = Milliseconds(seconds: 4) })
    #expect(slow.attempts.map(\.outcome) == [.undelivered])
    #expect(slow.jobs[0].outcome == .unmatched && slow.jobs[0].cause == .undelivered)
    #expect(slow.jobs[0].ended?.seconds == 9)
    let late = try Self.run(
      [.at(0, 0)], Self.channel { $0.offerTimeout = Milliseconds(seconds: 69) })
    #expect(late.attempts.map(\.outcome) == [.unanswered])
    #expect(late.messages.map(\.kind) == [.request, .offer, .answer])
    #expect(late.attempts[0].answered == .never)
    // The provider is on the way for longer than the confirmation.
    let just = try Self.run(
      [.at(1_000, 0)], Self.channel { $0.offerTimeout = Milliseconds(seconds: 70) })
    #expect(just.jobs[0].outcome == .done)
  }

  @Test("what was held for an offer that nobody answers is free again")
  func released() throws {
    var second = Job.at(0, 0, submit: 200, id: 2)
    second.latest = Milliseconds(seconds: 600)
    let run = try Self.run(
      [.at(0, 0), second], Self.channel { $0.offerTimeout = Milliseconds(seconds: 69) })
    #expect(run.attempts.map(\.outcome) == [.unanswered, .unanswered])
    #expect(run.attempts.map(\.funnel[.freeTime]) == [1, 1])
  }

  @Test(
    "of requests tried k times, each lost with probability p, 1 − pᵏ reach the service", arguments: [1, 2])
  func lostRequests(tries: Int) throws {
    let jobs = (0..<4_000).map { Job.at(0, 0, submit: Double($0), minutes: 1, id: Int64($0)) }
    let run = try Self.run(
      jobs,
      Self.channel {
        $0.loss = 0.3
        $0.tries = tries
        $0.backoff = Milliseconds(seconds: 1)
      })
    var known = RunningStatistics()
    for job in run.jobs { known.add(job.attempts == 0 ? 0 : 1) }
    #expect(abs(try #require(known.zScore(expected: 1 - pow(0.3, Double(tries))))) < 3.5)
    #expect(
      run.jobs.allSatisfy {
        ($0.attempts == 0) == ($0.cause == .undelivered && $0.ended != nil && $0.cycles == 0)
      })
  }

  @Test("a client whom no confirmation has reached is not there when the provider comes")
  func untold() throws {
    let jobs = (0..<200).map { Job.at(0, 0, submit: 10_000 * Double($0), minutes: 1, id: Int64($0)) }
    let run = try Self.run(
      jobs,
      Self.channel {
        $0.loss = 0.4
        $0.tries = 1
      })
    let came = run.appointments.filter { $0.arrived != nil }
    #expect(came.count > 20)
    for appointment in came {
      let knows = appointment.told <= appointment.arrived!
      #expect(appointment.outcome == (knows ? .kept : .clientAbsent))
      #expect(knows == (appointment.told != .never))
    }
    #expect(Set(came.map(\.outcome)) == [.kept, .clientAbsent])
  }

  @Test("a provider whose phone is offline reads offers late or not at all: as often as the phone is")
  func offline() throws {
    let jobs = (0..<600).map { Job.at(0, 0, submit: 20_000 * Double($0), minutes: 1, id: Int64($0)) }
    var read = RunningStatistics()
    // The client is the same all the time: what is lost of requests is no matter here.
    for seed in 0..<20 as Range<UInt64> {
      let run = try Self.run(
        jobs,
        Self.channel {
          $0.delay = .fixed(0)
          $0.online = .exponential(mean: 3_000)
          $0.offline = .exponential(mean: 1_000)
          $0.offerTimeout = Milliseconds(seconds: 100)
        }
      ) { $0.random = RandomSource(seed: seed, replication: 0) }
      let asked = run.attempts.filter { $0.provider != .none }
      read.add(Double(asked.count { $0.outcome != .undelivered }) / Double(asked.count))
    }
    // Offline, and for longer than 100 s from then on: 1 ÷ 4 · exp(−100 ÷ 1000).
    #expect(abs(try #require(read.zScore(expected: 1 - 0.25 * exp(-0.1)))) < 3.5)
  }

  @Test("without a channel, messages that take no time and are not lost change nothing")
  func atOnce() throws {
    let jobs = (0..<50).map {
      Job.at(Double($0 * 100), 0, submit: 500 * Double($0), minutes: 20, id: Int64($0))
    }
    let plain = try Self.run(jobs, nil)
    let quick = try Self.run(
      jobs,
      Self.channel {
        $0.delay = .fixed(0)
        $0.offerTimeout = Milliseconds(seconds: 60)
      })
    #expect(plain.messages.isEmpty && !quick.messages.isEmpty)
    #expect(plain.appointments.map(\.start) == quick.appointments.map(\.start))
    #expect(plain.appointments.map(\.arrived) == quick.appointments.map(\.arrived))
    #expect(plain.jobs.map(\.outcome) == quick.jobs.map(\.outcome))
  }
}
