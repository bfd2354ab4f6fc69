import Statistics

extension Purpose {
  /// The speed of the streets along a row, keyed by the row.
  static var cityRow: Self { Self(rawValue: 401) }
  /// The speed of the streets along a column, keyed by the column.
  static var cityColumn: Self { Self(rawValue: 402) }
  /// The place of a crossing, keyed by (column, row).
  static var cityCrossing: Self { Self(rawValue: 403) }
}
