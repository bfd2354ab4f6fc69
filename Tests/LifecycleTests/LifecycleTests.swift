import Lifecycle
import Quantities
import Statistics
import Testing

/// What becomes of requests in any market, told by a stall that knows neither cars nor places.
@Suite struct LifecycleTests {
  private var rules: Rules {
    var rules = Rules(random: RandomSource(seed: 1, replication: 0))
    rules.retryInterval = Milliseconds(60_000)
    rules.answerDelay = Milliseconds(5000)
    return rules
  }

  /// The lines of what happens at `stand`, and what is left of it.
  private func tell(
    _ stand: consuming Stand, _ rules: Rules
  ) throws -> (
    lines: [String], requests: [Stand.RequestRecord], attempts: [Stand.AttemptRecord], gathered: [Int]
  ) {
    var lifecycle = Lifecycle(stand, rules: rules, recordsEvents: true)
    try lifecycle.run()
    let records = lifecycle.desk.records
    return (records.log.map(\.line), records.requests, records.attempts, lifecycle.market.gathered)
  }

  @Test func oneIsServedAndTheOtherTriesThreeTimes() throws {
    let told = try tell(Stand([.init(), .init()]), rules)
    #expect(
      told.lines == [
        "0 submitted a0", "0 attempt p0 a0", "0 submitted a1", "0 attempt a1", "5 accepted p0 a0",
        "15 begun p0 a0", "35 served p0 a0", "60 attempt p0 a1", "65 accepted p0 a1", "75 begun p0 a1",
        "95 served p0 a1",
      ])
    #expect(told.requests.map(\.attempts) == [1, 2])
    #expect(told.requests.map(\.firstMatch) == [Milliseconds(5000), Milliseconds(65_000)])
  }

  @Test("what would happen later than a run reaches ends it, unless the horizon comes first")
  func beyondTheEndOfTime() throws {
    func stand() -> Stand {
      var stand = Stand([.init()])
      stand.service = Milliseconds(1 << 43)
      return stand
    }
    let fault = #expect(throws: TooLate.self) { try tell(stand(), rules) }
    #expect(fault?.description.contains("takes 8796093022.208 s") == true)
    var bounded = rules
    bounded.horizon = Milliseconds(60_000)
    #expect(try tell(stand(), bounded).lines.last == "15 begun p0 a0")
  }

  @Test func whoIsRefusedTakesNoPart() throws {
    var customers = [Stand.Customer(), Stand.Customer()]
    customers[0].refusal = .closed
    let told = try tell(Stand(customers), rules)
    #expect(told.requests[0].outcome == .refusedInput && told.requests[0].cause == .closed)
    #expect(!told.lines.contains { $0.hasSuffix("a0") } && told.requests[1].outcome == .served)
  }

  @Test func aProbeDisturbsNobody() throws {
    var customers = [Stand.Customer(), Stand.Customer()]
    customers[0].isProbe = true
    customers[0].patience = Milliseconds(1)
    let told = try tell(Stand(customers), rules)
    #expect(told.requests.map(\.outcome) == [.probeHit, .served])
    #expect(told.attempts[0].outcome == .probeHit)
  }

  @Test func aSellerWhoDeclinesIsNotAskedAgainInTheCycle() throws {
    var rules = rules
    rules.maxCycles = 2
    rules.relaunchProbability = 1
    rules.relaunchDelay = Milliseconds(100_000)
    var stand = Stand([.init()], sellers: 2)
    stand.declining = 1
    let told = try tell(stand, rules)
    #expect(told.attempts.map(\.provider) == [0, 1, .none, 0, 1, .none])
    #expect(told.attempts.map(\.cause) == [.declined, .declined, .nobody, .declined, .declined, .nobody])
    #expect(told.requests[0].outcome == .unmatched && told.requests[0].cycles == 2)
    #expect(told.lines.filter { $0.contains("notified") } == ["130 notified a0", "360 notified a0"])
  }

  @Test func whatCannotBeKeptLapses() throws {
    var rules = rules
    rules.attempts = 1
    var stand = Stand([.init()])
    stand.keeps = false
    let told = try tell(stand, rules)
    #expect(told.attempts.map(\.outcome) == [.lapsed] && told.attempts[0].cause == .lapsed)
    #expect(told.requests[0].outcome == .unmatched && told.requests[0].cause == .lapsed)
  }

  @Test func patienceEndsAnOfferAndACommitment() throws {
    var customers = [Stand.Customer(), Stand.Customer()]
    customers[0].patience = Milliseconds(2000)
    customers[1].submit = Milliseconds(3000)
    customers[1].patience = Milliseconds(9000)
    let told = try tell(Stand(customers), rules)
    #expect(
      told.lines == [
        "0 submitted a0", "0 attempt p0 a0", "2 withdrawn p0 a0", "2 requesterLeft a0", "3 submitted a1",
        "3 attempt p0 a1", "8 accepted p0 a1", "12 requesterLeft a1",
      ])
    #expect(told.requests.map(\.outcome) == [.cancelledByRequester, .cancelledByRequester])
    #expect(told.requests.map(\.cause) == [.patience, .patience])
  }

  @Test func aSellerWhoCancelsIsNeverAskedAgain() throws {
    var rules = rules
    rules.providerCancelProbability = 1
    rules.attempts = 1
    let told = try tell(Stand([.init()], sellers: 2), rules)
    #expect(told.attempts.map(\.provider) == [0, 1, .none])
    #expect(told.requests[0].outcome == .cancelledByProvider && told.requests[0].cycles == 3)
  }

  @Test func whoAsksMayCallOffBeforeItBegins() throws {
    var rules = rules
    rules.requesterCancelProbability = 1
    let told = try tell(Stand([.init()]), rules)
    #expect(told.requests[0].outcome == .cancelledByRequester && told.requests[0].cause == .calledOff)
    #expect(told.requests[0].firstMatch == Milliseconds(5000))
    let end = try #require(told.requests[0].ended)
    #expect(end > Milliseconds(5000) && end < Milliseconds(15_000))
    #expect(!told.lines.contains { $0.contains("begun") })
  }

  @Test func whoWaitsIsServedWhenTheMarketSaysSo() throws {
    var customers = Array(repeating: Stand.Customer(waits: true), count: 3)
    customers[1].patience = Milliseconds(20_000)
    let told = try tell(Stand(customers), rules)
    // The second has left when the first is served at 35 s: the third comes next, long before a retry at 60 s.
    #expect(told.requests.map(\.outcome) == [.served, .cancelledByRequester, .served])
    #expect(told.lines.filter { $0.hasPrefix("35 ") } == ["35 served p0 a0", "35 attempt p0 a2"])
  }

  @Test func whatIsGatheredIsDecidedTogether() throws {
    var customers = [Stand.Customer(), .init(), .init(), .init()]
    for place in 0..<3 { customers[place].gathersUntil = Milliseconds(30_000) }
    customers[1].patience = Milliseconds(10_000)
    customers[3].submit = Milliseconds(30_000)
    let told = try tell(Stand(customers, sellers: 2), rules)
    // Who left is not decided; who comes in that millisecond was there first, and the last of those gathered gets the rest.
    #expect(told.gathered == [2])
    #expect(told.attempts.prefix(3).map(\.request) == [3, 0, 2])
    #expect(told.attempts.prefix(3).map(\.provider) == [0, .none, 1])
    #expect(told.requests.map(\.outcome) == [.served, .cancelledByRequester, .served, .served])
  }

  @Test func aHorizonLeavesOffersOpen() throws {
    var rules = rules
    rules.horizon = Milliseconds(4000)
    let told = try tell(Stand([.init()]), rules)
    #expect(told.requests[0].outcome == .inProgress && told.attempts[0].outcome == .inProgress)
  }

  @Test func relaunchesAreDrawnAsTheFormulaSays() throws {
    // Cycles fail with probability 1 - σ each and are launched again with probability w: with σ = 0 the number of cycles
    // is geometric, with mean 1 / (1 - w).
    var rules = rules
    rules.attempts = 1
    rules.maxCycles = 1000
    rules.relaunchProbability = 0.6
    let count = 100_000
    let told = try tell(
      Stand(Array(repeating: .init(findsFrom: .never), count: count)), rules)
    let mean = told.requests.reduce(0) { $0 + Double($1.cycles) } / Double(count)
    let deviation = (0.6 / (0.4 * 0.4) / Double(count)).squareRoot()
    #expect(abs(mean - 2.5) / deviation < 3.5)
  }
}
