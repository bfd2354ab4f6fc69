import Quantities

extension Scenario.Hours {
  /// A list of stretches.
  package static var shape: Shape<Self> {
    Shape<Stretch>.object(Stretch.members).list(counts: 1...1_000).map({ Self($0) }, { $0.stretches })
      .checked(\.overlap)
  }

  /// What two stretches that overlap are told by; nil where none do.
  private var overlap: String? {
    let spans = stretches.flatMap(\.spans).sorted { $0.range.lowerBound < $1.range.lowerBound }
    for (span, next) in zip(spans, spans.dropFirst()) where next.range.lowerBound < span.range.upperBound {
      return "two stretches of \(next.day.rawValue) overlap; let one begin when the other has ended"
    }
    return nil
  }
}

extension Scenario.Hours.Stretch {
  static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "days", \.days, Shape<Scenario.Weekday>.oneOf.list(counts: 1...7), "On which days of the week."),
        Field("from", \.from, .timeOfDay(), "When it begins."),
        Field("to", \.to, .timeOfDay(), "When it ends; midnight is `24:00`."),
      ],
      check: { checked, faults in
        if checked.value.from >= checked.value.to {
          checked.conflict(
            "the hours end (to) before they begin (from); give a later end, and two stretches for a night",
            ["to", "from"], &faults)
        }
      })
  }
}

extension Shape<Milliseconds> {
  /// A time of day in hours and minutes, since midnight; the last is `24:00`.
  package static func timeOfDay() -> Self {
    Shape<String>.text(
      "a time of day like `\"08:30\"`, at most `\"24:00\"`", pattern: #"^(([01]\d|2[0-3]):[0-5]\d|24:00)$"#
    ) {
      minutes(of: $0) != nil
    }.map({ Milliseconds((minutes(of: $0) ?? 0) * 60_000) }, { clock($0) })
  }

  /// The minutes since midnight that `text` says; nil where it is no time of day.
  private static func minutes(of text: String) -> Int64? {
    let digits = text.utf8.map { Int64($0) - 48 }
    guard digits.count == 5, text.utf8.dropFirst(2).first == UInt8(ascii: ":") else { return nil }
    let figures = [0, 1, 3, 4].map { digits[$0] }
    guard figures.allSatisfy({ (0...9).contains($0) }) else { return nil }
    let (hour, minute) = (figures[0] * 10 + figures[1], figures[2] * 10 + figures[3])
    return minute < 60 && hour * 60 + minute <= 24 * 60 ? hour * 60 + minute : nil
  }

  private static func clock(_ time: Milliseconds) -> String {
    let minutes = time.rawValue / 60_000
    func padded(_ number: Int64) -> String { (number < 10 ? "0" : "") + String(number) }
    return padded(minutes / 60) + ":" + padded(minutes % 60)
  }
}
