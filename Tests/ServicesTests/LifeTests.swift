import Lifecycle
import Quantities
import Services
import Statistics
import Testing

/// Lives of jobs, told one by one.
struct LifeTests {
  /// One provider at (0, 0), 10 m/s, exact durations.
  private static func setup(_ jobs: [Job], providers: [Provider] = [.at(0, 0)]) -> ServicesSetup {
    var setup = ServicesSetup(trades: .one, providers: providers, jobs: jobs)
    setup.search.weights.startDelay = 1
    return setup
  }

  @Test("The provider goes from job to job, and is there no earlier than planned")
  func goesFromJobToJob() throws {
    var second = Job.at(10_000, 0, minutes: 30, id: 2)
    second.earliest = Milliseconds(seconds: 7_200)
    let run = try Self.setup([.at(6_000, 0, minutes: 60), second]).run()
    let visits = run.appointments.map {
      [$0.start, $0.departed, $0.arrived, $0.finished].map { $0?.seconds }
    }
    // 600 s of way, an hour of work; from there 400 s, so that the second sets out at 6,800 s.
    #expect(visits == [[600, 0, 600, 4_200], [7_200, 6_800, 7_200, 9_000]])
    #expect(run.appointments.map(\.metres) == [6_000, 4_000])
    #expect(run.jobs.allSatisfy { $0.outcome == .done })
  }

  @Test("Work that runs over makes the next late, by as much as the gap does not hold")
  func runningOverMakesTheNextLate() throws {
    var first = Job.at(0, 0, minutes: 60)
    first.duration = Milliseconds(seconds: 5_000)
    let run = try Self.setup([first, .at(1_000, 0, submit: 1, minutes: 10, id: 2)]).run()
    let second = run.appointments[1]
    #expect(second.start.seconds == 3_700)
    #expect(second.arrived?.seconds == 5_100)
    #expect(second.lateness?.seconds == 1_400)
    #expect(run.jobs[1].outcome == .done)
  }

  @Test("A client whose provider is too late has left, and the provider goes on from there")
  func clientLeaves() throws {
    var first = Job.at(0, 0, minutes: 60)
    first.duration = Milliseconds(seconds: 5_000)
    var setup = Self.setup([
      first, .at(1_000, 0, submit: 1, minutes: 10, id: 2), .at(2_000, 0, submit: 2, id: 3),
    ])
    setup.conduct.maxLateness = Milliseconds(seconds: 1_399)
    setup.conduct.leaveWhenLate = 1
    let run = try setup.run()
    #expect(run.jobs.map(\.outcome) == [.done, .clientLeft, .done])
    #expect(run.jobs[1].cause == .lateness)
    #expect(run.appointments[2].arrived?.seconds == 5_200)
    setup.conduct.maxLateness = Milliseconds(seconds: 1_400)
    #expect(try setup.run().jobs.map(\.outcome) == [.done, .done, .done])
  }

  @Test("A client who was let down goes back to searching, without the provider who did not come")
  func providerStaysAway() throws {
    var setup = Self.setup([.at(0, 0)], providers: [.at(0, 0, id: 1), .at(1_000, 0, id: 2)])
    setup.conduct.providerNoShow = 1
    let run = try setup.run { $0.maxCycles = 3 }
    #expect(run.appointments.map(\.provider) == [0, 1])
    #expect(run.appointments.map(\.outcome) == [.providerAbsent, .providerAbsent])
    #expect(run.jobs[0].outcome == .cancelledByProvider)
    #expect(run.jobs[0].cause == .notOffered)
    #expect(run.jobs[0].cycles == 3)
    #expect(run.providers.map(\.absent) == [1, 1])
  }

  @Test("A provider on the way to a client who cancels goes on, and is free there")
  func cancelledOnTheWay() throws {
    var setup = Self.setup([.at(10_000, 0), .at(10_000, 1_000, submit: 1_500, minutes: 10, id: 2)])
    setup.random = RandomSource(seed: 5, replication: 0)
    let run = try setup.run { $0.requesterCancelProbability = 1 }
    #expect(run.jobs[0].outcome == .cancelledByClient)
    #expect(run.jobs[0].cause == .calledOff)
    let ended = try #require(run.jobs[0].ended)
    #expect(ended.seconds > 0 && ended.seconds < 1_000)
    // From (10 km, 0), not from the base: 100 s.
    #expect(run.appointments[1].start.seconds == 1_600)
  }

  /// A job of ten hours 1,000 s away that its client cancels before `time`, and `other` from `time` on.
  private static func cancelledBefore(
    _ time: Double, _ other: Job, waits: Bool = false
  ) throws -> ServicesTrial {
    for seed in 0..<100 {
      var setup = Self.setup([.at(10_000, 0, minutes: 600), other])
      setup.random = RandomSource(seed: UInt64(seed), replication: 0)
      setup.hasWaitingLine = waits
      let run = try setup.run { $0.requesterCancelProbability = 0.5 }
      let ended = run.jobs[0].outcome == .cancelledByClient ? run.jobs[0].ended?.seconds : nil
      if ended ?? 1_000 < time, run.jobs[1].outcome == .done { return run }
    }
    throw Unlikely()
  }

  private struct Unlikely: Error {}

  @Test("A provider on the way to a cancelled job is free on arrival, not when the work would have ended")
  func freeOnArrivalAtACancelledJob() throws {
    // Nobody would wait for the ten hours: it begins by 1,100 s or not at all.
    var other = Job.at(10_000, 1_000, submit: 500, minutes: 10, id: 2)
    other.latest = Milliseconds(seconds: 1_100)
    let run = try Self.cancelledBefore(500, other)
    #expect(run.attempts.map(\.cause) == [nil, nil])
    #expect(run.appointments[1].start.seconds == 1_100)
    #expect(run.appointments[1].departed?.seconds == 1_000)
    // What is planned behind the way keeps off it.
    other.latest = .never
    other.earliest = Milliseconds(seconds: 300)
    #expect(try Self.cancelledBefore(500, other).appointments[1].start.seconds == 1_100)
  }

  @Test("Who waits in line is called when a job is cancelled on whose way a provider is")
  func waitingJobsAreCalledWhenAWayIsCancelled() throws {
    var other = Job.at(10_000, 1_000, submit: 1, minutes: 10, id: 2)
    other.latest = Milliseconds(seconds: 2_000)
    let run = try Self.cancelledBefore(900, other, waits: true)
    #expect(run.attempts.filter { $0.job == 1 }.map(\.cause) == [.noFreeTime, nil])
    #expect(run.attempts.last?.time == run.jobs[0].ended)
    #expect(run.appointments[1].start.seconds == 1_100)
  }

  @Test("Who waits for a provider's answer holds the interval, and a no frees it")
  func offersHold() throws {
    var setup = Self.setup([.at(0, 0, minutes: 60), .at(0, 0, submit: 10, minutes: 60, id: 2)])
    setup.search.answerDelay = Milliseconds(seconds: 60)
    let run = try setup.run { $0.answerDelay = Milliseconds(seconds: 60) }
    #expect(run.appointments.map(\.start.seconds) == [60, 3_660])
    let refused = try setup.run {
      $0.answerDelay = Milliseconds(seconds: 60)
      $0.declineProbability = 1
    }
    #expect(refused.appointments.isEmpty)
    #expect(refused.attempts.map(\.outcome) == [.declined, .declined])
    #expect(refused.providers[0].declines == 2)
  }

  @Test("Nobody finds a provider before the administrator has validated them")
  func validation() throws {
    var provider = Provider.at(0, 0)
    provider.registered = Milliseconds(seconds: 10)
    provider.validated = Milliseconds(seconds: 100)
    provider.leaves = Milliseconds(seconds: 200)
    let jobs = [50.0, 150, 250].enumerated().map { Job.at(0, 0, submit: $1, id: Int64($0)) }
    let run = try Self.setup(jobs, providers: [provider]).run()
    #expect(run.jobs.map(\.outcome) == [.unmatched, .done, .unmatched])
    #expect(run.jobs.map(\.cause) == [.notOffered, nil, .notOffered])
  }

  @Test("Reviews move the rating when they are shown, lateness costs stars")
  func reviewsMoveTheRating() throws {
    var first = Job.at(0, 0, minutes: 60)
    first.duration = Milliseconds(seconds: 3_600 + 7_200)
    var setup = Self.setup([first, .at(0, 0, submit: 1, minutes: 10, id: 2)])
    setup.conduct.reviews.probability = 1
    setup.conduct.reviews.starWeights = [0, 0, 0, 0, 1]
    setup.conduct.reviews.latenessPerStar = Milliseconds(seconds: 3_600)
    setup.conduct.reviews.ratingWeight = 2
    let run = try setup.run()
    #expect(run.reviews.map(\.stars) == [5, 3])
    #expect(run.reviews.allSatisfy { $0.due - $0.written == setup.conduct.reviews.moderationDelay })
    // (4 · 2 + 5 + 3) ÷ 4.
    #expect(run.providers[0].rating == 4_000)
    #expect(run.providers[0].reviews == 2)
  }

  @Test("A stretch of hours begins at the base, and hours are kept")
  func hoursBeginAtTheBase() throws {
    var provider = Provider.at(0, 0)
    provider.hours = WorkingHours(
      (0..<7).map { .init(from: $0 * 86_400_000 + 32_400_000, to: $0 * 86_400_000 + 36_000_000) })
    let run = try Self.setup(
      [.at(10_000, 0, minutes: 40), .at(10_000, 0, submit: 1, minutes: 40, id: 2)], providers: [provider]
    ).run()
    // Nine to ten holds one job; the other comes the next day, again from the base.
    #expect(run.appointments.map(\.start.seconds) == [32_400, 118_800])
    #expect(run.appointments.map { $0.departed?.seconds } == [31_400, 117_800])
  }
}
