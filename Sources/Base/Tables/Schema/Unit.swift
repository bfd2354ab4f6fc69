/// The unit of a column's numbers, which determines their decimals.
public enum Unit: String, CaseIterable, Sendable {
  case seconds = "s"
  case metres = "m"
  case kilometres = "km"
  case kilograms = "kg"
  /// A ratio of two quantities, such as a share, a factor or persons per car.
  case ratio
  /// A count.
  case count
  /// Degrees (WGS84) where the space is geographic, metres on a plane.
  case coordinate = "deg|m"
  /// Units of the scenario's currency; tables of amounts use the currency's decimals.
  case currency
  case years
  case milliseconds = "ms"
  case microseconds = "us"
  /// The id of an element in the files.
  case identifier = "id"
  /// No unit: words and truth values.
  case none = "-"

  /// The number of digits after the decimal point; coordinates have 7 on the globe, 1 on a plane.
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

  /// The number of smallest amounts per unit, such as 1,000 for seconds.
  public var perOne: Double { (0..<decimals).reduce(1) { product, _ in product * 10 } }

  /// The unit's meaning in a few words.
  public var meaning: String {
    switch self {
    case .seconds: "seconds, 3 decimals"
    case .metres: "metres, 1 decimal"
    case .kilometres: "kilometres, 3 decimals"
    case .kilograms: "kilograms, 3 decimals"
    case .ratio: "a ratio, 6 decimals"
    case .count: "a number of items, an integer"
    case .coordinate:
      "degrees (WGS84), 7 decimals, in a geographic space; metres, 1 decimal, on a plane"
    case .currency:
      "units of the scenario's currency, with as many decimals as it has; 4 decimals in figures"
    case .years: "years, an integer"
    case .milliseconds: "milliseconds, an integer"
    case .microseconds: "microseconds, 3 decimals"
    case .identifier: "the number or key that identifies an item in the files"
    case .none: "words, or true and false"
    }
  }
}

/// The format of a column's fields.
public enum ColumnType: String, CaseIterable, Sendable {
  case integer
  /// Integers, or names if the input file has names as ids.
  case identifier = "integer|text"
  case decimal
  case text
  case boolean
}
