import Lifecycle
import Quantities
import Services
import Statistics
import Testing

/// An exchange of hours whose members ask one after the other is a closed network of queues: what a member may still take is a queue
/// that each hour given lengthens and each hour taken shortens (Gordon and Newell 1967, doi:10.1287/opre.15.2.254).
struct ExchangeTests {
  /// Two classes of members, each of which offers one kind of help; jobs of an hour come one at a time.
  struct Cell: Sendable, CustomStringConvertible {
    /// The number of members of each class.
    var members: (Int, Int)
    /// The hours that a member may take from the start without having given any.
    var grace: Int
    /// The share of jobs that the first class requests.
    var share: Double
    /// The probability that a job of each class is of the kind that the other class offers.
    var crossing: (Double, Double)

    var count: Int { members.0 + members.1 }

    var description: String {
      "\(members) members, \(grace) h, \(share) of the jobs, crossing \(crossing)"
    }
  }

  static let cells = [
    Cell(members: (6, 6), grace: 2, share: 0.5, crossing: (0.5, 0.5)),
    Cell(members: (6, 6), grace: 3, share: 0.6, crossing: (0.5, 0.5)),
    Cell(members: (3, 9), grace: 4, share: 0.3, crossing: (0.8, 0.4)),
    Cell(members: (8, 4), grace: 1, share: 0.75, crossing: (0.3, 0.9)),
  ]

  // MARK: - The closed form

  /// The shares of jobs of each class that are refused for want of credit in the long run.
  ///
  /// A member of class k gives γ hours while taking λ, so that the balance above the floor is a birth–death chain with the ratio
  /// ρ = γ ÷ λ; the sum of all balances is fixed, which conditions the product of their geometric laws.
  static func refusals(_ cell: Cell) -> (Double, Double) {
    // The classes exchange as many hours in each direction.
    let given = (cell.crossing.1, cell.crossing.0)
    let rates = (given.0 / cell.share, given.1 / (1 - cell.share))
    // The sum of all balances is fixed, so that a common factor changes nothing.
    let ratios = (rates.0 / max(rates.0, rates.1), rates.1 / max(rates.0, rates.1))
    let total = cell.count * cell.grace
    func weight(_ members: (Int, Int)) -> Double {
      (0...total).reduce(0) { sum, hours in
        sum + ways(hours, members.0, ratios.0) * ways(total - hours, members.1, ratios.1)
      }
    }
    let all = weight(cell.members)
    return (
      weight((cell.members.0 - 1, cell.members.1)) / all, weight((cell.members.0, cell.members.1 - 1)) / all
    )
  }

  /// The weight of all ways in which `members` hold `hours` together, each hour with the weight `ratio`.
  private static func ways(_ hours: Int, _ members: Int, _ ratio: Double) -> Double {
    guard members > 0 else { return hours == 0 ? 1 : 0 }
    return (0..<hours).reduce(1) { $0 * ratio * Double(members + $1) / Double($1 + 1) }
  }

  @Test(
    "The closed form is what counting says where all members are alike, and a birth–death chain where they are many"
  )
  func closedForm() {
    let alike = Self.refusals(Self.cells[0])
    // Twelve members hold 24 hours in C(35, 11) ways, in C(34, 10) of which a given one has none.
    #expect(abs(alike.0 - 11.0 / 35) < 1e-12 && abs(alike.1 - 11.0 / 35) < 1e-12)
    // Takers ask 1.5 times as often as they are asked: however large the grace, a third of their jobs is refused in the end.
    for (grace, most) in [(20, 0.02), (40, 0.009)] {
      let many = Cell(members: (40, 40), grace: grace, share: 0.6, crossing: (0.5, 0.5))
      #expect(abs(Self.refusals(many).0 - (1 - 2.0 / 3)) < most)
    }
  }

  // MARK: - The simulator

  private static let warmUp = 2_000
  private static let measured = 4_000
  private static let runs = 32

  /// Jobs of an hour every two hours, so that each is done before the next one comes.
  private static func setup(_ cell: Cell, run: Int) -> ServicesSetup {
    var draws = KeyedGenerator(seed: 71, replication: UInt32(run), purpose: .jobTraits)
    let providers = (0..<cell.count).map { number in
      var member = Provider.at(0, 0, id: Int64(number))
      member.offers = [Provider.Offer(category: number < cell.members.0 ? 0 : 1)]
      return member
    }
    let jobs = (0..<warmUp + measured).map { number in
      let isFirst = draws.uniform() < cell.share
      let crosses = draws.uniform() < (isFirst ? cell.crossing.0 : cell.crossing.1)
      var job = Job.at(0, 0, submit: 7_200 * Double(number), minutes: 60, id: Int64(number))
      job.category = isFirst == crosses ? 1 : 0
      job.client = ProviderIndex(
        isFirst ? draws.integer(in: 0..<cell.members.0) : draws.integer(in: cell.members.0..<cell.count))
      return job
    }
    var setup = ServicesSetup(
      trades: Trades([Trades.Category("one"), Trades.Category("other")]), providers: providers, jobs: jobs)
    setup.search.isInstant = true
    setup.search.choice = .logit(first: cell.count, scale: Milliseconds(3_600_000))
    setup.settlement = .timeCredits(start: 0, floor: -3_600_000 * Int64(cell.grace))
    setup.random = RandomSource(seed: 71, replication: UInt32(run))
    return setup
  }

  @Test("An opening balance has the effect of as much debt that is allowed")
  func givenCredit() throws {
    var setup = Self.setup(Self.cells[0], run: 0)
    let owed = try setup.run()
    setup.settlement = .timeCredits(start: 7_200_000, floor: 0)
    let given = try setup.run()
    #expect(owed.jobs.map(\.outcome) == given.jobs.map(\.outcome))
    #expect(owed.attempts.map(\.provider) == given.attempts.map(\.provider))
  }

  @Test("A long exchange refuses the jobs that the chain of one member's balance says", arguments: cells)
  func agrees(cell: Cell) throws {
    var shares: [[Double]] = [[], []]
    for run in 0..<Self.runs {
      let setup = Self.setup(cell, run: run)
      let jobs = try setup.run().jobs
      #expect(jobs.allSatisfy { $0.outcome == .done || $0.cause == .noCredit })
      for number in 0..<2 {
        let own = (Self.warmUp..<jobs.count).filter {
          (Int(setup.jobs[$0].client) < cell.members.0) == (number == 0)
        }
        shares[number].append(Double(own.count { jobs[$0].cause == .noCredit }) / Double(own.count))
      }
    }
    let expected = Self.refusals(cell)
    for (values, expected) in zip(shares, [expected.0, expected.1]) {
      let mean = values.reduce(0, +) / Double(Self.runs)
      let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      let error = (squares / Double(Self.runs - 1) / Double(Self.runs)).squareRoot()
      #expect(error < 0.01)
      #expect(abs(mean - expected) < 3.5 * error, "\(mean) ± \(error) against \(expected)")
    }
  }
}
