package import Quantities
package import Tables

extension CSVReader {
  /// The span in `column`, nil where the field is empty; zero and a fault where it is negative.
  package mutating func span(_ column: CSVOptionalColumn) -> Milliseconds? {
    guard let span = milliseconds(column) else { return nil }
    if span >= .zero { return span }
    recordValue(column, expected: .other("seconds from 0 up"))
    return .zero
  }

  /// The number from 0 up in `column`, nil where the field is empty; 0 and a fault where it is negative.
  package mutating func share(_ column: CSVOptionalColumn) -> Double? {
    guard let value = double(column) else { return nil }
    if value >= 0 { return value }
    recordValue(column, expected: .other("a number from 0 up"))
    return 0
  }
}
