package import Quantities

extension Scenario {
  /// Weekly hours: spans of the week, which begins on Monday at midnight.
  ///
  ///     try Scenario.Hours("mon-fri 08:00-12:00 13:00-18:00; sat 09:00-13:00")
  package struct Hours: Equatable, Sendable {
    /// The spans in milliseconds since Monday at midnight: in order, non-empty and not adjacent.
    package let spans: [Range<Int64>]

    /// Creates hours that cover the whole week.
    package init() { spans = [0..<Self.week] }

    /// Creates the hours of `spans`.
    ///
    /// - Precondition: they satisfy the conditions of `spans`.
    package init(spans: [Range<Int64>]) {
      precondition(
        zip(spans, spans.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound }
          && spans.allSatisfy { $0.lowerBound >= 0 && !$0.isEmpty && $0.upperBound <= Self.week },
        "spans of the week ascend and do not touch")
      self.spans = spans
    }

    /// Merges adjacent spans of single days.
    ///
    /// - Parameter days: non-empty spans in milliseconds since Monday, 00:00, each with its source text.
    /// - Throws: `Fault` if two of them overlap, or there are none.
    init(_ days: [(range: Range<Int64>, written: String)]) throws(Fault) {
      guard !days.isEmpty else { throw .empty }
      var spans: [Range<Int64>] = []
      for (range, written) in days.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
        if let last = spans.last, last.upperBound > range.lowerBound { throw .overlap(written) }
        if let last = spans.last, last.upperBound == range.lowerBound {
          spans[spans.count - 1] = last.lowerBound..<range.upperBound
        } else {
          spans.append(range)
        }
      }
      self.spans = spans
    }

    /// Whether the hours have no break.
    package var isAlways: Bool { spans == [0..<Self.week] }

    /// The length of a day, in milliseconds.
    static let day: Int64 = 86_400_000
    static let week: Int64 = 7 * day

    /// A fault in weekly hours.
    package enum Fault: Error, Hashable, Sendable {
      case empty
      case noDay(String)
      case noSpan(days: String)
      case badSpan(String)
      case endsBeforeItBegins(String)
      case overlap(String)
    }
  }
}

extension Scenario.Time {
  /// The time from the last Monday at midnight to simulated time 0, according to `start`; zero if there is no `start`.
  package var sinceMonday: Milliseconds {
    guard let start else { return .zero }
    // 1970-01-01 was a Thursday.
    let seconds = (start.seconds + 3 * 86_400) % 604_800
    return Milliseconds((seconds + 604_800) % 604_800 * 1_000)
  }
}

extension Scenario.Hours {
  /// Parses hours in the usual notation: `mon-fri 08:00-12:00 13:00-18:00; sat 09:00-13:00`.
  ///
  /// Parts are separated by semicolons; each has days (`mon`, `mon-fri`, `mon,wed`, `daily`) followed by spans; `24:00`
  /// is the midnight at the end of the day. `always` means without a break.
  ///
  /// - Throws: the fault, with its remedy.
  package init(_ text: String) throws(Fault) {
    if text.split(separator: " ") == ["always"] {
      self.init()
      return
    }
    var spans: [(range: Range<Int64>, written: String)] = []
    for part in text.split(separator: ";") {
      let words = part.split(separator: " ")
      guard let first = words.first else { continue }
      let days = try Self.days(first)
      guard words.count > 1 else { throw .noSpan(days: String(first)) }
      for word in words.dropFirst() {
        let span = try Self.span(word)
        for midnight in days.map({ Int64($0) * Self.day }) {
          spans.append((midnight + span.lowerBound..<midnight + span.upperBound, String(word)))
        }
      }
    }
    try self.init(spans)
  }

  /// The names of the days, Monday first.
  package static let dayNames = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  /// Returns the numbers of the days in `text`, Monday being 0.
  private static func days(_ text: Substring) throws(Fault) -> [Int] {
    if text == "daily" { return Array(0..<7) }
    var days: [Int] = []
    for item in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = item.split(separator: "-", omittingEmptySubsequences: false)
        .map { dayNames.firstIndex(of: String($0)) }
      guard (1...2).contains(ends.count), let from = ends[0], let to = ends[ends.count - 1] else {
        throw .noDay(String(item))
      }
      // From Saturday to Monday wraps around the end of the week.
      let count = (to - from + 7) % 7 + 1
      days += (0..<count).map { (from + $0) % 7 }
    }
    return days
  }

  private static func span(_ text: Substring) throws(Fault) -> Range<Int64> {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let from = time(ends[0]), let to = time(ends[1]) else {
      throw .badSpan(String(text))
    }
    guard from < to else { throw .endsBeforeItBegins(String(text)) }
    return from..<to
  }

  /// Returns the time of day `text` in milliseconds since midnight; nil if it is not a time of day.
  static func time(_ text: Substring) -> Int64? {
    let digits = text.utf8.map { Int64($0) - 48 }
    guard digits.count == 5, text.utf8.dropFirst(2).first == UInt8(ascii: ":"),
      [0, 1, 3, 4].allSatisfy({ (0...9).contains(digits[$0]) })
    else { return nil }
    let (hour, minute) = (digits[0] * 10 + digits[1], digits[3] * 10 + digits[4])
    guard minute < 60, hour * 60 + minute <= 24 * 60 else { return nil }
    return (hour * 60 + minute) * 60_000
  }

  /// The hours as text that parses to the same hours; days with equal hours are grouped.
  package var text: String {
    if isAlways { return "always" }
    let days = (0..<7).map { day in
      let midnight = Int64(day) * Self.day
      return spans.map { $0.clamped(to: midnight..<midnight + Self.day) }.filter { !$0.isEmpty }
        .map { Self.clock($0.lowerBound - midnight) + "-" + Self.clock($0.upperBound - midnight) }
        .joined(separator: " ")
    }
    var parts: [String] = []
    var first = 0
    for day in 0..<7 where day == 6 || days[day + 1] != days[first] {
      let name = first == day ? Self.dayNames[day] : Self.dayNames[first] + "-" + Self.dayNames[day]
      if !days[first].isEmpty { parts.append(name + " " + days[first]) }
      first = day + 1
    }
    return parts.joined(separator: "; ")
  }

  /// Returns the time of day `time` milliseconds after midnight.
  static func clock(_ time: Int64) -> String {
    let minutes = time / 60_000
    func padded(_ number: Int64) -> String { (number < 10 ? "0" : "") + String(number) }
    return padded(minutes / 60) + ":" + padded(minutes % 60)
  }
}

extension Scenario.Hours.Fault: CustomStringConvertible {
  /// The fault with its remedy.
  package var description: String {
    switch self {
    case .empty: "no hours are given; write them like `mon-fri 09:00-18:00`, or `always`"
    case .noDay(let day):
      "`\(day)` is not a day; write mon, tue, wed, thu, fri, sat, sun, a range such as mon-fri, or daily"
    case .noSpan(let days): "`\(days)` has no hours; append them, as in `\(days) 09:00-18:00`"
    case .badSpan(let span): "`\(span)` is not a range of hours; write it like 09:00-18:00"
    case .endsBeforeItBegins(let span):
      "`\(span)` ends before it begins; swap the ends, or split a night into two ranges, to 24:00 and from 00:00"
    case .overlap(let span):
      "`\(span)` begins before the previous range has ended; give ranges that do not overlap"
    }
  }
}
