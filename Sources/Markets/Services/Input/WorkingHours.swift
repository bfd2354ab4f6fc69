import Quantities

/// Working hours that repeat every week.
///
/// Adjacent spans are merged: 22:00 to midnight and midnight to 2:00 form one span, so that a job may extend past
/// midnight.
public struct WorkingHours: Hashable, Sendable {
  /// A span of work, [`from`, `to`), in milliseconds since Monday 0:00 or, in scenario time, since the scenario's
  /// start.
  @frozen
  public struct Span: Hashable, Sendable {
    public var from: Int64
    public var to: Int64

    @inlinable
    public init(from: Int64, to: Int64) {
      self.from = from
      self.to = to
    }

    /// The span of all time.
    @inlinable public static var always: Self { Self(from: .min / 4, to: .max / 4) }
  }

  /// The number of milliseconds in a day, and in a week.
  public static let day: Int64 = 86_400_000
  public static let week: Int64 = 7 * day

  /// The spans in ascending order, separated by gaps; the last may extend into the next week, up to the start of the
  /// first.
  public let spans: [Span]
  /// Whether all hours are working hours.
  public let isAlways: Bool

  /// Working hours around the clock.
  public static let always = WorkingHours([Span(from: 0, to: week)])

  /// Creates the hours with the given `spans` of a week, which may be in any order, adjacent or overlapping.
  ///
  /// - Precondition: each span lies within the week and does not end before it begins.
  public init(_ spans: [Span]) {
    var merged: [Span] = []
    for span in spans.filter({ $0.from < $0.to }).ordered(by: { $0.from < $1.from }) {
      precondition(span.from >= 0 && span.to <= Self.week, "hours lie in the week")
      if let last = merged.last, span.from <= last.to {
        merged[merged.count - 1].to = max(last.to, span.to)
      } else {
        merged.append(span)
      }
    }
    isAlways = merged == [Span(from: 0, to: Self.week)]
    if merged.count > 1, merged[0].from == 0, merged[merged.count - 1].to == Self.week {
      let first = merged.removeFirst()
      merged[merged.count - 1].to += first.to
    }
    self.spans = merged
  }

  /// The working time per week, in milliseconds.
  public var total: Int64 { spans.reduce(0) { $0 + $1.to - $1.from } }
}

extension WorkingHours.Span {
  /// Returns the first of the weekly `spans` that ends after `time`, in scenario time; nil if `spans` is empty.
  ///
  /// - Parameter monday: the start of any Monday, in milliseconds since the scenario's start.
  @inlinable
  static func first(
    of spans: UnsafeBufferPointer<WorkingHours.Span>, endingAfter time: Int64, monday: Int64
  ) -> WorkingHours.Span? {
    guard spans.count > 0 else { return nil }
    let week = WorkingHours.week
    var sinceMonday = (time - monday) % week
    if sinceMonday < 0 { sinceMonday += week }
    let begin = time - sinceMonday
    let last = spans[spans.count - 1]
    if last.to - week > sinceMonday {
      return WorkingHours.Span(from: begin - week + last.from, to: begin - week + last.to)
    }
    for span in spans where span.to > sinceMonday {
      return WorkingHours.Span(from: begin + span.from, to: begin + span.to)
    }
    return WorkingHours.Span(from: begin + week + spans[0].from, to: begin + week + spans[0].to)
  }
}

extension WorkingHours {
  /// Returns the first span of work that ends after `time`, in scenario time; nil if there are no working hours.
  ///
  /// - Parameter monday: the start of any Monday, in milliseconds since the scenario's start.
  public func span(endingAfter time: Int64, monday: Int64) -> Span? {
    if isAlways { return time < Span.always.to ? .always : nil }
    return spans.withUnsafeBufferPointer { Span.first(of: $0, endingAfter: time, monday: monday) }
  }

  /// Returns the working time between `start` and `end`, in milliseconds.
  public func work(from start: Int64, to end: Int64, monday: Int64) -> Int64 {
    if isAlways { return max(0, end - start) }
    var sum: Int64 = 0
    var time = start
    while time < end, let span = span(endingAfter: time, monday: monday), span.from < end {
      sum += min(end, span.to) - max(start, span.from)
      time = span.to
    }
    return sum
  }
}
