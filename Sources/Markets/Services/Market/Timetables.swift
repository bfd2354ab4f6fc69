public import Quantities

/// The working hours of all providers. Identical hours are stored only once, so that they stay in the processor's
/// cache.
struct Timetables {
  typealias Span = WorkingHours.Span

  private let spans: [Span]
  /// The bounds of the working hours: hours i are spans[offsets[i] ..< offsets[i + 1]] of each week.
  private let offsets: [Int32]
  private let isAlways: [Bool]
  /// The index of each provider's working hours.
  let hoursOfProvider: [Int32]
  /// The start of a Monday, in milliseconds since the scenario's start.
  let monday: Int64

  init(_ hours: [WorkingHours], monday: Int64) {
    var spans: [Span] = []
    var offsets: [Int32] = [0]
    var isAlways: [Bool] = []
    var known: [WorkingHours: Int32] = [:]
    hoursOfProvider = hours.map { hours in
      if let number = known[hours] { return number }
      let number = Int32(known.count)
      known[hours] = number
      spans += hours.spans
      offsets.append(Int32(spans.count))
      isAlways.append(hours.isAlways)
      return number
    }
    self.spans = spans
    self.offsets = offsets
    self.isAlways = isAlways
    self.monday = monday
  }

  /// Returns the first span of `hours` that ends after `time`; nil if there are no working hours.
  func stretch(of hours: Int32, endingAfter time: Int64) -> Span? {
    if isAlways[Int(hours)] { return time < Span.always.to ? .always : nil }
    return spans.withUnsafeBufferPointer { spans in
      let own = UnsafeBufferPointer(rebasing: spans[Int(offsets[Int(hours)])..<Int(offsets[Int(hours) + 1])])
      return Span.first(of: own, endingAfter: time, monday: monday)
    }
  }

  /// Returns whether `hours` contain an uninterrupted interval of `length` milliseconds that starts in `window`.
  func holds(_ length: Int64, in window: ClosedRange<Int64>, hours: Int32) -> Bool {
    if isAlways[Int(hours)] { return true }
    var time = window.lowerBound
    // After a week the same spans recur.
    let last = min(window.upperBound, window.lowerBound + WorkingHours.week)
    while let span = stretch(of: hours, endingAfter: time), span.from <= last {
      if max(window.lowerBound, span.from) + length <= span.to { return true }
      time = span.to
    }
    return false
  }
}

/// A completed trip of a provider to a job, which may have been cancelled during the trip.
public struct ProviderTrip: Sendable {
  public var provider: ProviderIndex
  public var job: JobIndex
  public var departed: Milliseconds
  public var arrived: Milliseconds
  /// Whether it began at the base, as does the first trip in a span of working hours; otherwise it began where the
  /// provider's previous trip ended.
  public var beginsAtBase: Bool
}
