import Lifecycle
import Quantities

extension WorkCursor {
  /// Returns the part of the working hours, outages left out, that holds `time`, or the next one.
  ///
  /// - Complexity: O(*n*) for the *n* spans and outages up to its beginning.
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

  /// Moves span by span to the one that holds `time`, or the next one.
  mutating func moveOverOutages(to time: Int64) {
    while time >= end {
      before += end - start
      let span = span(holdingOrAfter: end)
      (start, end) = (span.lowerBound, span.upperBound)
    }
  }

  /// Returns the time at which work of `span` milliseconds that is begun at `time`, and rests outside of hours and within
  /// outages, is done.
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
