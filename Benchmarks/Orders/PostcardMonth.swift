import BenchmarkSupport
import EventKernel
import Lifecycle
import Orders
import Quantities
import Statistics

/// Orders of a month for a line of three stations in weekly hours: the same for us and for the peer.
///
/// Orders come evenly over 30 days; most are of one card, some of two or three. The stations are busy to four fifths of
/// their hours. Whoever lacks credits buys the smallest pack that is enough.
struct PostcardMonth {
  let world: OrdersSetup
  let rules: Rules

  static let days = 30
  private static let seed: UInt64 = 7

  /// Makes a month of `count` orders.
  init(count: Int) {
    var world = OrdersSetup(OrdersFields())
    var numbers = BenchmarkNumbers(seed: Self.seed)
    let accounts = max(1, count / 20)
    world.accounts = (0..<accounts).map { Account(id: Int64($0 + 1), credits: 2) }
    world.fields.packs = [
      Pack(credits: 5, price: 1200), Pack(credits: 20, price: 4000), Pack(credits: 50, price: 8500),
    ]
    world.fields.payment.packProbability = 1
    world.fields.payment.declineProbability = 0
    let length = Double(Self.days) * 86_400_000
    var submissions = (0..<count).map { _ in Int64(numbers.uniform() * length) }
    submissions.sort()
    world.orders = submissions.enumerated().map { number, submit in
      let draw = numbers.uniform()
      return Order(
        id: Int64(number + 1), submit: Milliseconds(submit),
        account: AccountIndex(Int(numbers.uniform() * Double(accounts))),
        recipients: draw < 0.65 ? 1 : draw < 0.85 ? 2 : 3)
    }
    let cards = world.orders.reduce(0) { $0 + Int($1.recipients) }
    world.fields.stations = Self.stations(cards: cards)
    world.fields.line.cutOff = Milliseconds(16 * 3_600_000)
    self.world = world
    rules = Rules(random: RandomSource(seed: Self.seed, replication: 0))
  }

  /// Three stations that are busy to four fifths with so many cards.
  private static func stations(cards: Int) -> [Station] {
    func hours(_ days: Range<Int64>, _ from: Int64, _ to: Int64) -> [Range<Int64>] {
      days.map { ($0 * 24 + from) * 3_600_000..<($0 * 24 + to) * 3_600_000 }
    }
    let open = WeeklyHours(hours(0..<5, 8, 12) + hours(0..<5, 13, 18) + hours(5..<6, 9, 13))
    let work = open.weeklyWork * Int64(days) / 7
    func servers(_ mean: Int64) -> Int32 {
      max(1, Int32((Double(cards) * Double(mean) / Double(work) / 0.8).rounded(.up)))
    }
    return [
      Station(
        name: "print", servers: servers(40_000), hours: open,
        service: ServiceLaw(.lognormal, mean: Milliseconds(40_000), cv: 0.5)),
      Station(
        name: "finish", servers: servers(60_000), hours: open,
        service: ServiceLaw(.exponential, mean: Milliseconds(60_000))),
      Station(
        name: "post", servers: servers(15_000), hours: open,
        service: ServiceLaw(.fixed, mean: Milliseconds(15_000)), unit: .order, atClose: .finish),
    ]
  }

  /// Runs the month.
  func sample() throws -> SideSample {
    var records: OrdersRecords?
    let seconds = try processorSeconds { records = try world.records(rules) }
    guard let records else { preconditionFailure("the run has left records") }
    let finished = records.orders.reduce(0) { $0 + Int($1.finished.rawValue % 1_000_003) }
    return SideSample(
      seconds: seconds, units: world.orders.count,
      found: [
        "kept": records.orders.count { $0.outcome == .kept },
        "late": records.orders.count { $0.outcome == .late },
        "finished": finished,
        "revenue": Int(records.ledger.balance(of: .revenue)),
        "credits_used": Int(records.ledger.balance(of: .used)),
        "events": records.eventCounts.executed,
      ])
  }
}
