package import Quantities

extension Scenario {
  /// Weekly hours: spans of the week, which begins on Monday at midnight.
  ///
  ///     try Scenario.Hours("mon-fri 08:00-12:00 13:00-18:00; sat 09:00-13:00")
  package struct Hours: Equatable, Sendable {
    /// The spans, milliseconds since Monday at midnight: in order, not empty, not touching.
    package let spans: [Range<Int64>]

    /// Creates hours without a break.
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

    /// Joins touching spans of single days.
    ///
    /// - Parameter days: non-empty spans in milliseconds since Monday, 00:00, each with the text that it was read
    ///   from.
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

    /// The length of a day, milliseconds.
    static let day: Int64 = 86_400_000
    static let week: Int64 = 7 * day

    /// A fault in hours.
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
  /// The time from the last Monday at midnight to simulated time 0, according to `start`; zero without a
  /// start.
  package var sinceMonday: Milliseconds {
    guard let start else { return .zero }
    // 1970-01-01 was a Thursday.
    let seconds = (start.seconds + 3 * 86_400) % 604_800
    return Milliseconds((seconds + 604_800) % 604_800 * 1_000)
  }
}
