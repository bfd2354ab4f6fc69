/// A date and time of the Gregorian calendar without a time zone, to whole seconds.
public struct LocalDateTime: Hashable, Comparable, Sendable {
  /// Seconds since 1970-01-01T00:00:00 local time.
  public var seconds: Int64

  /// Creates the time `seconds` after 1970-01-01T00:00:00.
  public init(seconds: Int64) { self.seconds = seconds }

  /// Parses `2008-05-22T07:30:00`; a space may replace the `T`, the seconds are optional, and fractions are truncated.
  ///
  /// - Returns: nil if `text` has another form or is not a calendar date.
  public init?(_ text: some StringProtocol) {
    var bytes = Array(text.utf8)
    if bytes.count == 16 { bytes += ":00".utf8 }
    let separators: [(at: Int, oneOf: String)] = [(4, "-"), (7, "-"), (10, "T "), (13, ":"), (16, ":")]
    guard bytes.count >= 19, separators.allSatisfy({ $0.oneOf.utf8.contains(bytes[$0.at]) }) else {
      return nil
    }
    let isDigit = { (byte: UInt8) in (48...57).contains(byte) }
    func number(_ range: Range<Int>, in bounds: ClosedRange<Int64>) -> Int64? {
      guard bytes[range].allSatisfy(isDigit) else { return nil }
      let value = bytes[range].reduce(Int64(0)) { 10 * $0 + Int64($1 - 48) }
      return bounds.contains(value) ? value : nil
    }
    guard let year = number(0..<4, in: 1...9999), let month = number(5..<7, in: 1...12),
      let day = number(8..<10, in: 1...31), let hour = number(11..<13, in: 0...23),
      let minute = number(14..<16, in: 0...59), let second = number(17..<19, in: 0...59),
      bytes.count == 19 || (bytes[19] == UInt8(ascii: ".") && bytes.dropFirst(20).allSatisfy(isDigit))
    else { return nil }
    let days = Self.days(year: year, month: month, day: day)
    guard Self.date(days: days) == (year, month, day) else { return nil }
    seconds = ((days * 24 + hour) * 60 + minute) * 60 + second
  }

  /// Parses the US form `5/18/2026 7:15:00 AM`; without `AM` or `PM` the hour is 0 to 23, and the seconds are
  /// optional.
  ///
  /// - Returns: nil if `text` has another form or is not a calendar date.
  public init?(monthFirst text: String) {
    let words = text.split(separator: " ")
    guard (2...3).contains(words.count) else { return nil }
    let date = words[0].split(separator: "/", omittingEmptySubsequences: false)
    let clock = words[1].split(separator: ":", omittingEmptySubsequences: false)
    guard date.count == 3, date[2].utf8.count == 4, (2...3).contains(clock.count) else { return nil }
    func padded(_ part: Substring) -> String { part.utf8.count == 1 ? "0" + part : String(part) }
    var hour = padded(clock[0])
    if words.count == 3 {
      let half = words[2].uppercased()
      guard half == "AM" || half == "PM", let number = Int(hour), (1...12).contains(number) else {
        return nil
      }
      hour = padded("\(number % 12 + (half == "PM" ? 12 : 0))")
    }
    let time = [hour] + clock.dropFirst().map(padded)
    self.init("\(date[2])-\(padded(date[0]))-\(padded(date[1])) \(time.joined(separator: ":"))")
  }

  /// Midnight at the beginning of the same day.
  public var midnight: Self { Self(seconds: seconds - (seconds % 86_400 + 86_400) % 86_400) }

  public static func < (a: Self, b: Self) -> Bool { a.seconds < b.seconds }

  /// Returns the number of days from 1970-01-01 to a date, computed with years that begin in March.
  private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let y = month > 2 ? year : year - 1
    let era = y / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// Returns the date `days` days after 1970-01-01, the inverse of `days(year:month:day:)`, for dates after the year 0.
  private static func date(days: Int64) -> (Int64, Int64, Int64) {
    let z = days + 719_468
    let era = z / 146_097
    let dayOfEra = z - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }
}

extension LocalDateTime: CustomStringConvertible {
  public var description: String {
    let days = midnight.seconds / 86_400
    let second = seconds - midnight.seconds
    let (year, month, day) = Self.date(days: days)
    func padded(_ value: Int64, _ width: Int = 2) -> String {
      let digits = String(value)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return "\(padded(year, 4))-\(padded(month))-\(padded(day))"
      + "T\(padded(second / 3600)):\(padded(second / 60 % 60)):\(padded(second % 60))"
  }
}

/// A date and time, with the UTC offset if the text has one.
public struct OffsetDateTime: Hashable, Sendable {
  /// The date and time as written, local to `offset`.
  public var local: LocalDateTime
  /// The UTC offset in seconds, positive if ahead of UTC; nil if the text has none.
  public var offset: Int64?

  /// Parses `2008-05-22T07:30:00`, optionally followed by the offset: `Z`, `+02:00`, `+0200` or `+02`.
  ///
  /// Returns nil for any other form.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    if let time = LocalDateTime(text) {
      self.local = time
      return
    }
    if bytes.last == UInt8(ascii: "Z") || bytes.last == UInt8(ascii: "z") {
      guard let time = Self.time(bytes.dropLast()) else { return nil }
      (local, offset) = (time, 0)
      return
    }
    // A date has signs of its own before the place at which an offset can begin.
    guard let sign = bytes.lastIndex(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }),
      sign >= 16,
      let time = Self.time(bytes[..<sign]), let span = Self.span(bytes[(sign + 1)...])
    else { return nil }
    local = time
    offset = bytes[sign] == UInt8(ascii: "-") ? -span : span
  }

  private static func time(_ bytes: ArraySlice<UInt8>) -> LocalDateTime? {
    let isSpaced = bytes.last == UInt8(ascii: " ")
    return LocalDateTime(String(decoding: isSpaced ? bytes.dropLast() : bytes, as: UTF8.self))
  }

  /// Returns the seconds in an offset such as `02:00`, `0200` or `02`.
  private static func span(_ bytes: ArraySlice<UInt8>) -> Int64? {
    var digits = Array(bytes)
    if digits.count == 5, digits[2] == UInt8(ascii: ":") { digits.remove(at: 2) }
    guard digits.count == 2 || digits.count == 4, digits.allSatisfy({ (48...57).contains($0) }) else {
      return nil
    }
    let numbers = digits.map { Int64($0 - 48) }
    let hours = 10 * numbers[0] + numbers[1]
    let minutes = numbers.count == 4 ? 10 * numbers[2] + numbers[3] : 0
    return hours <= 18 && minutes < 60 ? 3_600 * hours + 60 * minutes : nil
  }

  /// Returns `offset` as text: `+02:00` for 7,200 seconds.
  public static func text(of offset: Int64) -> String {
    func padded(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let minutes = offset.magnitude / 60
    return (offset < 0 ? "-" : "+") + padded(Int64(minutes / 60)) + ":" + padded(Int64(minutes % 60))
  }
}
