/// Corrections of commonly miswritten values, for error messages.
public enum RightForm {
  /// Returns `07:05` for `7h05`, and `2026-05-18T07:05:00` for `18/05/2026 7:05`; nil if `text` is not such a time.
  ///
  /// Both readings are returned for an ambiguous date.
  public static func ofTime(_ text: String) -> String? {
    let parts = text.split(whereSeparator: { $0 == " " || $0 == "T" })
    switch parts.count {
    case 1: return clock(parts[0]) ?? dates(parts[0]).map { joined($0, "00:00") }
    case 2:
      guard let dates = dates(parts[0]), let time = clock(parts[1]) else { return nil }
      return joined(dates, time)
    default: return nil
    }
  }

  /// Returns the bounds of `500-1500`, `500..1500` or `500–1500`; nil if `text` is not such a range.
  public static func ofRange(_ text: String) -> (low: String, high: String)? {
    for sign in ["..", "–", "-"] {
      let ends = text.replacing(sign, with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
      guard ends.count == 2 else { continue }
      let trimmed = ends.map { String($0.filter { $0 != " " }) }
      guard let low = Double(trimmed[0]), let high = Double(trimmed[1]), low < high else { continue }
      return (trimmed[0], trimmed[1])
    }
    return nil
  }

  /// Returns `48.85` for `48,85`; nil for text that is not a number with a decimal comma.
  public static func ofDecimal(_ text: String) -> String? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty, parts[1].utf8.allSatisfy({ (48...57).contains($0) }) else {
      return nil
    }
    let number = "\(parts[0]).\(parts[1])"
    return Double(number) == nil ? nil : number
  }

  private static func joined(_ dates: [String], _ time: String) -> String {
    dates.map { "\($0)T\(time):00" }.joined(separator: " or ")
  }

  /// Returns `07:05` for `7h05`, `7:5` or `07:05`, and `07:00` for `7h`; nil for other text.
  private static func clock(_ text: Substring) -> String? {
    let parts = text.split(omittingEmptySubsequences: false) { "hH:".contains($0) }
    guard parts.count == 2, let hour = Int(parts[0]), (0...23).contains(hour), parts[0].count <= 2 else {
      return nil
    }
    guard let minute = parts[1].isEmpty ? 0 : Int(parts[1]), (0...59).contains(minute), parts[1].count <= 2
    else {
      return nil
    }
    return two(hour) + ":" + two(minute)
  }

  /// Returns `2026-05-18` for `18/05/2026`, `18.5.2026` or `5/18/2026`, and both readings of an ambiguous date.
  private static func dates(_ text: Substring) -> [String]? {
    let parts = text.split(omittingEmptySubsequences: false) { "/.-".contains($0) }
    guard parts.count == 3, parts[2].count == 4, let year = Int(parts[2]), let first = Int(parts[0]),
      let second = Int(parts[1])
    else { return nil }
    let readings = [(first, second), (second, first)].filter {
      (1...31).contains($0.0) && (1...12).contains($0.1)
    }
    let dates = readings.map { day, month in "\(year)-\(two(month))-\(two(day))" }
    guard let date = dates.first else { return nil }
    return dates.dropFirst().allSatisfy { $0 == date } ? [date] : dates
  }

  private static func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
}
