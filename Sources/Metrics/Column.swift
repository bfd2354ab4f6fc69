/// What a column's numbers are counted in; it fixes the decimals.
public enum Unit: String, CaseIterable, Sendable {
  case seconds = "s"
  case metres = "m"
  case kilometres = "km"
  case kilograms = "kg"
  /// One quantity ÷ another of the same kind: a share, a factor, persons per car.
  case ratio
  /// How many of something.
  case count
  /// Degrees (WGS84) where the space is geographic, metres on a plane.
  case coordinate = "deg|m"
  case years
  case milliseconds = "ms"
  case microseconds = "us"
  /// A number that the files know something by.
  case identifier = "id"
  /// Words and yes or no.
  case none = "-"

  /// How many digits stand after the decimal mark; on the globe a coordinate has 7, on a plane 1.
  public var decimals: Int {
    switch self {
    case .seconds, .kilometres, .kilograms, .microseconds: 3
    case .metres: 1
    case .ratio: 6
    case .coordinate: 7
    case .count, .years, .milliseconds, .identifier, .none: 0
    }
  }

  /// What the unit's name stands for, in a few words.
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
    case .years: "years, an integer"
    case .milliseconds: "milliseconds, an integer"
    case .microseconds: "microseconds, 3 decimals"
    case .identifier: "the number or key that the files know something by"
    case .none: "words, and true or false"
    }
  }
}

/// How a column's fields are written.
public enum ColumnType: String, CaseIterable, Sendable {
  case integer
  /// Whole numbers, or names where the input file has names for ids.
  case identifier = "integer|text"
  case decimal
  case text
  case boolean
}

/// One column of a table: all that the documentation, the header and `detour columns` say about it.
public struct Column: Hashable, Sendable {
  /// The name in the header line; it carries the unit where it has one (`_s`, `_m`, …).
  public var name: String
  public var unit: Unit
  public var type: ColumnType
  /// What the field says, in one sentence.
  public var meaning: String
  /// How the field follows from others; nil where it is observed.
  public var formula: String?

  /// Creates a column.
  public init(_ name: String, _ unit: Unit, _ type: ColumnType, _ meaning: String, formula: String? = nil) {
    self.name = name
    self.unit = unit
    self.type = type
    self.meaning = meaning
    self.formula = formula
  }
}

extension Column {
  static func seconds(_ name: String, _ meaning: String, formula: String? = nil) -> Column {
    Column(name, .seconds, .decimal, meaning, formula: formula)
  }

  static func metres(_ name: String, _ meaning: String, formula: String? = nil) -> Column {
    Column(name, .metres, .decimal, meaning, formula: formula)
  }

  static func ratio(_ name: String, _ meaning: String, formula: String? = nil) -> Column {
    Column(name, .ratio, .decimal, meaning, formula: formula)
  }

  static func count(_ name: String, _ meaning: String, formula: String? = nil) -> Column {
    Column(name, .count, .integer, meaning, formula: formula)
  }

  static func coordinate(_ name: String, _ meaning: String) -> Column {
    Column(name, .coordinate, .decimal, meaning)
  }

  /// What a file of drivers or requests calls one of them.
  static func id(_ name: String, _ meaning: String) -> Column {
    Column(name, .identifier, .identifier, meaning)
  }

  static func number(_ name: String, _ meaning: String) -> Column {
    Column(name, .identifier, .integer, meaning)
  }

  static func word(_ name: String, _ meaning: String) -> Column {
    Column(name, .none, .text, meaning)
  }

  static func boolean(_ name: String, _ meaning: String) -> Column {
    Column(name, .none, .boolean, meaning)
  }

  static func cost(_ name: String, _ meaning: String) -> Column {
    Column(
      name, .milliseconds, .integer, meaning,
      formula: "a·time to pickup + b·detour + c·(1 − agreement), weights of the scenario")
  }

  /// The key of the run, the first column of every table of results.
  static let runID = Column(
    "run_id", .identifier, .text,
    "The run: the first 16 hex digits of a hash of resolved scenario, seed and replication.")
}
