package import Quantities
package import Scenario
package import Tables

extension CSVReader {
  /// Returns the time in `column`: seconds since the scenario's start, or, if the time of the `start` is known, a time
  /// of day (`07:30`, `7:30:00`, on the day of the start; from 24:00 on the next day) or a date and time
  /// (`2008-05-22T07:30`), optionally with a UTC offset.
  ///
  /// Records a fault and returns zero if it is not a time.
  package mutating func time(_ column: CSVColumn, after start: LocalDateTime?) -> Milliseconds {
    let text = string(column)
    guard text.utf8.contains(UInt8(ascii: ":")) else { return milliseconds(column) }
    if let start, let time = time(text, column, after: start) { return time }
    recordValue(column, expected: Self.expected(after: start))
    return .zero
  }

  /// Returns the time in `column`, in the same formats; nil if the field is empty.
  package mutating func time(_ column: CSVOptionalColumn, after start: LocalDateTime?) -> Milliseconds? {
    guard let text = string(column), text.utf8.contains(UInt8(ascii: ":")) else {
      return milliseconds(column)
    }
    if let start, let filled = column.required, let time = time(text, filled, after: start) { return time }
    recordValue(column, expected: Self.expected(after: start))
    return .zero
  }

  /// Returns the span from `start` to `text`, a time of day or a date and time; nil if it is neither.
  private mutating func time(_ text: String, _ column: CSVColumn, after start: LocalDateTime) -> Milliseconds?
  {
    if let date = local(text, column) { return Milliseconds(1_000 * (date.seconds - start.seconds)) }
    return start.time(until: text)
  }

  private static func expected(after start: LocalDateTime?) -> TableError.Expectation {
    .other(
      start == nil
        ? "a number of seconds (a time of day needs time.start in the scenario)"
        : "a number of seconds, or a time like 07:30, 07:30:00 or 2008-05-22T07:30:00")
  }
}

extension LocalDateTime {
  /// Returns the span from this time to `text`, a time of day; nil if `text` is not a time of day.
  fileprivate func time(until text: String) -> Milliseconds? {
    Self.secondsOfDay(text).map { Milliseconds(1_000 * (midnight.seconds + $0 - seconds)) }
  }

  /// Returns the time of day `text`, such as `07:30` or `7:30:00`, in seconds since midnight; nil if it is not one.
  package static func secondsOfDay(_ text: String) -> Int64? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count),
      parts.allSatisfy({ (1...2).contains($0.utf8.count) && $0.allSatisfy(\.isASCII) }),
      let hour = UInt8(parts[0]), let minute = UInt8(parts[1]),
      let second = parts.count == 3 ? UInt8(parts[2]) : 0,
      hour < 48, minute < 60, second < 60
    else { return nil }
    return (Int64(hour) * 60 + Int64(minute)) * 60 + Int64(second)
  }
}

extension CSVReader {
  /// Returns the time span in `column`; nil if the field is empty. Records a fault and returns zero if the span is
  /// negative.
  package mutating func span(_ column: CSVOptionalColumn) -> Milliseconds? {
    guard let span = milliseconds(column) else { return nil }
    if span >= .zero { return span }
    recordValue(column, expected: .other("seconds from 0 up"))
    return .zero
  }

  /// Returns the non-negative number in `column`; nil if the field is empty. Records a fault and returns 0 if it is
  /// negative.
  package mutating func share(_ column: CSVOptionalColumn) -> Double? {
    guard let value = double(column) else { return nil }
    if value >= 0 { return value }
    recordValue(column, expected: .other("a number from 0 up"))
    return 0
  }
}
