import Community
import Foundation
import Quantities
import Statistics
import TestSupport
import Testing

/// Cases that a team decides in its hours.
@Suite struct TeamTests {
  /// Hours of `spans` of a day, in hours since midnight, on the given days.
  private static func hours(_ days: Range<Int64>, _ spans: [(Int64, Int64)]) -> WeeklyHours {
    WeeklyHours(
      days.flatMap { day in
        spans.map { (24 * day + $0.0) * 3_600_000..<(24 * day + $0.1) * 3_600_000 }
      })
  }

  private static func rules(_ servers: Int32, _ hours: WeeklyHours = .always) -> TeamRules {
    var rules = TeamRules()
    rules.servers = servers
    rules.hours = hours
    return rules
  }

  @Test("by hand: who comes first is decided first, and what is in hand at closing rests until the morning")
  func byHand() {
    // A run that begins on a Monday at 8:00, an hour before the office opens.
    var team = Team(
      Self.rules(1, Self.hours(0..<5, [(9, 12), (13, 17)])), phase: Milliseconds(8 * 3_600_000))
    func take(_ minutes: Int64, at time: Int64) -> [Int64] {
      let way = team.take(Milliseconds(60_000 * minutes), at: Milliseconds(60_000 * time))
      return [way.came, way.begun, way.decided].map { $0.rawValue / 60_000 }
    }
    #expect(take(30, at: 0) == [0, 60, 90])
    #expect(take(45, at: 61) == [61, 90, 135])
    // Noon is minute 240: ten minutes before, ten are left, and the other twenty come after lunch.
    #expect(take(30, at: 230) == [230, 230, 320])
    #expect(take(5, at: 250) == [250, 320, 325])
    // The day ends with minute 540.
    #expect(take(10, at: 530) == [530, 530, 540])
    #expect(take(10, at: 531) == [531, 1_500, 1_510])
    #expect(take(0, at: 540) == [540, 1_510, 1_510])
  }

  /// The same minute by minute: in each open minute every server who is free takes the first who waits, and works a minute.
  private static func byMinutes(
    _ cases: [(came: Int, minutes: Int)], servers: Int, isOpen: (Int) -> Bool
  ) -> [(begun: Int, decided: Int)] {
    var answers = Array(repeating: (begun: -1, decided: -1), count: cases.count)
    var waiting: [Int] = []
    var inHand: [(number: Int, left: Int)] = []
    var (next, minute, done) = (0, 0, 0)
    while done < cases.count {
      while next < cases.count, cases[next].came <= minute {
        waiting.append(next)
        next += 1
      }
      if isOpen(minute) {
        while inHand.count < servers, !waiting.isEmpty {
          let number = waiting.removeFirst()
          answers[number].begun = minute
          inHand.append((number, cases[number].minutes))
        }
        for place in inHand.indices { inHand[place].left -= 1 }
        for (number, left) in inHand where left == 0 {
          answers[number].decided = minute + 1
          done += 1
        }
        inHand.removeAll { $0.left == 0 }
      }
      minute += 1
    }
    return answers
  }

  @Test("in any hours with any number of people, cases are decided as they are minute by minute")
  func minuteByMinute() {
    func span(_ minutes: Int) -> Milliseconds { Milliseconds(60_000 * Int64(minutes)) }
    forAll(seeds: 1..<301) { seed in
      var random = SplitMix64(seed: seed)
      let servers = random.whole(1...4)
      let spans = (0..<7).flatMap { day -> [Range<Int64>] in
        guard random.chance(0.7) else { return [] }
        let from = 1_440 * day + random.whole(0...1_200)
        return [span(from).rawValue..<span(from + random.whole(1...240)).rawValue]
      }
      let hours = spans.isEmpty ? .always : WeeklyHours(spans)
      let phase = random.whole(0...10_079)
      var team = Team(Self.rules(Int32(servers), hours), phase: span(phase))
      var time = 0
      var cases: [(came: Int, minutes: Int)] = []
      for _ in 0..<60 {
        time += random.whole(0...180)
        cases.append((time, random.whole(1...90)))
      }
      let expected = Self.byMinutes(cases, servers: servers) { minute in
        hours.spans.contains { $0.contains(span((minute + phase) % 10_080).rawValue) }
      }
      for (one, answer) in zip(cases, expected) {
        let way = team.take(span(one.minutes), at: span(one.came))
        let wanted = TeamCase(came: span(one.came), begun: span(answer.begun), decided: span(answer.decided))
        if way != wanted { return "\(way), expected \(wanted)" }
      }
      return nil
    }
  }

  /// The waits of an M/M/c queue in equilibrium: Erlang's C and the mean.
  private static func erlang(_ servers: Int, load: Double, service: Double) -> (waits: Double, mean: Double) {
    var blocking = 1.0
    for count in 1...servers { blocking = load * blocking / (Double(count) + load * blocking) }
    let share = blocking / (1 - load / Double(servers) * (1 - blocking))
    return (share, share * service / (Double(servers) - load))
  }

  @Test(
    "a team that always works is an M/M/c queue: who waits, how long, and how busy it is",
    arguments: [1, 2, 5])
  func erlangC(servers: Int) throws {
    let (service, load) = (600.0, 0.8 * Double(servers))
    let expected = Self.erlang(servers, load: load, service: service)
    var (waits, shares, busy) = (RunningStatistics(), RunningStatistics(), RunningStatistics())
    let rules = Self.rules(Int32(servers))
    for replication in 0..<40 as Range<UInt64> {
      var random = SplitMix64(seed: 100 * UInt64(servers) + replication)
      var team = Team(rules, phase: .zero)
      var time = 0.0
      var ways: [TeamCase] = []
      for _ in 0..<12_000 {
        time -= log(1 - random.uniform()) * service / load
        ways.append(
          team.take(
            Milliseconds(seconds: -log(1 - random.uniform()) * service), at: Milliseconds(seconds: time)))
      }
      let counted = ways.dropFirst(2_000)
      waits.add(counted.reduce(0) { $0 + ($1.begun - $1.came).seconds } / Double(counted.count))
      shares.add(Double(counted.count { $0.begun > $0.came }) / Double(counted.count))
      busy.add(
        try #require(rules.utilisation(of: ways, until: Milliseconds(seconds: time), phase: .zero)))
    }
    #expect(abs(try #require(waits.zScore(expected: expected.mean))) < 3.5)
    #expect(abs(try #require(shares.zScore(expected: expected.waits))) < 3.5)
    // The first cases find it empty, which is little of 12,000.
    #expect(abs(try #require(busy.zScore(expected: 0.8))) < 3.5)
  }

  @Test("in working time hours disappear: cases that come in hours go the way of a team that always works")
  func hoursDisappear() {
    forAll(seeds: 1..<51) { seed in
      var random = SplitMix64(seed: seed)
      let clock = WorkClock(Self.hours(0..<5, [(9, 12), (13, 17)]), phase: 0)
      var (always, office) = (
        Team(Self.rules(2), phase: .zero),
        Team(Self.rules(2, Self.hours(0..<5, [(9, 12), (13, 17)])), phase: .zero)
      )
      var work: Int64 = 0
      for _ in 0..<200 {
        work += Int64(random.whole(1...3_000_000))
        let service = Milliseconds(Int64(random.whole(1...4_000_000)))
        let plain = always.take(service, at: Milliseconds(work))
        let way = office.take(service, at: Milliseconds(clock.time(ofWork: work)))
        guard way.decided.rawValue == clock.time(ofWork: plain.decided.rawValue),
          clock.work(until: way.begun.rawValue) == plain.begun.rawValue
        else { return "\(way) of \(plain)" }
      }
      return nil
    }
  }
}
