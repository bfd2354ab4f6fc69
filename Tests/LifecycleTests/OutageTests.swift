import Lifecycle
import Quantities
import Statistics
import TestSupport
import Testing

/// Outages of the service, told by a stall that knows neither cars nor places.
@Suite struct OutageTests {
  private func rules(_ windows: [Range<Int64>], _ calls: OutageRules.Calls) -> Rules {
    var rules = Rules(random: RandomSource(seed: 1, replication: 0))
    rules.retryInterval = Milliseconds(60_000)
    rules.answerDelay = Milliseconds(5000)
    rules.outages = OutageRules(
      times: .windows(
        windows.map { Milliseconds($0.lowerBound * 1000)..<Milliseconds($0.upperBound * 1000) }),
      calls: calls)
    return rules
  }

  private func tell(_ stand: consuming Stand, _ rules: Rules) throws -> (
    lines: [String], requests: [Stand.RequestRecord], outages: OutageRecords?
  ) {
    var lifecycle = Lifecycle(stand, rules: rules, recordsEvents: true)
    try lifecycle.run()
    let records = lifecycle.desk.records
    return (records.log.map(\.line), records.requests, records.outages)
  }

  private func customers(_ times: Int64...) -> [Stand.Customer] {
    times.map { Stand.Customer(submit: Milliseconds($0 * 1000)) }
  }

  @Test func attemptsWaitForTheEndInTheirOrder() throws {
    // The last comes in the very moment in which the service returns: those who waited are before it.
    let told = try tell(Stand(customers(10, 20, 30), sellers: 3), rules([5..<30], .wait))
    #expect(
      told.lines.prefix(8) == [
        "10 submitted a0", "10 outage a0", "20 submitted a1", "20 outage a1", "30 attempt p0 a0",
        "30 attempt p1 a1", "30 submitted a2", "30 attempt p2 a2",
      ])
    #expect(told.requests.map(\.attempts) == [1, 1, 1])
    let window = Milliseconds(5000)..<Milliseconds(30_000)
    #expect(told.outages?.outages == [window])
    #expect(
      told.outages?.calls == [
        OutageCall(request: 0, time: Milliseconds(10_000), outage: window, isLost: false),
        OutageCall(request: 1, time: Milliseconds(20_000), outage: window, isLost: false),
      ])
  }

  @Test func lostAttemptsCountAndAreMadeAgainAfterTheInterval() throws {
    let told = try tell(Stand(customers(10, 20), sellers: 2), rules([5..<75], .lost))
    #expect(
      told.lines.prefix(9) == [
        "10 submitted a0", "10 outage a0", "10 attempt a0", "20 submitted a1", "20 outage a1",
        "20 attempt a1",
        "70 outage a0", "70 attempt a0", "80 attempt p0 a1",
      ])
    #expect(told.requests.map(\.attempts) == [3, 2])
    #expect(told.outages?.calls.allSatisfy(\.isLost) == true && told.outages?.calls.count == 3)
    // Three lost attempts are all there are.
    let long = try tell(Stand(customers(10)), rules([0..<500], .lost))
    #expect(long.requests[0].outcome == .unmatched && long.requests[0].cause == .outage)
    #expect(long.lines.last == "130 notified a0" && long.outages?.calls.count == 3)
  }

  @Test func whoLosesPatienceMeanwhileIsNotAttempted() throws {
    var waiting = customers(10, 12)
    waiting[0].patience = Milliseconds(15_000)
    let told = try tell(Stand(waiting), rules([5..<60], .wait))
    #expect(told.requests[0].cause == .patience && told.requests[0].attempts == 0)
    #expect(told.lines.contains("60 attempt p0 a1") && !told.lines.contains { $0.contains("attempt p0 a0") })
  }

  @Test func aDecisionOverSeveralIsPutOffAndNeverLost() throws {
    for calls in OutageRules.Calls.allCases {
      var gathered = customers(10, 12)
      for place in 0..<2 { gathered[place].gathersUntil = Milliseconds(50_000) }
      let told = try tell(Stand(gathered, sellers: 2), rules([40..<80], calls))
      #expect(told.lines.filter { $0.hasPrefix("50") } == ["50 outage a0", "50 outage a1"])
      #expect(Set(told.lines.filter { $0.hasPrefix("80") }) == ["80 attempt p1 a0", "80 attempt p0 a1"])
      #expect(told.outages?.calls.map(\.isLost) == [false, false])
    }
  }

  @Test func adjacentOutagesAreOneAfterTheOther() throws {
    let told = try tell(Stand(customers(10)), rules([5..<20, 20..<40], .wait))
    #expect(told.lines.prefix(4) == ["10 submitted a0", "10 outage a0", "20 outage a0", "40 attempt p0 a0"])
  }

  /// Drawn outages: means, the share of time out, and the same outages whoever calls.
  @Test func drawnOutagesHaveTheirLaws() throws {
    let rules = OutageRules(times: .drawn(between: .exponential(mean: 900), repair: .exponential(mean: 300)))
    let random = RandomSource(seed: 3, replication: 0)
    let end = Milliseconds(12_000_000_000)
    let records = Outages(rules, random: random).records(until: end)
    let spans = records.outages.dropLast().map { ($0.upperBound - $0.lowerBound).seconds }
    // Exponential: the standard error of the mean is the mean ÷ √n.
    let (count, mean) = (Double(spans.count), spans.reduce(0, +) / Double(spans.count))
    #expect(abs(mean - 300) < 3.5 * 300 / count.squareRoot())
    // The share of an alternating process over T has the variance 2 f² u² · (u + f)⁻³ ÷ T for exponential periods u and f.
    let (up, down, total) = (900.0, 300.0, end.seconds)
    let share = spans.reduce(0, +) / total
    let deviation = (2 * up * up * down * down / ((up + down) * (up + down) * (up + down)) / total)
      .squareRoot()
    #expect(abs(share - 0.25) < 3.5 * deviation)
    // Asked in any steps, the periods are the same.
    var outages = Outages(rules, random: random)
    var found: [Range<Milliseconds>] = []
    var draws = SplitMix64(seed: 5)
    var time = Milliseconds.zero
    while time < Milliseconds(20_000_000) {
      if let outage = outages.outage(at: time), found.last != outage { found.append(outage) }
      time = time + Milliseconds(Int64(draws.whole(1...1000)))
    }
    let known = records.outages.filter { $0.lowerBound < Milliseconds(20_000_000) }
    #expect(Set(found.map(\.lowerBound)).isSubset(of: Set(known.map(\.lowerBound))))
    #expect(found.count * 10 > known.count * 9)
  }
}
