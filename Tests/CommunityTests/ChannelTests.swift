import Community
import Foundation
import Quantities
import Statistics
import TestSupport
import Testing

/// Messages between the service and phones.
@Suite struct ChannelTests {
  private let random = RandomSource(seed: 2026, replication: 0)

  private func rules(_ change: (inout ChannelRules) -> Void = { _ in }) -> ChannelRules {
    var rules = ChannelRules()
    change(&rules)
    return rules
  }

  @Test("of messages that are tried k times, each lost with probability p, 1 − pᵏ arrive")
  func deliveredShare() {
    let (p, k) = (0.4, 3)
    var channel = Channel(
      rules {
        $0.loss = p
        $0.tries = k
      }, random: random)
    var delivered = RunningStatistics()
    var tries = RunningStatistics()
    for message in 0..<30_000 {
      let kind = MessageKind.allCases[message % 4]
      let way = channel.send(kind, user: UserIndex(message % 300), key: UInt64(message % 300), at: .zero)
      delivered.add(way.arrives == nil ? 0 : 1)
      tries.add(Double(way.tries))
      #expect(way.lost == (way.arrives == nil ? way.tries : way.tries - 1))
    }
    let share = 1 - pow(p, Double(k))
    #expect(abs(delivered.zScore(expected: share)!) < 3.5)
    // A message is tried until the first success: the sum of the first k powers of p.
    #expect(abs(tries.zScore(expected: share / (1 - p))!) < 3.5)

    let all = channel.counts.all
    #expect(all.messages == 30_000 && channel.counts[.offer].messages == 7_500)
    #expect(Double(all.delivered) == (delivered.mean! * 30_000).rounded())
    #expect(all.tries == all.lostTries + all.delivered && all.undelivered == all.messages - all.delivered)
  }

  @Test("an exponential delay of mean 1/μ is longer than T with probability e^(−μT)")
  func exponentialDelayAgainstATimeout() {
    var channel = Channel(rules { $0.delay = .exponential(mean: 20) }, random: random)
    var late = RunningStatistics()
    for user in 0..<20_000 {
      let way = channel.send(.offer, user: UserIndex(user), key: UInt64(user), at: Milliseconds(5_000))
      late.add(way.arrives! > Milliseconds(5_000 + 30_000) ? 1 : 0)
    }
    #expect(abs(late.zScore(expected: exp(-30.0 / 20))!) < 3.5)
  }

  @Test("each wait for the next try is longer by the factor")
  func backoff() {
    let rules = rules {
      $0.delay = .fixed(1)
      $0.loss = 0.5
      $0.tries = 4
    }
    var channel = Channel(rules, random: random)
    let arrivals: [Int64] = [1_000, 11_000, 31_000, 71_000]
    var seen: Set<Int> = []
    for _ in 0..<200 {
      let way = channel.send(.request, user: 3, key: 3, at: Milliseconds(7))
      let expected = way.lost < 4 ? Milliseconds(7 + arrivals[way.lost]) : nil
      #expect(way.arrives == expected && way.left == Milliseconds(7 + arrivals[min(3, way.lost)] - 1_000))
      seen.insert(way.lost)
    }
    #expect(seen.count == 5)
  }

  @Test("what is drawn for a message hangs on the user and its number, not on losses and other users")
  func commonRandomNumbers() {
    var sure = Channel(rules(), random: random)
    var lossy = Channel(rules { $0.loss = 0.5 }, random: random)
    for number in 0..<500 {
      // The other one carries messages of somebody else between.
      _ = lossy.send(.answer, user: 1, key: 1, at: Milliseconds(Int64(number)))
      let a = sure.send(.offer, user: 0, key: 0, at: .zero)
      let b = lossy.send(.offer, user: 0, key: 0, at: .zero)
      if let arrives = b.arrives { #expect(arrives - b.left == a.arrives! - a.left) }
    }
  }

  @Test("a phone that is always online is never heard late")
  func alwaysOnline() {
    var channel = Channel(rules(), random: random)
    #expect(!channel.hasOfflinePhones && channel.isOnline(user: 4, at: Milliseconds(9)))
    #expect(channel.lastHeard(key: 4, at: Milliseconds(9)) == Milliseconds(9))
    #expect(channel.nextChange(key: 4, after: .zero) == nil)
  }
}

/// Phones that are offline at times.
@Suite struct PhoneTests {
  private let random = RandomSource(seed: 7, replication: 1)

  private func channel(
    online: Law = .exponential(mean: 600), offline: Law = .uniform(from: 20, to: 200), delay: Law = .fixed(3)
  ) -> Channel {
    var rules = ChannelRules()
    rules.online = online
    rules.offline = offline
    rules.delay = delay
    return Channel(rules, random: random)
  }

  @Test(
    "at every moment the share of phones online is E[on] ÷ (E[on] + E[off])",
    arguments: [
      (Law.exponential(mean: 300), Law.exponential(mean: 100)), (.fixed(50), .fixed(30)),
      (.uniform(from: 10, to: 90), .lognormal(median: 20, sigma: 1)), (.fixed(100), .exponential(mean: 300)),
    ])
  func shareOnline(online: Law, offline: Law) {
    for second: Int64 in [0, 40, 1_000] {
      var channel = channel(online: online, offline: offline)
      var share = RunningStatistics()
      for key in 0..<3_000 as Range<UInt64> {
        share.add(channel.isOnline(user: key, at: Milliseconds(second * 1_000)) ? 1 : 0)
      }
      #expect(abs(share.zScore(expected: online.mean / (online.mean + offline.mean))!) < 3.5)
    }
  }

  @Test("the periods are the same in whatever order they are asked for")
  func periodsAreFreeOfTheOrderOfQuestions() {
    let day = (0..<600).map { Milliseconds(Int64($0) * 144_000 + 77) }
    func answers(_ channel: inout Channel, _ key: UInt64, _ time: Milliseconds) -> [Milliseconds?] {
      [
        channel.isOnline(user: key, at: time) ? .zero : nil, channel.lastHeard(key: key, at: time),
        channel.nextChange(key: key, after: time),
      ]
    }
    var forward = channel()
    let expected = day.map { time in (0..<3).map { answers(&forward, $0, time) } }
    var shuffled = channel()
    var draws = SplitMix64(seed: 5)
    for place in day.indices.shuffled(using: &draws) {
      for key in (0..<3).reversed() {
        #expect(answers(&shuffled, UInt64(key), day[place]) == expected[place][key])
      }
    }
  }

  @Test("a change is from one state to the other, and the last word came when the phone went off")
  func changes() {
    var channel = channel()
    for key in 0..<20 as Range<UInt64> {
      var time = Milliseconds.zero
      for _ in 0..<100 {
        let before = channel.isOnline(user: key, at: time)
        let change = channel.nextChange(key: key, after: time)!
        let last = change - Milliseconds(1)
        #expect(change > time && channel.isOnline(user: key, at: last) == before)
        #expect(channel.isOnline(user: key, at: change) != before)
        #expect(channel.lastHeard(key: key, at: last) == (before ? last : time))
        time = change
      }
    }
  }

  @Test("a message waits for the phone, at the sending and at the receiving end")
  func storeAndForward() {
    var channel = channel(online: .exponential(mean: 60), offline: .exponential(mean: 60))
    var waited = 0
    for key in 0..<500 as Range<UInt64> {
      let time = Milliseconds(Int64(key) * 1_000)
      func online(from moment: Milliseconds) -> Milliseconds {
        channel.isOnline(user: key, at: moment) ? moment : channel.nextChange(key: key, after: moment)!
      }
      let leaves = online(from: time)
      let there = leaves + Milliseconds(3_000)
      let received = online(from: there)
      let user = UserIndex(Int(key))
      #expect(channel.send(.answer, user: user, key: key, at: time).arrives == there)
      let offer = channel.send(.offer, user: user, key: key, at: time)
      #expect(offer.arrives == received && offer.left == leaves)
      if received > time + Milliseconds(3_000) { waited += 1 }
    }
    #expect(waited > 200 && waited < 300)
  }
}
