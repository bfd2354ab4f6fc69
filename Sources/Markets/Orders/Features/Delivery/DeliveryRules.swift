import Quantities
import Scenario
public import Statistics

/// The rules for finished orders after the last station: a carrier delivers their cards.
public struct DeliveryRules: Hashable, Sendable {
  /// The countries of the recipients; at least one.
  public var countries: [RecipientCountry] = []
  /// The rules on wrong addresses; nil if all are right.
  public var addresses: AddressRules?

  public init() {}

  /// Creates the rules of deliveries to `countries`.
  public init(countries: [RecipientCountry]) { self.countries = countries }
}

/// A country of recipients, with its carrier's delivery times and promise.
public struct RecipientCountry: Hashable, Sendable {
  /// The name in files.
  public var name: String
  /// The weight with which a drawn recipient lives there, relative to the other countries.
  public var weight: Double
  /// The law of the time from hand-over to letter box, in working days.
  public var law: Law
  /// The number of working days after hand-over within which a card should be in the letter box.
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

  /// The working time of its carrier.
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
  /// The field that switches delivery on.
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
