import Quantities

/// The working hours of all providers, one behind the other.
struct Timetables {
  typealias Span = WorkingHours.Span

  private let spans: [Span]
  /// Provider i works in spans[offsets[i] ..< offsets[i + 1]] of each week.
  private let offsets: [Int32]
  private let isAlways: [Bool]
  /// When a Monday begins, milliseconds since the scenario's start.
  let monday: Int64

  init(_ hours: [WorkingHours], monday: Int64) {
    var spans: [Span] = []
    var offsets: [Int32] = [0]
    for hours in hours {
      spans += hours.spans
      offsets.append(Int32(spans.count))
    }
    self.spans = spans
    self.offsets = offsets
    isAlways = hours.map(\.isAlways)
    self.monday = monday
  }

  /// The first stretch of work of `provider` that ends after `time`; nil where there is none at all.
  func stretch(of provider: Int, endingAfter time: Int64) -> Span? {
    if isAlways[provider] { return time < Span.always.to ? .always : nil }
    return spans.withUnsafeBufferPointer { spans in
      let own = UnsafeBufferPointer(rebasing: spans[Int(offsets[provider])..<Int(offsets[provider + 1])])
      return Span.first(of: own, endingAfter: time, monday: monday)
    }
  }

  /// Whether `provider` works for `length` milliseconds at a stretch, from a moment on that lies in `window`.
  func holds(_ length: Int64, in window: ClosedRange<Int64>, provider: Int) -> Bool {
    if isAlways[provider] { return true }
    var time = window.lowerBound
    // After a week the same stretches come again.
    let last = min(window.upperBound, window.lowerBound + WorkingHours.week)
    while let span = stretch(of: provider, endingAfter: time), span.from <= last {
      if max(window.lowerBound, span.from) + length <= span.to { return true }
      time = span.to
    }
    return false
  }
}
