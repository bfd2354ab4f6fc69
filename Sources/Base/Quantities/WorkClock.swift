/// Converts between simulated time and the working time of weekly hours: the amount elapsed at a given time, and the
/// time at which a given amount has elapsed.
///
/// Spans exclude their ends, but work that ends at the end of a span counts as finished within it.
package struct WorkClock: Sendable {
  /// The starts and ends of the spans, milliseconds since Monday 0:00, and the working time before each.
  private let starts: [Int64]
  private let ends: [Int64]
  private let before: [Int64]
  /// The working time per week, milliseconds.
  private let weeklyWork: Int64
  /// The milliseconds since Monday 0:00 at time zero.
  private let phase: Int64
  /// The working time between Monday 0:00 and time zero.
  private var zero: Int64 = 0

  /// Creates the clock of `hours` for a run that starts `phase` milliseconds after Monday 0:00.
  package init(_ hours: WeeklyHours, phase: Int64) {
    starts = hours.spans.map(\.lowerBound)
    ends = hours.spans.map(\.upperBound)
    var sum: Int64 = 0
    before = hours.spans.map { span in
      defer { sum += Int64(span.count) }
      return sum
    }
    weeklyWork = sum
    self.phase = phase
    zero = work(since: phase)
  }

  /// Returns the working time in the milliseconds 0 ..< `time` of the run.
  ///
  /// - Complexity: O(log *n*) for *n* spans, as for all functions of this type.
  package func work(until time: Int64) -> Int64 { work(since: time + phase) - zero }

  /// Returns the working time in the milliseconds 0 ..< `moment` since the Monday before the run.
  private func work(since moment: Int64) -> Int64 {
    let week = moment / WeeklyHours.week
    let (index, rest) = span(at: moment - week * WeeklyHours.week)
    let inWeek = index < starts.count ? before[index] + max(0, rest - starts[index]) : weeklyWork
    return week * weeklyWork + inWeek
  }

  /// Returns the index of the first span that ends after `rest`, milliseconds since Monday 0:00, or the number of spans
  /// if there is none; `rest` is returned unchanged.
  private func span(at rest: Int64) -> (index: Int, rest: Int64) {
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] > rest { high = middle } else { low = middle + 1 }
    }
    return (low, rest)
  }

  /// Returns the first time at which the working time `work` has passed since time zero; time zero for 0.
  package func time(ofWork work: Int64) -> Int64 {
    guard work > 0 else { return 0 }
    // The last millisecond worked, which lies inside a span.
    let last = work + zero - 1
    let week = last / weeklyWork
    let rest = last - week * weeklyWork
    var (low, high) = (0, before.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if before[middle] <= rest { low = middle } else { high = middle }
    }
    return week * WeeklyHours.week + starts[low] + rest - before[low] + 1 - phase
  }

  /// Returns the span that contains `time`, or else the next one, in simulated time; if the hours have no breaks, a
  /// span that covers all times.
  package func span(holdingOrAfter time: Int64) -> Range<Int64> {
    if starts.count == 1, starts[0] == 0, ends[0] == WeeklyHours.week { return Int64.min / 2..<Int64.max / 2 }
    let moment = time + phase
    let week = moment / WeeklyHours.week
    let index = span(at: moment - week * WeeklyHours.week).index
    // After the last span of the week comes the first of the next week.
    let (base, place) = index < starts.count ? (week, index) : (week + 1, 0)
    let monday = base * WeeklyHours.week - phase
    return monday + starts[place]..<monday + ends[place]
  }
}
