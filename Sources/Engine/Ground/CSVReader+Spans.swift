package import Quantities
package import Tables

extension CSVReader {
  /// Returns the time span in `column`, nil if the field is empty; zero, with a fault, if it is negative.
  package mutating func span(_ column: CSVOptionalColumn) -> Milliseconds? {
    guard let span = milliseconds(column) else { return nil }
    if span >= .zero { return span }
    recordValue(column, expected: .other("seconds from 0 up"))
    return .zero
  }

  /// Returns the non-negative number in `column`, nil if the field is empty; 0, with a fault, if it is
  /// negative.
  package mutating func share(_ column: CSVOptionalColumn) -> Double? {
    guard let value = double(column) else { return nil }
    if value >= 0 { return value }
    recordValue(column, expected: .other("a number from 0 up"))
    return 0
  }
}
