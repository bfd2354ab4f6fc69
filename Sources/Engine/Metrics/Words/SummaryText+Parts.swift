import Quantities

/// The parts that lines are made of.
extension SummaryText {
  /// A bar of 20 cells of which `share` is filled, to an eighth of a cell.
  public static func bar(_ share: Double) -> String {
    let cells = 20
    let eighths = Int((min(1, max(0, share)) * Double(8 * cells)).rounded())
    let partial = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
    let filled = String(repeating: "█", count: eighths / 8) + partial
    return filled + String(repeating: "░", count: cells - filled.count)
  }

  /// A bar, the share in per cent, and how many of the `whole` `nouns` it is; a dash for nil.
  public static func share(_ share: Double?, of whole: Int, _ nouns: String) -> String {
    guard let share else { return "–" }
    let part = Int((share * Double(whole)).rounded())
    return
      "\(bar(share))\u{A0}\u{A0}\(Words.tenths(ofPercent: share)) \u{A0}\(Words.grouped(part)) of \(Words.grouped(whole)) \(nouns)"
  }

  /// The `parts` of a line, with dots between them.
  public static func joined(_ parts: [String]) -> String { parts.joined(separator: " · ") }

  /// The number of failures, and the share of each cause in them, the most frequent first; nil where none failed.
  ///
  /// - Parameter causes: in the order of the documentation.
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

  /// The number of rows refused, and their causes; nil where none were.
  public static func refusals(_ count: Int, by causes: [(name: String, count: Int)]) -> String? {
    guard count > 0 else { return nil }
    let parts = causes.filter { $0.count > 0 }
      .map { "\(words($0.name))\u{A0}\(Words.grouped($0.count))" }
    return Words.plural(count, "row") + " refused"
      + (parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))")
  }

  /// A cause in words: its name without underscores.
  static func words(_ cause: String) -> String { cause.replacing("_", with: " ") }
}
