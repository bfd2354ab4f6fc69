import Statistics

extension Purpose {
  /// The draw of whether the street along a row is one-way, keyed by the row.
  static var cityRow: Self { Self(rawValue: 401) }
  /// The draw of whether the street along a column is one-way, keyed by the column.
  static var cityColumn: Self { Self(rawValue: 402) }
  /// The displacement of a crossing from the grid, keyed by (column, row).
  static var cityCrossing: Self { Self(rawValue: 403) }
}
