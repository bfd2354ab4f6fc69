import Quantities

/// The building blocks of lines.
extension SummaryText {
  /// Returns a bar of 20 cells filled up to `share`, to an eighth of a cell.
  public static func bar(_ share: Double) -> String {
    let cells = 20
    let eighths = Int((min(1, max(0, share)) * Double(8 * cells)).rounded())
    let partial = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
    let filled = String(repeating: "█", count: eighths / 8) + partial
    return filled + String(repeating: "░", count: cells - filled.count)
  }

  /// Returns a bar, the share in per cent, and the count of the `whole` `nouns`; a dash for nil.
  public static func share(_ share: Double?, of whole: Int, _ nouns: String) -> String {
    guard let share else { return "–" }
    let part = Int((share * Double(whole)).rounded())
    return
      "\(bar(share))\u{A0}\u{A0}\(Words.tenths(ofPercent: share)) \u{A0}\(Words.grouped(part)) of \(Words.grouped(whole)) \(nouns)"
  }

  /// Returns the `parts` of a line, separated by dots.
  public static func joined(_ parts: [String]) -> String { parts.joined(separator: " · ") }

  /// Returns the number of failures with the share of each cause, the most frequent first; nil without failures.
  ///
  /// - Parameter causes: in documentation order.
  public static func failures(_ count: Int, by causes: [(name: String, count: Int)]) -> String? {
    guard count > 0 else { return nil }
    let shares = causes.enumerated().filter { $0.element.count > 0 }.sorted {
      (-$0.element.count, $0.offset) < (-$1.element.count, $1.offset)
    }.map { _, cause in
      let share = Words.tenths(ofPercent: Double(cause.count) / Double(count))
      return "\(words(cause.name))\u{A0}\(share)".replacing(" ", with: "\u{A0}")
    }
    return Words.grouped(count) + (shares.isEmpty ? "" : ": " + shares.joined(separator: ", "))
  }

  /// Returns the number of refused rows with their causes; nil if there are none.
  public static func refusals(_ count: Int, by causes: [(name: String, count: Int)]) -> String? {
    guard count > 0 else { return nil }
    let parts = causes.filter { $0.count > 0 }
      .map { "\(words($0.name))\u{A0}\(Words.grouped($0.count))" }
    return Words.plural(count, "row") + " refused"
      + (parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))")
  }

  /// Returns the name of a cause without underscores.
  static func words(_ cause: String) -> String { cause.replacing("_", with: " ") }
}
