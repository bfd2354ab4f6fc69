import Foundation
import Lifecycle
import Quantities
import Statistics
import Testing

@testable import Services

/// Accounts that an administrator closes, and clients whose identity is checked.
struct SanctionsTests {
  private static func setup(_ jobs: [Job], _ change: (inout SanctionRules) -> Void) -> ServicesSetup {
    var setup = ServicesSetup(trades: .one, providers: [.at(0, 0), .at(0, 0, id: 2)], jobs: jobs)
    setup.search.isInstant = true
    var rules = SanctionRules()
    rules.delay = .fixed(60)
    change(&rules)
    setup.sanctions = rules
    return setup
  }

  /// Jobs of an hour that begin at once, one every two hours.
  private static func jobs(_ count: Int) -> [Job] {
    (0..<count).map { Job.at(0, 0, submit: 7_200 * Double($0), id: Int64($0)) }
  }

  @Test("So many missed appointments close the account after the delay")
  func absences() throws {
    var setup = Self.setup(Self.jobs(6)) { $0.absences = 2 }
    setup.conduct.providerNoShow = 1
    let run = try setup.run()
    // Each provider misses the first two jobs, which search again; nobody is left for the others.
    #expect(run.appointments.map(\.provider) == [0, 1, 0, 1])
    #expect(run.jobs.suffix(4).allSatisfy { $0.cause == .notOffered })
    #expect(run.sanctions?.map { $0?.cause } == [.absences, .absences])
    #expect(run.sanctions?.map { $0?.time.seconds } == [7_260, 7_260])
  }

  @Test("Refunds close the account, but disputes without one do not", arguments: [true, false])
  func refunds(refunds: Bool) throws {
    var setup = Self.setup(Self.jobs(4)) { $0.refunds = 1 }
    var disputes = ConductRules.Disputes()
    (disputes.probability, disputes.refundProbability) = (1, refunds ? 1 : 0)
    (disputes.delay, disputes.decision) = (Milliseconds(1), Milliseconds(1))
    setup.conduct.disputes = disputes
    let run = try setup.run()
    #expect(run.appointments.map(\.provider) == (refunds ? [0, 1] : [0, 0, 0, 0]))
    #expect(run.sanctions?.compactMap { $0?.cause } == (refunds ? [.refunds, .refunds] : []))
  }

  @Test(
    "Agreed appointments are cancelled or kept, as the scenario says",
    arguments: SanctionRules.Agreed.allCases)
  func agreed(agreed: SanctionRules.Agreed) throws {
    var jobs = Self.jobs(1)
    jobs.append(.at(0, 0, submit: 1, id: 1))
    jobs[1].earliest = Milliseconds(seconds: 50_000)
    var setup = Self.setup(jobs) { ($0.refunds, $0.agreed) = (1, agreed) }
    setup.search.weights.startDelay = 0
    var disputes = ConductRules.Disputes()
    (disputes.probability, disputes.refundProbability) = (1, 1)
    (disputes.delay, disputes.decision) = (Milliseconds(1), Milliseconds(1))
    setup.conduct.disputes = disputes
    let run = try setup.run { $0.maxCycles = 2 }
    #expect(run.sanctions?[0]?.agreed == 1)
    let outcomes = run.appointments.filter { $0.job == 1 }.map(\.outcome)
    #expect(outcomes == (agreed == .kept ? [.kept] : [.cancelledByProvider, .kept]))
    #expect(run.appointments.last { $0.job == 1 }?.provider == (agreed == .kept ? 0 : 1))
  }

  @Test(
    "Inspections close accounts as a Poisson process does: those open after a time t are exp(−r·t) of all")
  func inspections() throws {
    let day = 86_400.0
    let providers = (1...4_000).map { Provider.at(0, 0, id: Int64($0)) }
    var setup = ServicesSetup(
      trades: .one, providers: providers, jobs: [.at(0, 0), .at(0, 0, submit: 100 * day, id: 2)])
    var rules = SanctionRules()
    rules.yearlyRate = 2
    setup.sanctions = rules
    let run = try setup.run()
    let times = try #require(run.sanctions).compactMap { $0?.time.seconds }
    for days in [25.0, 50, 100] {
      let expected = exp(-2 * days / 365)
      let share = 1 - Double(times.count { $0 < days * day }) / 4_000
      #expect(abs(share - expected) < 4 * (expected * (1 - expected) / 4_000).squareRoot())
    }
    #expect(run.jobs[1].outcome == .done)
  }

  // MARK: - Clients

  private static func checked(_ jobs: [Job], verified: Double, refused: Double, delay: Double)
    -> ServicesSetup
  {
    var setup = ServicesSetup(trades: .one, providers: [.at(0, 0)], jobs: jobs)
    var rules = ClientRules()
    (rules.verifiedShare, rules.refusedShare, rules.delay) = (verified, refused, .fixed(delay))
    setup.clientRules = rules
    return setup
  }

  @Test("Jobs wait for the check of their client, who signs up with the first of them")
  func waits() throws {
    var jobs = [Job.at(0, 0, minutes: 1, id: 0), .at(0, 0, submit: 300, minutes: 1, id: 1)]
    jobs.append(.at(0, 0, submit: 5_000, minutes: 1, id: 2))
    for place in jobs.indices { jobs[place].user = 1 }
    jobs.append(.at(0, 0, submit: 100, minutes: 1, id: 3))
    let run = try Self.checked(jobs, verified: 0, refused: 0, delay: 600).run()
    #expect(run.attempts.map(\.job) == [0, 1, 3, 2])
    #expect(run.attempts.map(\.time.seconds) == [600, 600, 700, 5_000])
    #expect(run.jobs.allSatisfy { $0.outcome == .done })
    let known = try Self.checked(jobs, verified: 1, refused: 1, delay: 600).run()
    #expect(known.attempts.map(\.time.seconds) == [0, 100, 300, 5_000])
  }

  @Test(
    "No job of a refused client is searched for: it ends with the decision, or when the client's patience does before"
  )
  func refuses() throws {
    var jobs = [Job.at(0, 0, id: 0), .at(0, 0, submit: 700, id: 1), .at(0, 0, submit: 100, id: 2)]
    (jobs[0].user, jobs[1].user) = (1, 1)
    jobs[2].patience = Milliseconds(seconds: 50)
    let run = try Self.checked(jobs, verified: 0, refused: 1, delay: 600).run()
    #expect(run.attempts.isEmpty)
    #expect(run.jobs.map(\.outcome) == [.unmatched, .unmatched, .cancelledByClient])
    #expect(run.jobs.map(\.cause) == [.clientUnverified, .clientUnverified, .patience])
    #expect(run.jobs.map { $0.ended?.seconds } == [600, 700, 150])
  }

  @Test("A member is checked as a provider: jobs wait for the validation")
  func members() throws {
    var member = Provider.at(0, 0, id: 2)
    (member.registered, member.validated) = (Milliseconds(seconds: 10), Milliseconds(seconds: 900))
    var job = Job.at(0, 0, submit: 20)
    job.client = 1
    var setup = Self.checked([job], verified: 1, refused: 0, delay: 0)
    setup.providers.append(member)
    #expect(try setup.run().attempts.map(\.time.seconds) == [900])
  }

  @Test("As many clients are verified at once and refused as the shares say")
  func shares() {
    let jobs = (0..<20_000).map { Job.at(0, 0, id: Int64($0)) }
    var rules = ClientRules()
    (rules.verifiedShare, rules.refusedShare, rules.delay) = (0.6, 0.25, .exponential(mean: 1_000))
    let setup = ServicesSetup(trades: .one, providers: [.at(0, 0)], jobs: jobs)
    let checks = ClientChecks(setup, rules)
    let all = jobs.places.map { checks[$0] }
    func z(_ count: Int, _ share: Double) -> Double {
      (Double(count) - 20_000 * share) / (20_000 * share * (1 - share)).squareRoot()
    }
    #expect(abs(z(all.count { $0.decided == .zero }, 0.6)) < 4)
    #expect(abs(z(all.count(where: \.isRefused), 0.1)) < 4)
    let delays = all.map(\.decided.seconds).filter { $0 > 0 }
    let mean = delays.reduce(0, +) / Double(delays.count)
    #expect(abs(mean - 1_000) < 4 * 1_000 / Double(delays.count).squareRoot())
  }
}
