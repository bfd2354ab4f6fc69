import Quantities
import Services
import Statistics
import Testing

/// Providers without ways who take jobs at once or not at all are servers: the formulas of Erlang hold.
struct ErlangTests {
  private static let servers = 10
  private static let load = 8.0
  private static let mean = 600.0

  /// Jobs that come as a Poisson process for ten providers who can set out at once or not at all.
  private static func setup(jobs count: Int, _ law: ConductRules.DurationLaw, line: Bool) -> ServicesSetup {
    var draws = KeyedGenerator(seed: 14, replication: 0, purpose: .jobArrival)
    var time = 0.0
    let jobs = (1...count).map { id in
      time += draws.exponential(mean: mean / load)
      return Job.at(0, 0, submit: time, minutes: mean / 60, id: Int64(id))
    }
    var setup = ServicesSetup(
      trades: .one, providers: (1...servers).map { .at(0, 0, id: Int64($0)) }, jobs: jobs)
    setup.search.bookAhead = .zero
    setup.search.isInstant = true
    setup.conduct.duration = law
    setup.hasWaitingLine = line
    setup.random = RandomSource(seed: 14, replication: 0)
    return setup
  }

  /// The z-score of the mean of `values`, which are correlated, against `expected`: by means of 50 batches, the first of
  /// which warms up.
  private static func z(_ values: [Double], _ expected: Double) -> Double {
    let size = values.count / 50
    let means = (1..<50).map { batch in
      values[batch * size..<(batch + 1) * size].reduce(0, +) / Double(size)
    }
    let mean = means.reduce(0, +) / Double(means.count)
    let squares = means.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let error = (squares / Double(means.count - 1) / Double(means.count)).squareRoot()
    return (mean - expected) / error
  }

  @Test(
    "Without waiting the share of jobs lost is Erlang's B, whatever the law of their durations",
    arguments: [ConductRules.DurationLaw.exponential, .lognormal(cv: 0.5)])
  func lossIsErlangB(law: ConductRules.DurationLaw) throws {
    let run = try Self.setup(jobs: 100_000, law, line: false).run()
    let lost = run.jobs.map { $0.outcome == .unmatched ? 1.0 : 0 }
    #expect(abs(Self.z(lost, 0.121661)) < 3.5)
    #expect(run.jobs.allSatisfy { $0.outcome == .done || $0.cause == .noFreeTime })
  }

  @Test("With a waiting line the share of jobs that wait is Erlang's C, and they wait as long as it says")
  func waitingIsErlangC() throws {
    let setup = Self.setup(jobs: 100_000, .exponential, line: true)
    let run = try setup.run()
    #expect(run.jobs.allSatisfy { $0.outcome == .done })
    let waits = zip(setup.jobs, run.jobs).map { job, record in
      (run.appointments[Int(record.appointment)].arrived ?? .zero).seconds - job.submit.seconds
    }
    #expect(abs(Self.z(waits.map { $0 > 0 ? 1 : 0 }, 0.409180)) < 3.5)
    let meanWait = 0.409180 * Self.mean / (Double(Self.servers) - Self.load)
    #expect(abs(Self.z(waits, meanWait)) < 3.5)
  }

  @Test("Those who wait are served in the order in which they came")
  func firstComeFirstServed() throws {
    let setup = Self.setup(jobs: 20_000, .exponential, line: true)
    let run = try setup.run()
    let begins = run.jobs.map { run.appointments[Int($0.appointment)].arrived ?? .zero }
    #expect(zip(begins, begins.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test("Little's law holds: jobs in the system are their rate times their time in it")
  func littlesLaw() throws {
    let setup = Self.setup(jobs: 20_000, .exponential, line: true)
    let run = try setup.run()
    var inSystem = 0.0
    var changes: [(Milliseconds, Int)] = []
    for (job, record) in zip(setup.jobs, run.jobs) {
      let finished = try #require(run.appointments[Int(record.appointment)].finished)
      changes += [(job.submit, 1), (finished, -1)]
      inSystem += (finished - job.submit).seconds
    }
    changes.sort { $0.0 < $1.0 }
    var area = 0.0
    var count = 0
    var last = Milliseconds.zero
    for (time, step) in changes {
      area += Double(count) * (time - last).seconds
      count += step
      last = time
    }
    #expect(count == 0)
    #expect(abs(area - inSystem) < 1e-6 * area)
  }
}
