/// The unit of a column's numbers; it fixes the decimals.
public enum Unit: String, CaseIterable, Sendable {
  case seconds = "s"
  case metres = "m"
  case kilometres = "km"
  case kilograms = "kg"
  /// One quantity ÷ another of the same kind: a share, a factor, persons per car.
  case ratio
  /// A number of something.
  case count
  /// Degrees (WGS84) where the space is geographic, metres on a plane.
  case coordinate = "deg|m"
  /// Units of the scenario's currency: in tables of amounts with the decimals that it has.
  case currency
  case years
  case milliseconds = "ms"
  case microseconds = "us"
  /// The name of something in the files.
  case identifier = "id"
  /// Words and yes or no.
  case none = "-"

  /// The number of digits after the decimal mark; on the globe a coordinate has 7, on a plane 1.
  @inlinable public var decimals: Int {
    switch self {
    case .seconds, .kilometres, .kilograms, .microseconds: 3
    case .metres: 1
    case .currency: 4
    case .ratio: 6
    case .coordinate: 7
    case .count, .years, .milliseconds, .identifier, .none: 0
    }
  }

  /// The number of units of the last digit that make one: 1,000 for seconds.
  public var perOne: Double { (0..<decimals).reduce(1) { product, _ in product * 10 } }

  /// The meaning of the unit's name, in a few words.
  public var meaning: String {
    switch self {
    case .seconds: "seconds, 3 decimals"
    case .metres: "metres, 1 decimal"
    case .kilometres: "kilometres, 3 decimals"
    case .kilograms: "kilograms, 3 decimals"
    case .ratio: "one quantity ÷ another, 6 decimals"
    case .count: "how many, an integer"
    case .coordinate:
      "degrees (WGS84), 7 decimals, where the space is geographic; metres, 1 decimal, on a plane"
    case .currency:
      "units of the scenario's currency, with as many decimals as it has; 4 decimals in figures"
    case .years: "years, an integer"
    case .milliseconds: "milliseconds, an integer"
    case .microseconds: "microseconds, 3 decimals"
    case .identifier: "the number or key that the files know something by"
    case .none: "words, and true or false"
    }
  }
}

/// The way in which a column's fields are written.
public enum ColumnType: String, CaseIterable, Sendable {
  case integer
  /// Whole numbers, or names where the input file has names for ids.
  case identifier = "integer|text"
  case decimal
  case text
  case boolean
}
