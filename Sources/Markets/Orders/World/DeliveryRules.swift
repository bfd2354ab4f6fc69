import Quantities
public import Statistics

/// The rules for finished orders behind the last station: a carrier takes their cards to the recipients.
public struct DeliveryRules: Hashable, Sendable {
  /// The countries of the recipients; at least one.
  public var countries: [RecipientCountry] = []

  public init() {}

  /// Creates the rules of deliveries to `countries`.
  public init(countries: [RecipientCountry]) { self.countries = countries }
}

/// A country of recipients, with what its carrier takes and promises.
public struct RecipientCountry: Hashable, Sendable {
  /// The name in files.
  public var name: String
  /// The weight with which a recipient that is made up lives there, against the other countries.
  public var weight: Double
  /// The law of the time from the hand-over to the letter box, in working days.
  public var law: Law
  /// The number of working days after the hand-over within which a card is to be in the letter box.
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
