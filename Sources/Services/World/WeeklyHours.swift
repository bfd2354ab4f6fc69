import Scenario

/// Working hours as files write them: `mon-fri 08:00-12:00 14:00-18:00; sat 09:00-13:00`.
///
/// Parts are separated by semicolons; each names days (`mon`, `mon-fri`, `mon,wed`, `daily`) and then spans, an end of
/// `24:00` being midnight. `always` is day and night.
public struct WeeklyHours: Hashable, Sendable {
  public let hours: WorkingHours

  /// Day and night.
  public static let always = WeeklyHours(hours: .always)

  private init(hours: WorkingHours) {
    self.hours = hours
  }

  /// Reads `text`.
  ///
  /// - Throws: what is wrong with it, and what would be right.
  public init(_ text: String) throws(WeeklyHoursFault) {
    let trimmed = Self.trimmed(text[...])
    if trimmed == "always" {
      self = .always
      return
    }
    var spans: [WorkingHours.Span] = []
    for part in trimmed.split(separator: ";") {
      let words = part.split(separator: " ")
      guard let first = words.first else { continue }
      let days = try Self.days(first)
      guard words.count > 1 else { throw .noSpan(days: String(first)) }
      for word in words.dropFirst() {
        let span = try Self.span(word)
        for day in days {
          let midnight = Int64(day) * WorkingHours.day
          spans.append(WorkingHours.Span(from: midnight + span.from, to: midnight + span.to))
        }
      }
    }
    guard !spans.isEmpty else { throw .empty }
    self.init(hours: WorkingHours(spans))
  }

  private static let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return text
  }

  private static func days(_ text: Substring) throws(WeeklyHoursFault) -> [Int] {
    if text == "daily" { return Array(0..<7) }
    var days: [Int] = []
    for item in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = item.split(separator: "-", omittingEmptySubsequences: false)
      guard (1...2).contains(ends.count), let first = names.firstIndex(of: String(ends[0])),
        let last = names.firstIndex(of: String(ends[ends.count - 1]))
      else { throw .badDay(String(item)) }
      // From Saturday to Monday is over the week's end.
      var day = first
      days.append(day)
      while day != last {
        day = (day + 1) % 7
        days.append(day)
      }
    }
    return days
  }

  private static func span(_ text: Substring) throws(WeeklyHoursFault) -> WorkingHours.Span {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let from = time(ends[0]), let to = time(ends[1]) else {
      throw .badSpan(String(text))
    }
    guard from < to else { throw .endsBeforeBegin(String(text)) }
    return WorkingHours.Span(from: from, to: to)
  }

  /// Milliseconds since midnight.
  private static func time(_ text: Substring) -> Int64? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 2 }), let hour = UInt8(parts[0]),
      let minute = UInt8(parts[1]), minute < 60, hour < 24 || (hour == 24 && minute == 0)
    else { return nil }
    return (Int64(hour) * 60 + Int64(minute)) * 60_000
  }
}

/// What is wrong with hours; `description` is the sentence for people.
public enum WeeklyHoursFault: Error, Hashable, Sendable {
  case empty
  case badDay(String)
  case noSpan(days: String)
  case badSpan(String)
  case endsBeforeBegin(String)
}

extension WeeklyHoursFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .empty: "no hours are given; write them as `mon-fri 09:00-18:00`, or `always`"
    case .badDay(let day):
      "`\(day)` is no day; write mon, tue, wed, thu, fri, sat, sun, a range as mon-fri, or daily"
    case .noSpan(let days): "`\(days)` has no hours; write them behind it, as `\(days) 09:00-18:00`"
    case .badSpan(let span): "`\(span)` is no span of hours; write it as 09:00-18:00"
    case .endsBeforeBegin(let span):
      "`\(span)` ends before it begins; swap the ends, or write a night's hours as two, up to 24:00 and from 00:00"
    }
  }
}

extension Scenario.Hours {
  /// The hours as those of somebody who works in them.
  var working: WorkingHours {
    WorkingHours(spans.map { WorkingHours.Span(from: $0.lowerBound, to: $0.upperBound) })
  }
}
