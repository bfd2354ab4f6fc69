import BenchmarkSupport
import Lifecycle
import Quantities
import Services
import Spaces
import Statistics

/// A week of jobs for providers of twenty categories on a plane: the same for us and for the peer.
///
/// The plane grows with the number of providers, so that a job finds as many at any size. Providers work day by day, come
/// from 3 to 8 km, and run over or end early; jobs have a window of a day, a budget and a least rating. A search that finds
/// nobody is made again, twice.
struct ServiceWeek {
  let setup: ServicesSetup
  let space: OpenSpace
  let rules: Rules

  static let categories = 20
  static let side = 40_000.0
  private static let seed: UInt64 = 7
  private static let hour: Int64 = 3_600_000

  /// Makes a week of `count` jobs.
  init(jobs count: Int, providers providerCount: Int) {
    var numbers = BenchmarkNumbers(seed: Self.seed)
    let side = Self.side * (Double(providerCount) / 10_000).squareRoot()
    func place(_ numbers: inout BenchmarkNumbers) -> Place {
      Place(
        position: Position(x: (side * numbers.uniform()).rounded(), y: (side * numbers.uniform()).rounded()))
    }
    let trades = Trades((0..<Self.categories).map { Trades.Category("\($0)") })
    let patterns = [(8, 17), (9, 19), (12, 21), (7, 15)].map { from, to in
      WorkingHours(
        (0..<7).map { day in
          WorkingHours.Span(
            from: (day * 24 + Int64(from)) * Self.hour, to: (day * 24 + Int64(to)) * Self.hour)
        })
    }
    let providers = (0..<providerCount).map { number in
      let base = place(&numbers)
      let category = CategoryIndex(Int(numbers.uniform() * Double(Self.categories)))
      var provider = Provider(id: Int64(number + 1), base: base, offers: [Provider.Offer(category: category)])
      provider.area = .radius((3_000 + 5_000 * numbers.uniform()).rounded())
      provider.hours = patterns[Int(4 * numbers.uniform())]
      provider.price = Int64(5_000 + 10_000 * numbers.uniform())
      provider.priorRating = Int32(3_000 + 2_000 * numbers.uniform())
      return provider
    }
    var submissions = (0..<count).map { _ in Int64(numbers.uniform() * Double(WorkingHours.week)) }
    submissions.sort()
    let jobs = submissions.enumerated().map { number, submit in
      let category = CategoryIndex(Int(numbers.uniform() * Double(Self.categories)))
      let estimate = Int64((30 + 120 * numbers.uniform()).rounded()) * 60_000
      var job = Job(
        id: Int64(number + 1), submit: Milliseconds(submit), category: category, place: place(&numbers),
        estimate: Milliseconds(estimate))
      job.duration = Milliseconds(Int64(Double(estimate) * (0.7 + 0.6 * numbers.uniform())))
      job.latest = job.earliest + Milliseconds(24 * Self.hour)
      job.budget = Int64((8_000 + 12_000 * numbers.uniform()) * Double(estimate) / Double(Self.hour))
      job.leastRating = numbers.uniform() < 0.5 ? 3_500 : 0
      return job
    }
    var setup = ServicesSetup(trades: trades, providers: providers, jobs: jobs)
    setup.search.answerDelay = Milliseconds(600_000)
    setup.search.weights.price = 100
    self.setup = setup
    space = OpenSpace(geometry: .plane, speed: 8, circuity: 1.3)
    var rules = Rules(random: RandomSource(seed: Self.seed, replication: 0))
    rules.attempts = 3
    rules.retryInterval = Milliseconds(3_600_000)
    rules.answerDelay = Milliseconds(600_000)
    self.rules = rules
  }

  /// Runs the week.
  func sample() throws -> SideSample {
    var found: KeyValuePairs<String, Int> = [:]
    let seconds = try processorSeconds {
      var lifecycle = Lifecycle(ServicesMarket(setup, spaces: DailySpaces(space)), rules: rules)
      try lifecycle.run()
      let appointments = lifecycle.market.appointments
      found = [
        "done": lifecycle.desk.records.requests.count { $0.outcome == .done },
        "attempts": lifecycle.desk.records.attempts.count,
        "finished": appointments.reduce(0) { $0 + Int(($1.finished ?? .zero).rawValue % 1_000_003) },
        "lateness_s": appointments.reduce(0) { $0 + Int(($1.lateness ?? .zero).rawValue) } / 1_000,
        "turnover": -Int(lifecycle.market.ledger.balance(of: .clients)),
      ]
    }
    return SideSample(seconds: seconds, units: setup.jobs.count, found: found)
  }
}
