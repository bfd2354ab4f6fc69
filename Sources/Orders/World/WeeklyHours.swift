public import Quantities

/// Working hours that are the same every week: spans of the week, which begins on Monday at midnight.
///
///     let hours = try WeeklyHours("mon-fri 08:00-17:00")
public struct WeeklyHours: Hashable, Sendable {
  /// The spans in order, none empty, none touching the next: milliseconds since Monday 0:00.
  public let spans: [Range<Int64>]

  /// One week, one day, in milliseconds.
  public static let week: Int64 = 7 * day
  public static let day: Int64 = 86_400_000

  /// At all times.
  public static let always = WeeklyHours(spans: [0..<week])

  private init(spans: [Range<Int64>]) { self.spans = spans }

  /// A stretch of one day of the week.
  public struct Stretch: Hashable, Sendable {
    public var day: Weekday
    /// From when to when, since midnight; an end of 24 h is midnight.
    public var from: Milliseconds
    public var to: Milliseconds

    /// Creates the stretch of `day` between two times since midnight.
    public init(_ day: Weekday, from: Milliseconds, to: Milliseconds) {
      self.day = day
      self.from = from
      self.to = to
    }

    var span: (from: Int64, to: Int64) {
      let midnight = Int64(day.offset) * WeeklyHours.day
      return (midnight + from.rawValue, midnight + to.rawValue)
    }
  }

  /// Creates the hours that `stretches` make up together; those that touch become one.
  ///
  /// - Throws: `HoursFault` where a stretch ends before it begins, two overlap, or there is none.
  public init(_ stretches: [Stretch]) throws(HoursFault) {
    var spans: [Range<Int64>] = []
    for stretch in stretches.sorted(by: { $0.span.from < $1.span.from }) {
      let (from, to) = stretch.span
      guard stretch.from >= .zero, to > from, stretch.to.rawValue <= Self.day else {
        throw .endsBeforeItBegins(stretch)
      }
      if let last = spans.last, last.upperBound > from { throw .overlap(stretch) }
      if spans.last?.upperBound == from {
        spans[spans.count - 1] = spans[spans.count - 1].lowerBound..<to
      } else {
        spans.append(from..<to)
      }
    }
    guard !spans.isEmpty else { throw .none }
    self.spans = spans
  }

  /// Whether there is no other time.
  public var isAlways: Bool { spans == Self.always.spans }

  /// The working time of a week, milliseconds.
  public var weeklyWork: Int64 { spans.reduce(0) { $0 + Int64($1.count) } }
}

/// A day of the week.
public enum Weekday: String, CaseIterable, Sendable {
  case monday = "mon"
  case tuesday = "tue"
  case wednesday = "wed"
  case thursday = "thu"
  case friday = "fri"
  case saturday = "sat"
  case sunday = "sun"

  /// Days after Monday.
  var offset: Int {
    switch self {
    case .monday: 0
    case .tuesday: 1
    case .wednesday: 2
    case .thursday: 3
    case .friday: 4
    case .saturday: 5
    case .sunday: 6
    }
  }
}

/// Why a text or stretches are no working hours.
public enum HoursFault: Error, Hashable, Sendable {
  case endsBeforeItBegins(WeeklyHours.Stretch)
  /// The stretch begins before the one before it has ended.
  case overlap(WeeklyHours.Stretch)
  case none
  case noDay(String)
  case noStretch(days: String)
  case noTimes(String)
}

extension HoursFault: CustomStringConvertible {
  /// What is wrong, and what would be right.
  public var description: String {
    switch self {
    case .endsBeforeItBegins(let stretch):
      "the hours \(stretch) end before they begin; swap the ends, or write a night's hours as two, up to 24:00 and from"
        + " 00:00"
    case .overlap(let stretch):
      "the hours \(stretch) begin before others of that day have ended; write hours that do not overlap"
    case .none: "no hours are given; write them as `mon-fri 09:00-18:00`, or `always`"
    case .noDay(let text):
      "`\(text)` is no day; write mon, tue, wed, thu, fri, sat, sun, a range as mon-fri, or daily"
    case .noStretch(let days):
      "`\(days)` has no hours; write them behind it, as `\(days) 09:00-18:00`"
    case .noTimes(let text): "`\(text)` is no stretch of hours; write it as 09:00-18:00"
    }
  }
}

extension WeeklyHours.Stretch: CustomStringConvertible {
  public var description: String {
    "`\(day.rawValue) \(WeeklyHours.text(from.rawValue))-\(WeeklyHours.text(to.rawValue))`"
  }
}
