import Lifecycle
public import Quantities
import Scenario
public import Statistics

/// The rules for the delivery of finished orders by carriers.
public struct DeliveryRules: Hashable, Sendable {
  /// The countries of the recipients; at least one.
  public var countries: [RecipientCountry] = []
  /// The rules for wrong addresses; nil if all are right.
  public var addresses: AddressRules?

  public init() {}

  /// Creates rules for deliveries to `countries`.
  public init(countries: [RecipientCountry]) { self.countries = countries }
}

/// A country of recipients, with its carrier's delivery times and promise.
public struct RecipientCountry: Hashable, Sendable {
  /// The name in files.
  public var name: String
  /// The relative frequency of the country among synthetic recipients.
  public var weight: Double
  /// The law of the time from hand-over to letter box, in working days.
  public var law: Law
  /// The promised delivery time, in working days from hand-over to letter box.
  public var promiseDays: Double
  /// The days on which its carrier works, each from midnight to midnight.
  public var days: [Weekday]

  /// Creates a country whose carrier works from Monday to Saturday.
  public init(
    name: String, weight: Double = 1, law: Law = .fixed(2), promiseDays: Double = 3,
    days: [Weekday] = Weekday.mondayToSaturday
  ) {
    self.name = name
    self.weight = weight
    self.law = law
    self.promiseDays = promiseDays
    self.days = days
  }

  /// The working hours of its carrier.
  var hours: WeeklyHours {
    WeeklyHours(days.map { Int64($0.place) * WeeklyHours.day..<Int64($0.place + 1) * WeeklyHours.day })
  }
}

/// A day of the week; the raw value is its name in scenarios.
public enum Weekday: String, CaseIterable, Sendable {
  case monday = "mon"
  case tuesday = "tue"
  case wednesday = "wed"
  case thursday = "thu"
  case friday = "fri"
  case saturday = "sat"
  case sunday = "sun"

  /// All but Sunday.
  public static let mondayToSaturday = Array(allCases.dropLast())

  /// The number of days since Monday.
  var place: Int {
    switch self {
    case .monday: 0
    case .tuesday: 1
    case .wednesday: 2
    case .thursday: 3
    case .friday: 4
    case .saturday: 5
    case .sunday: 6
    }
  }
}

extension Field<OrdersFields> {
  /// The field that enables delivery.
  static var delivery: Self {
    Self(
      "delivery", \.delivery, orAbsent: .object(DeliveryRules.members),
      "The delivery of cards from the last station to their recipients. `null`: not simulated.")
  }
}

extension DeliveryRules {
  static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "countries", \.countries,
          Shape.object(RecipientCountry.members).list(counts: 1...1_000).distinct(by: \.name)
            .checked { countries in
              countries.contains { $0.weight > 0 }
                ? nil : "no country has a weight above 0; give at least one"
            }, isRequired: true, "The countries of the recipients."),
        .addresses,
      ])
  }
}

extension RecipientCountry {
  static var members: Members<Self> {
    Members(
      Self(name: ""),
      [
        Field(
          "name", \.name,
          .text(
            "a text of 1 to 100 characters without control characters, `;` and `,`",
            pattern: "^[^;,]{1,100}$", PromoCode.isName), isRequired: true, "The country's name in files."),
        Field(
          "weight", \.weight, .number(.atLeast(0)),
          "The relative frequency of the country among synthetic recipients."),
        Field(
          "time", \.law, .law(.from(0, to: 1_000), unit: "days"), isRequired: true,
          "The delivery time from hand-over to the carrier to the letter box, in working days."),
        Field(
          "promise_days", \.promiseDays, .number(.init(lower: 0, upper: 1_000, includesLower: false)),
          isRequired: true, "The promised delivery time from hand-over to the letter box, in working days."),
        Field(
          "days", \.days, Shape<Weekday>.oneOf.list(counts: 1...7).distinct(by: \.rawValue),
          "The working days of the carrier, each from midnight to midnight."),
      ])
  }
}

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
  /// The carrier's working time from hand-over to letter box, as drawn.
  public var transit: Milliseconds
  /// Whether it comes back because its address is wrong; `delivered` is then the time of its return.
  public var isReturned = false

  /// Whether it is delivered within the time promised for the country.
  public var isInTime: Bool { !isReturned && delivered <= promised }
}

/// The carriers after the last station. An order is handed over as a whole. The delivery time of each card is drawn
/// separately from the law of its recipient's country and counts only days on which the carrier works.
///
/// Nothing later in the line depends on a delivery, so all deliveries of an order are computed at the hand-over.
struct PostalLeg: OrdersFeature {
  private let countries: [RecipientCountry]
  private let clocks: [WorkClock]
  /// The cumulative sums of the countries' weights.
  private let weights: [Double]
  private let addresses: AddressRules?
  private let random: RandomSource
  /// The deliveries, in order of hand-over.
  private var deliveries: [Delivery] = []

  init?(_ setup: OrdersSetup, random: RandomSource) {
    guard let rules = setup.fields.delivery else { return nil }
    countries = rules.countries
    clocks = rules.countries.map { WorkClock($0.hours, phase: setup.phase) }
    weights = OrdersMaker.sums(rules.countries.map(\.weight))
    addresses = rules.addresses
    self.random = random
  }

  /// Hands the order over to the carrier; sets `arrival` to the time of the last delivery.
  mutating func finished(
    _ order: OrderIndex, at time: Milliseconds, arrival: inout Milliseconds, _ core: inout OrdersCore,
    _ desk: inout OrdersMarket.Desk
  ) {
    let (row, countries) = (core.setup.orders[order], core.setup.namedCountries)
    let named = countries[Int(row.countries.lowerBound)..<Int(row.countries.upperBound)]
    let cards = deliveries(of: row, at: order, named: named, handedAt: time)
    deliveries += cards
    arrival = cards.lazy.filter { !$0.isReturned }.reduce(arrival) { max($0, $1.delivered) }
  }

  func leave(in records: inout OrdersRecords) { records.deliveries = deliveries }

  /// Returns the deliveries of the cards of `order`, which is handed over at `time`; `named` holds the recorded
  /// countries of its recipients, and is empty if they are drawn.
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

  /// Returns the time at which `work` milliseconds of the carrier's working time have passed since `time`.
  private func moment(_ work: Int64, after time: Milliseconds, _ country: Int32) -> Milliseconds {
    let clock = clocks[Int(country)]
    guard work > 0 else { return time }
    return Milliseconds(clock.time(ofWork: clock.work(until: time.rawValue) + work))
  }

  /// Converts working days, capped at 10,000, to whole milliseconds.
  private static func milliseconds(ofDays days: Double) -> Int64 {
    Int64((min(days, 10_000) * Double(WeeklyHours.day)).rounded())
  }
}
