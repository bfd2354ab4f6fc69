import Quantities
import Scenario

/// The period of a scenario that contains all times of its files.
struct RecordedPeriod {
  /// The date and time of second 0; nil if the files have seconds only.
  let start: LocalDateTime?
  /// The end of the last hour with rows, in seconds from the start; at least one hour.
  let duration: Int64
  /// Whether times of day were given without a date, so that the date is assumed.
  let isDateAssumed: Bool
  /// Whether the start is the hour of the first row; otherwise it is midnight, or unknown.
  let startsWithRows: Bool

  /// The date of files that state none: a Monday.
  static let monday = LocalDateTime(seconds: 1_779_062_400)

  /// Finds the period of `files`.
  ///
  /// - Parameter startsWithRows: whether the period may start at the hour of the first row instead of midnight. Seconds
  ///   among dates or times of day are counted from midnight.
  init(_ files: [RecordedFile], startsWithRows: Bool) {
    let dates = files.compactMap(\.dates)
    let clocks = files.compactMap(\.clocks)
    let seconds = files.compactMap(\.seconds)
    let firstDate = dates.map(\.lowerBound).min()
    isDateAssumed = firstDate == nil && !clocks.isEmpty
    guard let midnight = firstDate?.midnight ?? (clocks.isEmpty ? nil : Self.monday) else {
      start = nil
      self.startsWithRows = false
      duration = Self.hours(to: seconds.map(\.upperBound).max() ?? 14_399)
      return
    }
    let first = ([firstDate?.seconds].compactMap(\.self) + clocks.map { midnight.seconds + $0.lowerBound })
      .min()
    let hour = first.map { ($0 - midnight.seconds) / 3_600 * 3_600 } ?? 0
    // Times of day from 24:00 on are counted from the midnight of the start.
    self.startsWithRows = startsWithRows && seconds.isEmpty && (1..<86_400).contains(hour)
    let start = LocalDateTime(seconds: midnight.seconds + (self.startsWithRows ? hour : 0))
    let last =
      dates.map { $0.upperBound.seconds - start.seconds }
      + clocks.map { $0.upperBound + midnight.seconds - start.seconds }
    duration = Self.hours(to: max(Double(last.max() ?? 0), seconds.map(\.upperBound).max() ?? 0))
    self.start = start
  }

  /// Returns the end of the hour that contains `time`, at least one hour.
  private static func hours(to time: Double) -> Int64 {
    3_600 * Int64(max(1, min(1e12, ((time + 1) / 3_600).rounded(.up))))
  }

  /// Returns the seconds from the start to `time`.
  private func span(to time: RecordedFile.Time) -> Double {
    switch time {
    case .seconds(let seconds): seconds
    case .date(let date): Double(date.seconds - (start?.seconds ?? 0))
    case .clock(let clock): Double(clock - (start.map { $0.seconds - $0.midnight.seconds } ?? 0))
    }
  }

  /// A profile of arrivals, and the hours that it covers.
  struct Profile: Equatable {
    /// The value of the field `profile`.
    let field: String
    /// The hours with arrivals, such as `between 07:00 and 10:00`.
    let hours: String
  }

  /// The number of seconds to which the ends of a short profile are rounded.
  private static let grid = 600.0
  /// The span from which a profile has several parts, in seconds.
  private static let long = 10_800.0
  /// The maximum number of parts.
  private static let mostParts = 48

  /// Returns a profile that follows the given times: for three hours and more in proportion to their number in each hour (in
  /// longer parts beyond two days), otherwise constant from the first to the last; nil if it would be constant
  /// throughout the period.
  func profile(of times: [RecordedFile.Time]) -> Profile? {
    let all = Double(duration)
    let spans = times.map(span).filter { (0..<all).contains($0) }
    guard let first = spans.min(), let last = spans.max() else { return nil }
    let from = (first / Self.grid).rounded(.down) * Self.grid
    let to = ((last + 1) / Self.grid).rounded(.up) * Self.grid
    guard to - from >= Self.long else {
      guard from > 0 || to < all else { return nil }
      let before = from > 0 ? "{ until_s: \(Int64(from)), weight: 0 }, " : ""
      return Profile(
        field: "[\(before){ until_s: \(Int64(to)), weight: 1 }]", hours: words(from, to))
    }
    let parts = min(Int(duration / 3_600), Self.mostParts)
    var counts = Array(repeating: 0, count: parts)
    for span in spans { counts[min(parts - 1, Int(span / all * Double(parts)))] += 1 }
    guard let begin = counts.firstIndex(where: { $0 > 0 }), let end = counts.lastIndex(where: { $0 > 0 })
    else { return nil }
    let length = all / Double(parts)
    return Profile(
      field: "[\(counts.map(String.init).joined(separator: ", "))]",
      hours: words(Double(begin) * length, Double(end + 1) * length))
  }

  /// Returns the span between two times in seconds from the start, as words.
  private func words(_ from: Double, _ to: Double) -> String {
    start == nil
      ? "between \(Words.grouped(Int(from))) and \(Words.grouped(Int(to))) s"
      : "between \(words(from)) and \(words(to))"
  }

  /// Returns the time of day `seconds` after the start, with the date if the period has several days.
  private func words(_ seconds: Double) -> String {
    guard let start else { return "" }
    let time = LocalDateTime(seconds: start.seconds + Int64(seconds))
    let isOneDay = start.seconds - start.midnight.seconds + duration <= 86_400
    let text = String("\(time)".prefix(16))
    if isOneDay { return time.midnight == start.midnight ? String(text.suffix(5)) : "24:00" }
    return "\(text.prefix(10)) \(text.suffix(5))"
  }
}
