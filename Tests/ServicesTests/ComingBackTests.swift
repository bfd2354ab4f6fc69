import Community
import Foundation
import Lifecycle
import Metrics
import Models
import Quantities
import Scenario
import Spaces
import Statistics
import TestSupport
import Testing

@testable import Services

/// People who come back over the days, and leave a service that fails them.
struct ComingBackTests {
  private static let day = 86_400.0

  /// `providers` and a client behind them who requests a job at each of `times`, seconds; `failing` ones ask for more stars
  /// than anybody has.
  private static func setup(
    _ times: [Double], failing: Set<Int>, providers: [Provider] = [.at(0, 0)]
  ) -> ServicesSetup {
    let jobs = times.enumerated().map { place, time in
      var job = Job.at(0, 0, submit: time, minutes: 10, id: Int64(place))
      if failing.contains(place) { job.leastRating = 5_000 }
      job.user = UserIndex(providers.count)
      return job
    }
    var setup = ServicesSetup(trades: .one, providers: providers, jobs: jobs)
    var users = UsersSetup()
    (users.providers, users.clients) = (providers.count, 1)
    setup.users = users
    return setup
  }

  private static func churn(_ failures: Int, _ probability: Double = 1) -> ChurnRules {
    var rules = ChurnRules()
    (rules.afterFailures, rules.probability) = (failures, probability)
    return rules
  }

  @Test("A client leaves after two failures in a row, and what they would have requested is not submitted")
  func clientsLeave() throws {
    var setup = Self.setup([0, 1_000, 2_000, 3_000, 4_000, 5_000], failing: [0, 2, 3])
    setup.users?.churn = Self.churn(2)
    let run = try setup.run()
    #expect(
      run.jobs.map(\.outcome) == [.unmatched, .done, .unmatched, .unmatched, .notSubmitted, .notSubmitted])
    #expect(run.jobs[4].cause == .leftService && run.jobs[4].attempts == 0)
    #expect(run.departures?.times == [nil, Milliseconds(seconds: 3_000)])
    #expect(run.departures?.reasons == [nil, .failed])
    setup.users?.churn = nil
    #expect(try setup.run().jobs.last?.outcome == .done)
  }

  @Test("Open jobs of a client who leaves are cancelled; who calls off or stays away was not failed")
  func openJobs() throws {
    var setup = Self.setup([0, 1_000], failing: [1])
    setup.jobs[0].earliest = Milliseconds(seconds: 50_000)
    setup.users?.churn = Self.churn(1)
    let run = try setup.run()
    #expect(run.jobs.map(\.outcome) == [.cancelledByClient, .unmatched])
    #expect(run.jobs[0].ended == Milliseconds(seconds: 1_000) && run.jobs[0].cause == .calledOff)

    var absent = Self.setup([0, 9_000], failing: [])
    absent.conduct.clientNoShow = 1
    absent.users?.churn = Self.churn(1)
    let away = try absent.run()
    #expect(away.jobs.map(\.outcome) == [.clientAbsent, .clientAbsent])
    #expect(away.departures?.times == [nil, nil])
    let calledOff = try Self.setup([0], failing: []).with { $0.users?.churn = Self.churn(1) }
      .run { $0.requesterCancelProbability = 1 }
    #expect(calledOff.departures?.times == [nil, nil])
  }

  @Test("Disputed work is a failure of its own, after the success")
  func disputes() throws {
    var setup = Self.setup([0], failing: [])
    setup.users?.churn = Self.churn(1)
    setup.conduct.disputes = ConductRules.Disputes()
    setup.conduct.disputes?.probability = 1
    let run = try setup.run()
    #expect(run.departures?.times[1] == run.appointments[0].dispute?.opens)
    setup.users?.churn = Self.churn(2)
    #expect(try setup.run().departures?.times[1] == nil)
  }

  @Test("A provider without work leaves at the midnight after the days; what is agreed keeps them")
  func idleProviders() throws {
    let busy = Provider.at(0, 0, id: 1)
    var weekend = Provider.at(0, 0, id: 2)
    weekend.hours = WorkingHours([WorkingHours.Span(from: 6 * 86_400_000, to: 7 * 86_400_000)])
    var setup = Self.setup(
      [0, 1.5, 4.5, 5.5].map { $0 * Self.day }, failing: [2, 3], providers: [busy, weekend])
    setup.users?.providerChurn = Self.churn(2)
    // A Monday begins at the start: of days 3, 4 and 5 the first two are enough; the other works on Sunday alone.
    let run = try setup.run()
    #expect(run.departures?.times == [Milliseconds(seconds: 4 * Self.day), nil, nil])
    #expect(run.departures?.reasons.first == .idle)
    setup.jobs[1].earliest = Milliseconds(seconds: 5.2 * Self.day)
    let kept = try setup.run()
    #expect(kept.departures?.times == [nil, nil, nil] && kept.jobs[1].outcome == .done)
  }

  @Test("A member who is failed as a client is gone as a provider, too")
  func membersLeaveAsBoth() throws {
    let members = [Provider.at(0, 0, id: 1), .at(0, 0, id: 2)]
    var jobs = [0, 1_000, 2_000].enumerated().map { place, time in
      Job.at(0, 0, submit: Double(time), minutes: 10, id: Int64(place))
    }
    (jobs[0].client, jobs[0].user, jobs[0].leastRating) = (0, 0, 5_000)
    (jobs[1].client, jobs[1].user) = (1, 1)
    (jobs[2].client, jobs[2].user) = (0, 0)
    var setup = ServicesSetup(trades: .one, providers: members, jobs: jobs)
    setup.settlement = .timeCredits(start: 36_000_000, floor: 0)
    var users = UsersSetup()
    (users.providers, users.churn) = (2, Self.churn(1))
    setup.users = users
    let run = try setup.run()
    #expect(run.jobs.map(\.outcome) == [.unmatched, .unmatched, .notSubmitted])
    #expect(run.jobs[1].cause == .notOffered)
    #expect(run.departures?.times == [.zero, Milliseconds(seconds: 1_000)])
  }

  @Test("Nobody who has left is bound or comes, whatever else goes wrong, and every job ends")
  func nobodyWhoLeftIsBound() {
    forAll(seeds: 0..<40) { seed in
      let setup = Self.mishaps(seed: seed)
      let run = try setup.run {
        $0.attempts = 3
        $0.maxCycles = 2
        $0.retryInterval = Milliseconds(seconds: 600)
        $0.answerDelay = Milliseconds(seconds: 300)
        $0.providerCancelProbability = 0.1
        $0.requesterCancelProbability = 0.1
      }
      guard let left = run.departures?.times else { return "nobody is counted" }
      for appointment in run.appointments {
        let user = Int(setup.jobs[appointment.job].user)
        let gone = [left[Int(appointment.provider)], left[user]].map { $0 ?? .never }.min() ?? .never
        if appointment.confirmed > gone { return "confirmed after leaving" }
        if let arrived = appointment.arrived, arrived > gone { return "begun after leaving" }
      }
      for (place, job) in run.jobs.enumerated() {
        let gone = left[Int(setup.jobs[place].user)] ?? .never
        if (job.outcome == .notSubmitted) != (setup.jobs[place].submit > gone) {
          return "\(place) is silent, or should be"
        }
      }
      let isOpen = run.jobs.contains { $0.outcome == .inProgress }
      return isOpen && !setup.hasWaitingLine ? "a job does not end" : nil
    }
  }

  /// Eight members and four clients who are none, for six days on which everything can go wrong.
  private static func mishaps(seed: UInt64) -> ServicesSetup {
    var draws = KeyedGenerator(seed: seed, replication: 0, purpose: .selfTest)
    let members = (0..<8).map { id in
      Provider.at(5_000 * draws.uniform(), 5_000 * draws.uniform(), id: Int64(id))
    }
    let jobs = (0..<200).map { id in
      var job = Job.at(
        5_000 * draws.uniform(), 5_000 * draws.uniform(), submit: 6 * day * draws.uniform(),
        minutes: 10 + 60 * draws.uniform(), id: Int64(id))
      job.user = UserIndex(draws.integer(in: 0..<12))
      if Int(job.user) < 8 { job.client = ProviderIndex(rawValue: job.user.rawValue) }
      return job
    }
    var setup = ServicesSetup(trades: .one, providers: members, jobs: jobs)
    var users = UsersSetup()
    (users.providers, users.clients) = (8, 4)
    (users.churn, users.providerChurn) = (churn(1 + Int(seed % 3), 0.4), churn(1, 0.3))
    setup.users = users
    setup.hasWaitingLine = seed % 2 == 0
    setup.search.answerDelay = Milliseconds(seconds: 300)
    (setup.conduct.clientNoShow, setup.conduct.providerNoShow) = (0.1, 0.1)
    setup.conduct.disputes = ConductRules.Disputes()
    setup.random = RandomSource(seed: seed, replication: 0)
    return setup
  }

  @Test(
    "Where each job fails with probability q by itself, the jobs of a client are geometric",
    arguments: [1, 0.5])
  func geometric(probability: Double) throws {
    let (clients, each, q) = (3_000, 40, 0.3)
    var jobs: [Job] = []
    for number in 0..<(clients * each) {
      var job = Job.at(0, 0, submit: Double(10_000 * (number / clients)), minutes: 1, id: Int64(number))
      job.user = UserIndex(clients + number % clients)
      job.earliest = job.submit
      jobs.append(job)
    }
    // A provider for each client, so that nobody waits.
    let providers = (0..<clients).map { Provider.at(0, 0, id: Int64($0)) }
    var setup = ServicesSetup(trades: .one, providers: providers, jobs: jobs)
    var users = UsersSetup()
    (users.providers, users.clients, users.churn) = (clients, clients, Self.churn(1, probability))
    setup.users = users
    setup.search.isInstant = true
    let run = try setup.run { $0.declineProbability = q }
    var submitted = Array(repeating: 0, count: clients)
    for (place, job) in run.jobs.enumerated() where job.outcome != .notSubmitted {
      submitted[place % clients] += 1
    }
    let end = q * probability
    var rest = 1.0
    let expected = (1...8).map { _ -> Double in
      defer { rest *= 1 - end }
      return Double(clients) * end * rest
    }
    let observed = (1...8).map { n in submitted.count { $0 == n } } + [submitted.count { $0 > 8 }]
    #expect(ChiSquare.pValue(observed: observed, expected: expected + [Double(clients) * rest]) > 0.001)
  }
}

extension ServicesSetup {
  fileprivate func with(_ change: (inout Self) -> Void) -> Self {
    var setup = self
    change(&setup)
    return setup
  }
}

/// The same in scenarios: what is drawn, what is read, tables and figures.
struct ComingBackScenarioTests {
  private static let markets = ScenarioMarkets([ScenarioMarket(ServicesFields.self)])

  private static func load(_ users: String, demand: String = "", more: String = "") throws -> Scenario {
    try Scenario.load(
      text: """
        { market: "services", name: "s", time: { start: "2026-11-16T06:00:00", duration_s: 432000 },
        space: { kind: "plane", width_m: 6000, height_m: 6000, speed_kmh: 36 },
        categories: [{ name: "help" }],
        supply: { kind: "synthetic", count: 12, hours: [{ hours: "daily 08:00-18:00" }] },
        demand: { kind: "synthetic", count: 300, budget: {}, probe_share: 0.05 \(demand) },
        \(users) \(more) }
        """, file: "s.json5", markets: markets)
  }

  private static func faults(_ users: String, demand: String = "", more: String = "") -> String {
    do {
      let scenario = try load(users, demand: demand, more: more)
      return scenario.idleFields.map(\.description).joined(separator: "\n")
    } catch { return "\(error)" }
  }

  @Test("Each client has one home and comes back; more of them, or churn, move nobody")
  func homes() throws {
    let setup = try ServicesWorld(Self.load("users: { count: 20 },"), folder: "").setup
    let churning = try ServicesWorld(Self.load("users: { count: 20, churn: {} },"), folder: "").setup
    var homes: [UserIndex: Set<[Double]>] = [:]
    for job in setup.jobs {
      homes[job.user, default: []].insert([job.place.position.x, job.place.position.y])
    }
    #expect(homes.count == 20 && homes.values.allSatisfy { $0.count == 1 })
    #expect(homes.keys.allSatisfy { (12..<32).contains(Int($0)) })
    for (a, b) in zip(setup.jobs, churning.jobs) { #expect(a.user == b.user && a.submit == b.submit) }
    let alone = try ServicesWorld(Self.load(""), folder: "").setup
    #expect(alone.users == nil && alone.jobs.allSatisfy { $0.user == .none })
    for (a, b) in zip(setup.jobs, alone.jobs) {
      #expect(a.submit == b.submit && a.budget == b.budget && a.estimate == b.estimate)
    }
  }

  @Test("Days and figures are those of the rows, counted another way")
  func days() throws {
    let users =
      "users: { count: 40, churn: { after_failures: 1, probability: 0.5 }, provider_churn: { after_failures: 2 } },"
    let run = try ServicesWorld(Self.load(users), folder: "").run(RunObservation(records: false))
    let (days, people) = (run.userDays, run.serviceUsers)
    #expect(days.count == 6)
    let submitted = run.jobs.indices.filter {
      ![.notSubmitted, .probeHit, .probeMiss, .refusedInput].contains(run.jobs[$0].outcome)
    }
    #expect(days.reduce(0) { $0 + $1.requests } == submitted.count)
    #expect(days.reduce(0) { $0 + $1.served } == run.jobs.count { $0.outcome == .done })
    // The run begins at six in the morning: the second day 18 hours later.
    let first = submitted.count { run.setup.jobs[$0].submit < Milliseconds(seconds: 18 * 3_600) }
    #expect(days[0].requests == first && first > 0)
    let tookPart = people.count(where: \.tookPart)
    let left = people.count { $0.left != nil && $0.tookPart }
    #expect(days.reduce(0) { $0 + $1.left } == left && left > 4)
    #expect(days.last?.retention == 1 - Double(left) / Double(tookPart))
    #expect(people.contains { $0.reason == .failed } && people.contains { $0.reason == .idle })
    let figures = run.measured()
    #expect(figures[.retention] == days.last?.retention)
    #expect(figures[.providerRetention].map { $0 < 1 } == true)
    let absent = run.jobs.count { $0.outcome == .notSubmitted }
    #expect(figures.count(JobOutcome.notSubmitted.rawValue) == absent && absent > 0)
    let demand = run.summary(of: figures).lines.first { $0.label == "demand" }
    #expect(demand?.content?.contains("\(absent) not submitted by clients who had left") == true)
  }

  @Test("What nobody can mean is refused or told")
  func faults() {
    #expect(Self.faults("users: {},").contains("returning clients require a number; give users.count"))
    #expect(Self.faults("users: { count: 0 },").contains("users.count"))
    let home = ", place: { kind: \"home\" }"
    #expect(Self.faults("users: { count: 5 },", demand: home).contains("members request the jobs"))
    #expect(Self.faults("users: { churn: {} },", demand: home) == "")
    #expect(
      Self.faults("users: { count: 5, provider_churn: { after_failures: 6 } },")
        .contains("nobody is idle for 6 days"))
    #expect(
      Self.faults("users: { count: 5, churn: { after_failures: 2, probability: 0 } },")
        .contains("nobody leaves (`probability` is 0)"))
  }

  @Test("A file names who comes back: members, and others by one name")
  func recorded() throws {
    let jobs = """
      job_id,submit_s,place_x,place_y,category,client_id
      1,0,100,100,help,Zoë
      2,3600,200,200,help,3
      3,7200,300,300,help,Zoë
      4,9000,300,300,help,Ann
      5,9500,300,300,help,

      """
    let text = """
      { market: "services", name: "s", time: { duration_s: 86400 },
      space: { kind: "plane", width_m: 6000, height_m: 6000, speed_kmh: 36 }, categories: [{ name: "help" }],
      supply: { kind: "synthetic", count: 5 }, demand: { kind: "recorded", file: "jobs.csv" }, users: { churn: {} } }
      """
    let scenario = try Scenario.load(text: text, file: "s.json5", markets: Self.markets)
    let run = try withScratchFolder { folder in
      try jobs.write(toFile: folder + "/jobs.csv", atomically: true, encoding: .utf8)
      return try ServicesWorld(scenario, folder: folder).run(RunObservation(records: false))
    }
    #expect(
      run.setup.jobs.dropLast().map { run.name(of: $0.user) } == [
        "client Zoë", "provider 3", "client Zoë", "client Ann",
      ])
    #expect(run.serviceUsers.map(\.jobs) == [0, 0, 0, 1, 0, 1, 2])
    #expect(run.setup.jobs[4].user == .none && run.userDays.map(\.requests) == [4])
  }
}
