import Lifecycle
import Quantities
import Statistics
import TestSupport
import Testing

@testable import Services

/// Accounts that their owners close: what has not begun is called off, what was said of them stays.
struct ClosingTests {
  /// Providers at the base of all jobs, of whom the first closes the account at `closes` seconds.
  private static func setup(_ jobs: [Job], closes: Double, providers: Int = 2) -> ServicesSetup {
    var providers = (0..<providers).map { Provider.at(0, 0, id: Int64($0)) }
    providers[0].closes = Milliseconds(seconds: closes)
    return ServicesSetup(trades: .one, providers: providers, jobs: jobs)
  }

  @Test("An appointment that has not begun is called off, and its job finds somebody else")
  func appointmentsAreCalledOff() throws {
    var later = Job.at(0, 0, minutes: 60)
    later.earliest = Milliseconds(seconds: 5_000)
    let run = try Self.setup([later], closes: 1_000).run { $0.maxCycles = 2 }
    #expect(run.appointments.map(\.outcome) == [.cancelledByProvider, .kept])
    #expect(run.appointments.map(\.provider) == [0, 1])
    #expect(run.attempts.map(\.time.seconds) == [0, 1_000])
    #expect(run.jobs[0].outcome == .done)
    let alone = try Self.setup([later], closes: 1_000, providers: 1).run()
    #expect(alone.jobs[0].outcome == .cancelledByProvider && alone.jobs[0].cause == .notOffered)
  }

  @Test("One who would not have come is called off as well")
  func absentProvidersAreCalledOff() throws {
    var later = Job.at(0, 0, minutes: 60)
    later.earliest = Milliseconds(seconds: 5_000)
    var setup = Self.setup([later], closes: 1_000)
    setup.conduct.providerNoShow = 1
    let run = try setup.run { $0.maxCycles = 3 }
    #expect(run.appointments.map(\.outcome) == [.cancelledByProvider, .providerAbsent])
    #expect(run.providers.map(\.absent) == [0, 1])
  }

  @Test("Work that has begun is done, and reviewed")
  func workIsFinished() throws {
    var setup = Self.setup([.at(0, 0, minutes: 60)], closes: 1_000, providers: 1)
    setup.conduct.reviews.probability = 1
    let run = try setup.run()
    #expect(run.jobs[0].outcome == .done)
    #expect(run.reviews.count == 1 && run.reviews[0].shown != nil && run.providers[0].reviews == 1)
  }

  @Test("An offer that waits for the answer lapses, and nobody is found after closing")
  func offersLapse() throws {
    let jobs = [Job.at(0, 0, minutes: 60), .at(0, 0, submit: 2_000, minutes: 60, id: 2)]
    var setup = Self.setup(jobs, closes: 1_000, providers: 1)
    setup.search.answerDelay = Milliseconds(seconds: 1_500)
    let run = try setup.run { $0.answerDelay = Milliseconds(seconds: 1_500) }
    #expect(run.attempts.map(\.outcome) == [.lapsed, .noCandidate])
    #expect(run.attempts.map(\.cause) == [.accountClosed, .notOffered])
    #expect(run.appointments.isEmpty)
  }

  @Test("A member's open jobs leave with the account, whether they wait, are offered or are matched")
  func ownJobsLeave() throws {
    var matched = Job.at(0, 0, minutes: 10, id: 1)
    matched.earliest = Milliseconds(seconds: 50_000)
    var searching = Job.at(0, 0, minutes: 10, id: 2)
    searching.leastRating = 5_000
    var begun = Job.at(0, 0, submit: 900, minutes: 60, id: 3)
    begun.latest = Milliseconds(seconds: 2_000)
    var offered = Job.at(0, 0, submit: 995, minutes: 10, id: 4)
    var other = Job.at(0, 0, submit: 996, minutes: 10, id: 5)
    (matched.client, searching.client, begun.client, offered.client) = (0, 0, 0, 0)
    other.client = 1
    var setup = Self.setup([matched, searching, begun, offered, other], closes: 1_000, providers: 3)
    setup.settlement = .timeCredits(start: 360_000_000, floor: 0)
    setup.search.answerDelay = Milliseconds(seconds: 10)
    let run = try setup.run {
      $0.answerDelay = Milliseconds(seconds: 10)
      $0.attempts = 100
      $0.retryInterval = Milliseconds(seconds: 300)
    }
    let gone: [JobOutcome] = [.cancelledByClient, .cancelledByClient, .done, .cancelledByClient, .done]
    #expect(run.jobs.map(\.outcome) == gone)
    #expect(run.jobs.map(\.cause) == [.calledOff, .calledOff, nil, .calledOff, nil])
    #expect([0, 1, 3].allSatisfy { run.jobs[$0].ended == Milliseconds(seconds: 1_000) })
    #expect(run.attempts.last { $0.job == 3 }?.outcome == .withdrawn)
  }

  @Test("Nobody is bound to a closed account, whatever else goes wrong")
  func nobodyIsBound() {
    forAll(seeds: 0..<40) { seed in
      var draws = KeyedGenerator(seed: seed, replication: 0, purpose: .selfTest)
      let members = (0..<8).map { id in
        var member = Provider.at(5_000 * draws.uniform(), 5_000 * draws.uniform(), id: Int64(id))
        if draws.uniform() < 0.5 { member.closes = Milliseconds(seconds: 86_400 * draws.uniform()) }
        return member
      }
      let jobs = (0..<150).map { id in
        var job = Job.at(
          5_000 * draws.uniform(), 5_000 * draws.uniform(), submit: 86_400 * draws.uniform(),
          minutes: 10 + 60 * draws.uniform(), id: Int64(id))
        job.client = ProviderIndex(draws.integer(in: 0..<8))
        if members[job.client].closes <= job.submit { job.refusal = .accountClosed }
        return job
      }
      var setup = ServicesSetup(trades: .one, providers: members, jobs: jobs)
      setup.settlement = .timeCredits(start: 36_000_000, floor: 0)
      setup.hasWaitingLine = seed % 2 == 0
      setup.search.answerDelay = Milliseconds(seconds: 300)
      setup.random = RandomSource(seed: seed, replication: 0)
      let run = try setup.run {
        $0.attempts = 3
        $0.maxCycles = 2
        $0.retryInterval = Milliseconds(seconds: 600)
        $0.answerDelay = Milliseconds(seconds: 300)
        $0.providerCancelProbability = 0.1
        $0.requesterCancelProbability = 0.1
      }
      for appointment in run.appointments {
        let closes = [appointment.provider, jobs[appointment.job].client].map { members[$0].closes }.min()
        if appointment.confirmed > closes ?? .never { return "confirmed after closing" }
        if let arrived = appointment.arrived, arrived > closes ?? .never { return "begun after closing" }
      }
      let isOpen = run.jobs.contains { $0.outcome == .inProgress }
      return isOpen && !setup.hasWaitingLine ? "a job does not end" : nil
    }
  }
}
