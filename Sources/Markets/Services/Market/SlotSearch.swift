import Spaces

/// A time at which a provider would do a job.
struct FreeSlot: Equatable {
  /// The planned beginning and end of the work.
  var start: Int64
  var end: Int64
  /// The time of the way there.
  var way: Int64
  /// The stretch of working hours that the work lies in, by its begin.
  var stretch: Int64
}

/// The question that a job puts to a calendar.
struct SlotQuestion {
  var place: Place
  var length: Int64
  /// The window for the start.
  var earliest: Int64
  var latest: Int64
  /// The present, and when the provider can set out first and at the latest.
  var now: Int64
  var ready: Int64
  var lastDeparture: Int64
}

/// Finds gaps in calendars.
///
/// Work lies inside working hours; the way there may lie before them. The first work of a stretch of hours is reached
/// from the base, the others from the job before. A provider at work for longer than planned is free at the next
/// millisecond, as far as anybody knows.
struct SlotSearch {
  let timetables: Timetables
  let ways: Ways

  /// The first slot of a provider with `hours`, who stands as in `state`; nil where no gap holds the job.
  func firstSlot(
    _ question: SlotQuestion, hours: Int32, base: Place, _ state: borrowing ProviderState
  ) -> FreeSlot? {
    let calendar = state.calendar.span
    var gap = Gap(from: question.ready, place: state.place, stretch: state.stretch, next: nil)
    var index = 0
    if state.isUnderWay(at: question.now), let head = state.position(of: state.head) {
      // What lies before the head by plan is late, and comes after it.
      for place in 0...head { gap.from = max(gap.from, calendar[place].end, question.now + 1) }
      gap.place = calendar[head].place
      gap.stretch = calendar[head].stretch
      index = head + 1
    }
    while true {
      let isLast = index == calendar.count
      gap.next = isLast ? nil : calendar[index]
      if let slot = slot(question, in: gap, hours: hours, base: base) { return slot }
      guard !isLast, let next = gap.next, next.end <= question.latest else { return nil }
      gap.from = max(gap.from, next.end)
      gap.place = next.place
      gap.stretch = next.stretch
      index += 1
    }
  }

  /// The time between two bookings.
  private struct Gap {
    var from: Int64
    /// The place of the provider then, and the stretch of hours in which they came there.
    var place: Place
    var stretch: Int64
    /// The booking with which the gap ends.
    var next: Booking?
  }

  private func slot(_ question: SlotQuestion, in gap: Gap, hours: Int32, base: Place) -> FreeSlot? {
    let first = max(gap.from, question.earliest)
    let limit = gap.next?.start ?? .max
    var time = first
    while let stretch = timetables.stretch(of: hours, endingAfter: time) {
      time = stretch.to
      // After a week the same stretches come again, and hold the job no better.
      guard stretch.from <= first + WorkingHours.week else { return nil }
      let begin = max(first, stretch.from)
      guard begin <= question.latest, begin <= limit - question.length else { return nil }
      guard begin + question.length <= stretch.to else { continue }
      let origin = gap.stretch == stretch.from ? gap.place : base
      guard
        let way = ways.milliseconds(from: origin, to: question.place, due: begin, hub: .destination)
      else { continue }
      let start = max(begin, gap.from + way)
      let end = start + question.length
      guard start <= question.latest, start - way <= question.lastDeparture, end <= stretch.to, end <= limit
      else { continue }
      if let next = gap.next {
        let origin = next.stretch == stretch.from ? question.place : base
        let hub = next.stretch == stretch.from ? Hub.origin : .destination
        guard let way = ways.milliseconds(from: origin, to: next.place, due: next.start, hub: hub),
          end + way <= next.start
        else { continue }
      }
      return FreeSlot(start: start, end: end, way: way, stretch: stretch.from)
    }
    return nil
  }
}
