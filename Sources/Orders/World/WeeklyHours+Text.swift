import Quantities

/// Hours as people write them: `mon-fri 08:00-12:00 13:00-18:00; sat 09:00-13:00`.
///
/// Parts are separated by semicolons; each names days (`mon`, `mon-fri`, `mon,wed`, `daily`) and then stretches, an end of
/// `24:00` being midnight. `always` is day and night.
extension WeeklyHours {
  /// Reads `text`.
  ///
  /// - Throws: `HoursFault` with what is wrong, and what would be right.
  public init(_ text: String) throws(HoursFault) {
    let words = text.split(separator: " ")
    if words == ["always"] {
      self = .always
      return
    }
    var stretches: [Stretch] = []
    for part in text.split(separator: ";") {
      let words = part.split(separator: " ")
      guard let first = words.first else { continue }
      let days = try Self.days(first)
      guard words.count > 1 else { throw .noStretch(days: String(first)) }
      for word in words.dropFirst() {
        let (from, to) = try Self.times(word)
        stretches += days.map { Stretch($0, from: from, to: to) }
      }
    }
    try self.init(stretches)
  }

  private static func days(_ text: Substring) throws(HoursFault) -> [Weekday] {
    let all = Weekday.allCases
    if text == "daily" { return all }
    var days: [Weekday] = []
    for item in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = item.split(separator: "-", omittingEmptySubsequences: false)
      guard (1...2).contains(ends.count), let first = Weekday(rawValue: String(ends[0])),
        let last = Weekday(rawValue: String(ends[ends.count - 1]))
      else { throw .noDay(String(item)) }
      // From Saturday to Monday is over the week's end.
      let count = (last.offset - first.offset + 7) % 7 + 1
      days += (0..<count).map { all[(first.offset + $0) % 7] }
    }
    return days
  }

  private static func times(_ text: Substring) throws(HoursFault) -> (Milliseconds, Milliseconds) {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let from = time(ends[0]), let to = time(ends[1]) else {
      throw .noTimes(String(text))
    }
    return (from, to)
  }

  /// The time since midnight.
  private static func time(_ text: Substring) -> Milliseconds? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 2 && $0.first != "+" }),
      let hour = UInt8(parts[0]), let minute = UInt8(parts[1]), minute < 60,
      hour < 24 || (hour == 24 && minute == 0)
    else { return nil }
    return Milliseconds((Int64(hour) * 60 + Int64(minute)) * 60_000)
  }

  /// The hours as text that can be read again; seconds are cut off.
  public var text: String {
    if isAlways { return "always" }
    let days = Weekday.allCases.map { day in
      let midnight = Int64(day.offset) * Self.day
      return spans.compactMap { span -> String? in
        let part = span.clamped(to: midnight..<midnight + Self.day)
        return part.isEmpty
          ? nil : "\(Self.text(part.lowerBound - midnight))-\(Self.text(part.upperBound - midnight))"
      }.joined(separator: " ")
    }
    var parts: [String] = []
    var first = 0
    for day in 0..<7 where day == 6 || days[day + 1] != days[first] {
      let names = first == day ? [first] : [first, day]
      let name = names.map { Weekday.allCases[$0].rawValue }.joined(separator: "-")
      if !days[first].isEmpty { parts.append("\(name) \(days[first])") }
      first = day + 1
    }
    return parts.joined(separator: "; ")
  }

  static func text(_ time: Int64) -> String {
    let minutes = time / 60_000
    func two(_ number: Int64) -> String { (number < 10 ? "0" : "") + "\(number)" }
    return "\(two(minutes / 60)):\(two(minutes % 60))"
  }
}
