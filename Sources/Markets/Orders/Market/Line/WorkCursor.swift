import Lifecycle
import Quantities

/// A working clock for queries in chronological order. It caches the current span, so that nearly every query takes one
/// addition.
struct WorkCursor {
  let clock: WorkClock
  /// The span that contains the last time queried, or the next span.
  var start: Int64
  var end: Int64
  /// The total working time before the span.
  var before: Int64
  /// The outages during which no work is done; nil if there are none.
  var outages: Outages?

  /// Creates a cursor at time zero.
  init(_ clock: WorkClock, outages: Outages? = nil) {
    self.clock = clock
    let span = clock.span(holdingOrAfter: 0)
    (start, end) = (max(0, span.lowerBound), span.upperBound)
    before = 0
    self.outages = outages
    if outages != nil {
      (start, end) = (0, 0)
      moveOverOutages(to: 0)
    }
  }

  /// Advances to `time`, which is not before the last time queried.
  @inline(__always)
  private mutating func advance(to time: Int64) {
    if time >= end { move(to: time) }
  }

  private mutating func move(to time: Int64) {
    if outages != nil { return moveOverOutages(to: time) }
    let span = clock.span(holdingOrAfter: time)
    (start, end) = (max(0, span.lowerBound), span.upperBound)
    before = clock.work(until: start)
  }

  /// Returns whether `time` is within working hours.
  mutating func isOpen(at time: Int64) -> Bool {
    advance(to: time)
    return time >= start
  }

  /// Returns the first time within working hours from `time` on.
  mutating func opening(from time: Int64) -> Int64 {
    advance(to: time)
    return max(time, start)
  }

  /// Returns the working time until `time`.
  mutating func work(until time: Int64) -> Int64 {
    advance(to: time)
    return before + max(0, time - start)
  }

  /// Returns the time at which work of `span` milliseconds begun at `time`, interrupted outside working hours, is
  /// finished.
  ///
  /// - Precondition: `time` is within working hours.
  mutating func end(of span: Int64, from time: Int64) -> Int64 {
    advance(to: time)
    if span <= end - time { return time + span }
    if outages != nil { return endOverOutages(of: span, from: time) }
    return clock.time(ofWork: before + (time - start) + span)
  }
}

extension WorkCursor {
  /// Returns the span of working hours, excluding outages, that contains `time`, or the next one.
  ///
  /// - Complexity: O(*n*) for *n* spans and outages up to its start.
  mutating func span(holdingOrAfter time: Int64) -> Range<Int64> {
    var time = time
    while true {
      let hours = clock.span(holdingOrAfter: time)
      time = max(time, hours.lowerBound)
      guard let outage = outages?.outage(at: Milliseconds(time)) else {
        let failure = outages?.nextFailure(after: Milliseconds(time)).rawValue ?? .max
        return time..<min(hours.upperBound, failure)
      }
      time = outage.upperBound.rawValue
    }
  }

  /// Advances span by span to the one that contains `time`, or the next one.
  mutating func moveOverOutages(to time: Int64) {
    while time >= end {
      before += end - start
      let span = span(holdingOrAfter: end)
      (start, end) = (span.lowerBound, span.upperBound)
    }
  }

  /// Returns the time at which work of `span` milliseconds begun at `time`, interrupted outside working hours and
  /// during outages, is finished.
  func endOverOutages(of span: Int64, from time: Int64) -> Int64 {
    var ahead = self
    var (rest, now) = (span, time)
    while rest > ahead.end - now {
      rest -= ahead.end - now
      ahead.moveOverOutages(to: ahead.end)
      now = ahead.start
    }
    return now + rest
  }
}
