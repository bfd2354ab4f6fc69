import Lifecycle
import Quantities
import Services
import Statistics
import TestSupport
import Testing

/// Money and hours go from one account to another, and none is made or lost.
struct LedgerTests {
  /// Draws members who work for one another, with everything that can go wrong.
  private static func setup(seed: UInt64, _ settlement: Settlement) -> ServicesSetup {
    var draws = KeyedGenerator(seed: seed, replication: 0, purpose: .selfTest)
    let members = (1...12).map { id in
      var member = Provider.at(5_000 * draws.uniform(), 5_000 * draws.uniform(), id: Int64(id))
      member.price = Int64(draws.integer(in: 0..<20_000))
      return member
    }
    let jobs = (1...150).map { id in
      var job = Job.at(
        5_000 * draws.uniform(), 5_000 * draws.uniform(), submit: 86_400 * draws.uniform(),
        minutes: 10 + 120 * draws.uniform(), id: Int64(id))
      job.client = ProviderIndex(draws.integer(in: 0..<12))
      job.latest = job.earliest + Milliseconds(seconds: 40_000)
      job.patience = Milliseconds(seconds: 3_000)
      return job
    }
    var setup = ServicesSetup(trades: .one, providers: members, jobs: jobs)
    setup.settlement = settlement
    setup.random = RandomSource(seed: seed, replication: 0)
    setup.conduct.duration = .lognormal(cv: 0.6)
    setup.conduct.maxLateness = Milliseconds(seconds: 600)
    setup.conduct.leaveWhenLate = 0.5
    setup.conduct.clientNoShow = 0.1
    setup.conduct.providerNoShow = 0.1
    setup.hasWaitingLine = seed % 2 == 0
    setup.search.answerDelay = Milliseconds(seconds: 300)
    return setup
  }

  private static func run(_ setup: ServicesSetup) throws -> ServicesTrial {
    try setup.run {
      $0.attempts = 3
      $0.maxCycles = 2
      $0.relaunchProbability = 0.5
      $0.retryInterval = Milliseconds(seconds: 600)
      $0.answerDelay = Milliseconds(seconds: 300)
      $0.declineProbability = 0.2
      $0.requesterCancelProbability = 0.1
      $0.providerCancelProbability = 0.1
    }
  }

  /// Follows the transfers one by one; a sentence where something is wrong on the way.
  private static func follow(_ ledger: Ledger<ServiceTransfer>, floor: Int64?) -> String? {
    var balances: [ServiceAccount: Int64] = [:]
    for transfer in ledger.entries {
      balances[transfer.from, default: 0] -= transfer.amount
      balances[transfer.to, default: 0] += transfer.amount
      if balances.values.reduce(0, +) != 0 { return "the sum is not zero at \(transfer.time)" }
      if let floor, case .provider = transfer.from, balances[transfer.from, default: 0] < floor {
        return "\(transfer.from) fell below the least balance at \(transfer.time)"
      }
    }
    let differs = balances.first { ledger.balance(of: $0.key) != $0.value }
    return differs.map { "the balance of \($0.key) is not what its transfers sum to" }
  }

  @Test("Of hours given for hours none is made or lost, and nobody falls below the least balance")
  func hoursForHours() {
    var refused = 0
    forAll(seeds: 0..<40) { seed in
      let floor: Int64 = seed % 3 == 0 ? -3_600_000 : 0
      let run = try Self.run(Self.setup(seed: seed, .timeCredits(start: 7_200_000, floor: floor)))
      refused += run.attempts.count { $0.cause == .noCredit }
      let paid = run.ledger.entries.filter { $0.purpose == .payment }
      let kept = run.appointments.filter { $0.outcome == .kept }
      guard paid.count == kept.count else { return "\(paid.count) payments for \(kept.count) jobs kept" }
      guard paid.reduce(0, { $0 + $1.amount }) == kept.reduce(0, { $0 + ($1.end - $1.start).rawValue }) else {
        return "what was paid is not what was agreed"
      }
      return Self.follow(run.ledger, floor: floor)
    }
    #expect(refused > 100)
  }

  @Test("Of money none is made or lost, and the service keeps its share")
  func money() {
    forAll(seeds: 0..<20) { seed in
      let run = try Self.run(Self.setup(seed: seed, .money(commission: 150_000)))
      let charges = run.appointments.filter { $0.outcome == .kept }.map(\.charge)
      guard -run.ledger.balance(of: .clients) == charges.reduce(0, +) else { return "clients paid otherwise" }
      guard run.ledger.balance(of: .service) == charges.reduce(0, { $0 + $1 * 15 / 100 }) else {
        return "the service kept otherwise"
      }
      return Self.follow(run.ledger, floor: nil)
    }
  }

  @Test("Every job ends, outcomes and records agree, and no provider is at two jobs at a time")
  func recordsAgree() {
    forAll(seeds: 0..<40) { seed in
      let setup = Self.setup(seed: seed, .money(commission: 0))
      let run = try Self.run(setup)
      for (job, record) in run.jobs.enumerated() {
        let kept = run.appointments.filter { Int($0.job.rawValue) == job && $0.outcome == .kept }
        guard (record.outcome == .done) == (kept.count == 1), kept.count <= 1 else {
          return "job \(job): done"
        }
        guard record.outcome != .inProgress || setup.hasWaitingLine else { return "job \(job) does not end" }
      }
      for provider in 0..<Int32(setup.providers.count) {
        let visits = run.appointments.filter { $0.provider.rawValue == provider && $0.finished != nil }
          .sorted { ($0.arrived ?? .zero) < ($1.arrived ?? .zero) }
        for (one, next) in zip(visits, visits.dropFirst())
        where one.finished ?? .zero > next.departed ?? .zero {
          return "provider \(provider) sets out while at work"
        }
        let worked = visits.reduce(Milliseconds.zero) {
          $0 + (($1.finished ?? .zero) - ($1.arrived ?? .zero))
        }
        guard worked == run.providers[Int(provider)].worked else { return "provider \(provider): worked" }
      }
      return nil
    }
  }

  @Test("A run is the same function of its setup every time")
  func isDeterministic() throws {
    let setup = Self.setup(seed: 7, .money(commission: 0))
    let runs = try (0..<2).map { _ in try Self.run(setup) }
    #expect(runs[0].attempts.map(\.time) == runs[1].attempts.map(\.time))
    #expect(runs[0].appointments.map(\.finished) == runs[1].appointments.map(\.finished))
  }

  @Test("Fees go to the service and come back with a refund; budgets are for price and fee")
  func fees() throws {
    var provider = Provider.at(0, 0)
    provider.price = 1_000
    var jobs = [Job.at(0, 0, id: 1), .at(0, 0, submit: 9_000, id: 2)]
    (jobs[0].budget, jobs[1].budget) = (1_050, 1_049)
    var setup = ServicesSetup(trades: .one, providers: [provider], jobs: jobs)
    setup.settlement = .money(commission: 100_000, fee: 50)
    let run = try setup.run()
    #expect(run.jobs.map(\.outcome) == [.done, .unmatched] && run.jobs[1].cause == .overBudget)
    #expect(run.ledger.balance(of: .clients) == -1_050)
    #expect(run.ledger.balance(of: .service) == 150 && run.ledger.balance(of: .provider(0)) == 900)
    var disputes = ConductRules.Disputes()
    (disputes.probability, disputes.refundProbability) = (1, 1)
    setup.conduct.disputes = disputes
    let refunded = try setup.run()
    #expect([.service, .clients, .provider(0)].allSatisfy { refunded.ledger.balance(of: $0) == 0 })
  }

  @Test("What providers have goes to their banks every so many days; who owes is paid out when it is earned")
  func payouts() throws {
    var provider = Provider.at(0, 0)
    provider.price = 1_000
    let day = 86_400.0
    let jobs = [0.1, 1.1, 2.1, 6.5].enumerated().map { Job.at(0, 0, submit: $1 * day, id: Int64($0)) }
    var setup = ServicesSetup(trades: .one, providers: [provider], jobs: jobs)
    setup.settlement = .money(commission: 0, payoutDays: 2)
    let run = try setup.run()
    let payouts = run.ledger.entries.filter { $0.purpose == .payout }
    #expect(payouts.map(\.amount) == [2_000, 1_000])
    #expect(payouts.map(\.time.seconds) == [2 * day, 4 * day])
    #expect(run.ledger.balance(of: .bank) == 3_000 && run.ledger.balance(of: .provider(0)) == 1_000)
    // Six in the evening on a Tuesday: the first midnight is six hours later.
    setup.monday = Milliseconds(seconds: -1.75 * day)
    let later = try setup.run()
    #expect(later.ledger.entries.first { $0.purpose == .payout }?.time.seconds == 1.25 * day)
  }

  @Test(
    "Of n equal jobs between decays a member keeps a geometric sum of credit, and the client owes as much",
    arguments: [0.25, 1])
  func decay(share: Double) throws {
    let (day, hour) = (86_400.0, 3_600_000.0)
    // An hour of work every day, always from the second for the first; balances begin at an hour.
    let jobs = (0..<12).map {
      var job = Job.at(0, 0, submit: (Double($0) + 0.1) * day, id: Int64($0))
      job.client = ProviderIndex(0)
      return job
    }
    var setup = ServicesSetup(trades: .one, providers: [.at(0, 0), .at(0, 0, id: 2)], jobs: jobs)
    setup.settlement = .timeCredits(
      start: 3_600_000, floor: -36_000_000, decay: CreditDecay(share: Int64(1_000_000 * share), days: 2))
    let run = try setup.run()
    #expect(run.jobs.allSatisfy { $0.outcome == .done })
    let times = Set(run.ledger.entries.lazy.filter { $0.purpose == .decay }.map(\.time.seconds))
    #expect(times == Set((1...6).map { 2 * Double($0) * day }))
    // Two hours are added before each decay, the last of which comes at the midnight after the last job.
    var expected = 0.0
    for _ in 1...6 { expected = (expected + 2 * hour) * (1 - share) }
    let distance = Double(run.ledger.balance(of: .provider(1))) - hour
    #expect(abs(distance - expected) < 5)
    #expect(Double(run.ledger.balance(of: .provider(0))) - hour == -distance)
    #expect(Self.follow(run.ledger, floor: -36_000_000) == nil)
  }

  @Test(
    "Members who join during the run get the gift once, beside the opening balance, and it decays like other credit"
  )
  func gifts() throws {
    let day = 86_400.0
    var newcomer = Provider.at(0, 0, id: 2)
    newcomer.registered = Milliseconds(seconds: 0.5 * day)
    var job = Job.at(0, 0, submit: 1.5 * day, minutes: 180)
    job.client = 1
    var setup = ServicesSetup(trades: .one, providers: [.at(0, 0), newcomer], jobs: [job])
    setup.settlement = .timeCredits(start: 3_600_000, floor: 0, gift: 7_200_000)
    let run = try setup.run()
    // Three hours are the opening balance and the gift; without it the newcomer could not pay.
    #expect(run.jobs[0].outcome == .done)
    #expect(run.ledger.entries.map(\.purpose) == [.issue, .issue, .gift, .payment])
    #expect(run.ledger.entries[2].to == .provider(1) && run.ledger.entries[2].time.seconds == 0.5 * day)
    setup.settlement = .timeCredits(start: 3_600_000, floor: 0)
    #expect(try setup.run().jobs[0].cause == .noCredit)
    setup.settlement = .timeCredits(
      start: 3_600_000, floor: 0, decay: CreditDecay(share: 500_000, days: 1), gift: 7_200_000)
    let decayed = try setup.run()
    #expect(decayed.ledger.entries.filter { $0.purpose == .decay }.map(\.amount) == [3_600_000, 1_800_000])
    #expect(decayed.jobs[0].cause == .noCredit)
  }

  @Test(
    "Hours that are promised do not decay: nobody falls below the least balance, whatever else is going on")
  func decayKeepsPromises() {
    forAll(seeds: 0..<40) { seed in
      let floor: Int64 = seed % 2 == 0 ? -3_600_000 : 0
      var setup = Self.setup(
        seed: seed, .timeCredits(start: 7_200_000, floor: floor, decay: CreditDecay(share: 700_000, days: 1)))
      // Midnight comes in the middle of the day, while much is promised.
      setup.monday = Milliseconds(seconds: -43_200)
      guard let run = try? Self.run(setup) else { return "the run failed" }
      guard run.ledger.entries.contains(where: { $0.purpose == .decay }) else { return "nothing decayed" }
      return Self.follow(run.ledger, floor: floor)
    }
  }
}
