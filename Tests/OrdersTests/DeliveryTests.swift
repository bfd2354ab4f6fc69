import Foundation
import Lifecycle
import Quantities
import Statistics
import TestSupport
import Testing

@testable import Orders

/// The way of cards to their recipients: laws against their distribution functions, working days against a slow calendar.
struct DeliveryTests {
  private static let countries = [
    RecipientCountry(name: "FR", weight: 6, law: .lognormal(median: 1.5, sigma: 0.4), promiseDays: 2),
    RecipientCountry(
      name: "DE", weight: 3, law: .uniform(from: 1, to: 4), promiseDays: 3,
      days: [.monday, .tuesday, .wednesday, .thursday, .friday]),
    RecipientCountry(
      name: "MA", weight: 1, law: .exponential(mean: 5), promiseDays: 7, days: [.wednesday, .sunday]),
  ]

  /// The run of so many orders of three cards whose first station always works.
  private static func run(_ orders: Int, seed: UInt64) throws -> (OrdersSetup, OrdersRecords) {
    var world = OrdersSetup.poisson(
      orders, meanDistance: 300_000, seed: seed,
      stations: [Station(name: "post", service: ServiceLaw(.fixed, mean: Milliseconds(1000)))])
    for place in world.orders.indices { world.orders[place].recipients = 3 }
    world.fields.delivery = DeliveryRules(countries: countries)
    world.phase = 2 * WeeklyHours.day + 12_345_678
    return (world, try world.ran(seed: seed))
  }

  private static func cumulative(_ law: Law, _ days: Double) -> Double {
    switch law {
    case .fixed(let value): days >= value ? 1 : 0
    case .uniform(let from, let to): min(1, max(0, (days - from) / (to - from)))
    case .exponential(let mean): 1 - exp(-days / mean)
    case .lognormal(let median, let sigma): erfc(-log(days / median) / sigma / 2.0.squareRoot()) / 2
    }
  }

  /// Kolmogorov's and Smirnov's test, at one in two thousand: √n · D < 2.02 by the limit of D's distribution.
  @Test func transitTimesFollowTheLawOfTheCountry() throws {
    let (_, records) = try Self.run(20_000, seed: 7)
    for (place, country) in Self.countries.enumerated() {
      let days = records.deliveries.filter { Int($0.country) == place }
        .map { Double($0.transit.rawValue) / Double(WeeklyHours.day) }.sorted()
      let count = Double(days.count)
      let distance = days.enumerated().reduce(0.0) { most, day in
        let expected = Self.cumulative(country.law, day.element)
        let step = Double(day.offset) / count
        return max(most, abs(expected - step), abs(step + 1 / count - expected))
      }
      #expect(count > 4000)
      #expect(distance * count.squareRoot() < 2.02, "\(country.name): \(distance) of \(count)")
      // As often as the weights of the countries say.
      let share = country.weight / 10
      let deviation = (60_000 * share * (1 - share)).squareRoot()
      #expect(abs(count - 60_000 * share) < 3.5 * deviation, "\(country.name): \(count)")
    }
  }

  /// The carrier's working time between two moments, from midnight to midnight.
  private static func work(_ world: OrdersSetup, _ delivery: Delivery, until end: Milliseconds) -> Int64 {
    let country = countries[Int(delivery.country)]
    let days = country.days.map(\.rawValue)
    var sum: Int64 = 0
    var time = delivery.handed.rawValue
    while time < end.rawValue {
      let sinceMonday = time + world.phase
      let day = sinceMonday / 86_400_000
      let midnight = (day + 1) * 86_400_000 - world.phase
      let name = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"][Int(day % 7)]
      if days.contains(name) { sum += min(midnight, end.rawValue) - time }
      time = midnight
    }
    return sum
  }

  @Test func timeIsCountedOnTheCarriersWorkingDaysAlone() throws {
    let (world, records) = try Self.run(1000, seed: 8)
    #expect(records.deliveries.count == 3000)
    for delivery in records.deliveries {
      let promise = Self.countries[Int(delivery.country)].promiseDays * 86_400_000
      #expect(Self.work(world, delivery, until: delivery.delivered) == delivery.transit.rawValue)
      #expect(Self.work(world, delivery, until: delivery.promised) == Int64(promise))
      #expect(delivery.isInTime == (delivery.transit.rawValue <= Int64(promise)))
      #expect(delivery.handed == records.orders[delivery.order].finished)
    }
  }

  /// Handed over on Saturday at 10, one working day from Monday to Friday: the letter box is reached as Monday ends.
  @Test func aWeekendIsNoWorkingDay() throws {
    var world = OrdersSetup()
    world.accounts = [Account(id: 1, credits: 2)]
    world.fields.stations = [Station(name: "post", service: ServiceLaw(.fixed, mean: .zero))]
    world.orders = [
      Order(id: 1, submit: Milliseconds((5 * 24 + 10) * 3_600_000), account: 0, recipients: 2)
    ]
    let days = Array(Weekday.allCases.dropLast(2))
    world.fields.delivery = DeliveryRules(countries: [
      RecipientCountry(name: "FR", law: .fixed(1), promiseDays: 0.5, days: days),
      RecipientCountry(name: "MA", law: .fixed(0.5), promiseDays: 1),
    ])
    world.namedCountries = [1, 0]
    world.orders[0].countries = 0..<2
    let cards = try world.ran().deliveries
    // In hours since Monday: Saturday at 22 and the end of Monday; Monday at 10 and at 12.
    #expect(cards.map { $0.delivered.rawValue / 3_600_000 } == [142, 192])
    #expect(cards.map { $0.promised.rawValue / 3_600_000 } == [178, 180])
    #expect(cards.map(\.isInTime) == [true, false])
  }

  /// More stations, servers or orders change no card's time: it hangs on order and card.
  @Test func theTimeOfACardHangsOnNothingElse() throws {
    let (_, few) = try Self.run(50, seed: 9)
    let (_, many) = try Self.run(500, seed: 9)
    #expect(Array(many.deliveries.prefix(150).map(\.transit)) == few.deliveries.map(\.transit))
  }
}
