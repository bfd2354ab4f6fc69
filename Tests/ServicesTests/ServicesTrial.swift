import Lifecycle
import Quantities
import Services
import Spaces
import Statistics

/// What a run of the services market left behind.
struct ServicesTrial {
  var jobs: [JobRecord]
  var attempts: [JobAttempt]
  var appointments: [Appointment]
  var reviews: [Review]
  var providers: [ProviderRecord]
  var ledger: Ledger<ServiceTransfer>
  var messages: [JobMessage]
  var departures: Departures?
  var sanctions: [Sanctions.Record?]?
  var end: Milliseconds
}

extension ServicesSetup {
  /// Runs the market on `space` by `rules`.
  func run(
    on space: any Space = OpenSpace(geometry: .plane, speed: 10), _ change: (inout Rules) -> Void = { _ in }
  ) throws -> ServicesTrial {
    var rules = Rules(random: random)
    rules.attempts = 1
    change(&rules)
    var lifecycle = Lifecycle(ServicesMarket(self, spaces: DailySpaces(space)), rules: rules)
    try lifecycle.run()
    return ServicesTrial(
      jobs: lifecycle.desk.records.requests, attempts: lifecycle.desk.records.attempts,
      appointments: lifecycle.market.appointments, reviews: lifecycle.market.reviews,
      providers: lifecycle.market.providerRecords, ledger: lifecycle.market.ledger,
      messages: lifecycle.market.messages, departures: lifecycle.market.departures,
      sanctions: lifecycle.market.sanctions,
      end: lifecycle.desk.records.end)
  }
}

extension Trades {
  /// One category without tasks.
  static let one = Trades([Category("work")])
}

extension Provider {
  /// A provider of category 0 at (`x`, `y`) metres, day and night, everywhere, for nothing.
  static func at(_ x: Double, _ y: Double, id: Int64 = 1) -> Provider {
    Provider(
      id: id, base: Place(position: Position(x: x, y: y)), offers: [Offer(category: 0)])
  }
}

extension Job {
  /// A job of category 0 at (`x`, `y`) metres, submitted at `submit` seconds, thought to take `minutes`.
  static func at(_ x: Double, _ y: Double, submit: Double = 0, minutes: Double = 60, id: Int64 = 1) -> Job {
    Job(
      id: id, submit: Milliseconds(seconds: submit), category: 0,
      place: Place(position: Position(x: x, y: y)),
      estimate: Milliseconds(seconds: 60 * minutes))
  }
}
