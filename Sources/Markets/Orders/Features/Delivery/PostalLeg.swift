import Lifecycle
public import Quantities
import Statistics

/// A card on its way from the last station to its recipient's letter box.
public struct Delivery: Hashable, Sendable {
  public var order: OrderIndex
  /// The card's number in its order, counting from 0.
  public var card: Int32
  /// The recipient's country, as an index in the list of countries.
  public var country: Int32
  /// The time at which the order's last card left the last station and the carrier took all of them.
  public var handed: Milliseconds
  /// The time at which it arrives in the letter box.
  public var delivered: Milliseconds
  /// The time by which it should arrive.
  public var promised: Milliseconds
  /// The carrier's working time between the two, as drawn.
  public var transit: Milliseconds
  /// Whether its address is wrong, so that `delivered` is the time at which it is back.
  public var isReturned = false

  /// Whether it is in the letter box within the country's time.
  public var isInTime: Bool { !isReturned && delivered <= promised }
}

/// The carriers after the last station: an order is handed over as a whole, and each of its cards takes a time of
/// its own, by the law of its recipient's country, counting only days on which the carrier works.
///
/// Nothing that happens later in the line depends on a delivery, so everything is known at the hand-over.
struct PostalLeg: OrdersFeature {
  private let countries: [RecipientCountry]
  private let clocks: [WorkClock]
  /// The cumulative sums of the countries' weights.
  private let weights: [Double]
  private let addresses: AddressRules?
  private let random: RandomSource
  /// The deliveries in the order of the hand-overs.
  private var deliveries: [Delivery] = []

  init?(_ setup: OrdersSetup, random: RandomSource) {
    guard let rules = setup.delivery else { return nil }
    countries = rules.countries
    clocks = rules.countries.map { WorkClock($0.hours, phase: setup.phase) }
    weights = OrdersMaker.sums(rules.countries.map(\.weight))
    addresses = rules.addresses
    self.random = random
  }

  /// Hands the order over to the carrier; its recipients have all cards when the last is in its letter box.
  mutating func finished(
    _ order: OrderIndex, at time: Milliseconds, arrival: inout Milliseconds, _ core: inout OrdersCore,
    _ desk: inout OrdersMarket.Desk
  ) {
    let (row, countries) = (core.world.orders[order], core.world.namedCountries)
    let named = countries[Int(row.countries.lowerBound)..<Int(row.countries.upperBound)]
    let cards = deliveries(of: row, at: order, named: named, handedAt: time)
    deliveries += cards
    arrival = cards.lazy.filter { !$0.isReturned }.reduce(arrival) { max($0, $1.delivered) }
  }

  func leave(in records: inout OrdersRecords) { records.deliveries = deliveries }

  /// Returns the deliveries of the cards of `order`, which was handed over at `time`; `named` are the countries of
  /// its recipients if a file gives them.
  private func deliveries(
    of order: Order, at place: OrderIndex, named: ArraySlice<Int32>, handedAt time: Milliseconds
  ) -> [Delivery] {
    (0..<order.recipients).map { card in
      let country = named.isEmpty ? drawnCountry(of: order, card) : named[named.startIndex + Int(card)]
      let transit = transit(of: order, card, country)
      let isReturned = addresses?.state(ofOrder: order.key, card: card, random) == .wrong
      return Delivery(
        order: place, card: card, country: country, handed: time,
        delivered: moment((isReturned ? 2 : 1) * transit.rawValue, after: time, country),
        promised: moment(
          Self.milliseconds(ofDays: countries[Int(country)].promiseDays), after: time, country),
        transit: transit, isReturned: isReturned)
    }
  }

  private func drawnCountry(of order: Order, _ card: Int32) -> Int32 {
    var draws = random.stream(.recipientCountry, order.key, UInt64(UInt32(card)))
    return Int32(OrdersMaker.draw(weights, &draws))
  }

  private func transit(of order: Order, _ card: Int32, _ country: Int32) -> Milliseconds {
    var draws = random.stream(.delivery, order.key, UInt64(UInt32(card)))
    return Milliseconds(Self.milliseconds(ofDays: countries[Int(country)].law.draw(&draws)))
  }

  /// Returns the time at which `work` of the carrier's working time has passed since `time`.
  private func moment(_ work: Int64, after time: Milliseconds, _ country: Int32) -> Milliseconds {
    let clock = clocks[Int(country)]
    guard work > 0 else { return time }
    return Milliseconds(clock.time(ofWork: clock.work(until: time.rawValue) + work))
  }

  /// Returns working days in whole milliseconds, at most some thirty years.
  private static func milliseconds(ofDays days: Double) -> Int64 {
    Int64((min(days, 10_000) * Double(WeeklyHours.day)).rounded())
  }
}
