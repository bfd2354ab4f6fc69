/// Weekly working hours: time spans of a week, which begins on Monday at midnight.
public struct WeeklyHours: Hashable, Sendable {
  /// The spans in order, non-empty and not adjacent, in milliseconds since Monday 0:00.
  public let spans: [Range<Int64>]

  /// The lengths of a week and a day, in milliseconds.
  public static let week: Int64 = 7 * day
  public static let day: Int64 = 86_400_000

  /// All hours of the week.
  public static let always = WeeklyHours([0..<week])

  /// Creates the union of `spans`; spans that touch or overlap are merged.
  ///
  /// - Precondition: all lie in the week, and at least one is not empty.
  public init(_ spans: [Range<Int64>]) {
    var joined: [Range<Int64>] = []
    for span in spans.filter({ !$0.isEmpty }).ordered(by: { $0.lowerBound < $1.lowerBound }) {
      precondition(span.lowerBound >= 0 && span.upperBound <= Self.week, "hours lie in the week")
      if let last = joined.last, last.upperBound >= span.lowerBound {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, span.upperBound)
      } else {
        joined.append(span)
      }
    }
    precondition(!joined.isEmpty, "somebody works some time")
    self.spans = joined
  }

  /// Whether the hours cover the whole week.
  public var isAlways: Bool { spans == Self.always.spans }

  /// The working time per week, milliseconds.
  public var weeklyWork: Int64 { spans.reduce(0) { $0 + Int64($1.count) } }
}
