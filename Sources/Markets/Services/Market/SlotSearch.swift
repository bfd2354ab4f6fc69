import Quantities
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

extension WorkingHours.Span {
  /// Tells whether this stretch, which ends after the earliest start, holds the work of `question` in its window.
  func holds(_ question: SlotQuestion) -> Bool {
    let start = max(question.earliest, from)
    return start <= question.latest && start + question.length <= to
  }
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
    _ question: SlotQuestion, hours: Int32, base: Place, _ state: ProviderState
  ) -> FreeSlot? {
    let opening = timetables.stretch(of: hours, endingAfter: question.earliest)
    return withUnsafePointer(to: state) {
      firstSlot(question, hours: hours, opening: opening, base: base, $0)
    }
  }

  /// Likewise, by the address of the state: what is needed of it is read, and nothing is copied.
  ///
  /// - Parameter opening: the first stretch of `hours` that ends after the earliest start, where that is known.
  @inline(__always)
  func firstSlot(
    _ question: SlotQuestion, hours: Int32, opening: WorkingHours.Span?, base: Place,
    _ state: UnsafePointer<ProviderState>
  ) -> FreeSlot? {
    let head = state.pointee.head
    let isUnderWay = ProviderState.isUnderWay(
      to: head, state.pointee.phase, state.pointee.departs, at: question.now)
    // A span of a calendar counts no reference.
    return state.pointee.calendar.span.withUnsafeBufferPointer { calendar in
      var gap = Gap(from: question.ready, place: state.pointee.place, stretch: state.pointee.stretch)
      if isUnderWay { gap.follow(head, of: calendar, after: question.now) }
      // Most gaps between bookings are too short for the work alone.
      while gap.next < calendar.count {
        let next = calendar[gap.next]
        let first = max(gap.from, question.earliest)
        let begin = opening.map { $0.to > first ? max(first, $0.from) : first } ?? first
        if begin <= question.latest, begin <= next.start - question.length { break }
        guard next.end <= question.latest else { return nil }
        gap.pass(next)
      }
      if let opening, gap.next == calendar.count {
        let first = max(gap.from, question.earliest)
        if opening.to > first,
          let slot = slot(question, in: gap, from: first, until: .max, of: opening, base: base)
        {
          return slot
        }
      }
      return firstSlot(question, from: gap, hours: hours, opening: opening, base: base, calendar)
    }
  }

  /// The beginning of the time between two bookings.
  private struct Gap: BitwiseCopyable {
    var from: Int64
    /// The place of the provider then, and the stretch of hours in which they came there.
    var place: Place
    var stretch: Int64
    /// The place in the calendar of the booking that ends it.
    var next = 0

    init(from: Int64, place: Place, stretch: Int64) {
      (self.from, self.place, self.stretch) = (from, place, stretch)
    }

    /// Moves on to the gap behind `booking`, which ends this one.
    @inline(__always)
    mutating func pass(_ booking: Booking) {
      from = max(from, booking.end)
      (place, stretch) = (booking.place, booking.stretch)
      next += 1
    }

    /// Moves on to the gap behind what the provider is at or on the way to, `head`, which does not end before the next millisecond.
    mutating func follow(
      _ head: JobIndex, of calendar: UnsafeBufferPointer<Booking>, after now: Int64
    ) {
      guard let last = calendar.firstIndex(where: { $0.job == head }) else { return }
      // What lies before the head by plan is late, and comes after it.
      for booking in calendar[0...last] { pass(booking) }
      from = max(from, now + 1)
    }
  }

  /// The first slot in the gaps from `gap` on.
  @inline(never)
  private func firstSlot(
    _ question: SlotQuestion, from gap: Gap, hours: Int32, opening: WorkingHours.Span?, base: Place,
    _ calendar: UnsafeBufferPointer<Booking>
  ) -> FreeSlot? {
    var gap = gap
    while true {
      let next = gap.next == calendar.count ? nil : calendar.baseAddress.map { $0 + gap.next }
      if let slot = slot(question, in: gap, before: next, hours: hours, opening: opening, base: base) {
        return slot
      }
      guard let next, next.pointee.end <= question.latest else { return nil }
      gap.pass(next.pointee)
    }
  }

  /// The first slot in the time from `gap` on, which ends with the booking `next`.
  private func slot(
    _ question: SlotQuestion, in gap: Gap, before next: UnsafePointer<Booking>?, hours: Int32,
    opening: WorkingHours.Span?, base: Place
  ) -> FreeSlot? {
    let first = max(gap.from, question.earliest)
    let limit = next?.pointee.start ?? .max
    // Most gaps are too short: they are passed over before their hours are looked up.
    guard first <= question.latest, first <= limit - question.length else { return nil }
    // The stretch that ends first after the earliest start is that of all moments up to its end.
    var known = opening.flatMap { $0.to > first ? $0 : nil }
    var time = first
    while let stretch = known ?? timetables.stretch(of: hours, endingAfter: time) {
      known = nil
      time = stretch.to
      // After a week the same stretches come again, and hold the job no better.
      guard stretch.from <= first + WorkingHours.week else { return nil }
      let begin = max(first, stretch.from)
      guard begin <= question.latest, begin <= limit - question.length else { return nil }
      guard
        let slot = slot(question, in: gap, from: first, until: limit, of: stretch, base: base)
      else { continue }
      if let next {
        let isSame = next.pointee.stretch == stretch.from
        let way = ways.milliseconds(
          from: isSame ? question.place : base, to: next.pointee.place, due: next.pointee.start,
          hub: isSame ? .origin : .destination)
        guard let way, slot.end + way <= next.pointee.start else { continue }
      }
      return slot
    }
    return nil
  }

  /// The slot from `first` on in the part of `gap` that lies in `stretch` and ends by `limit`; nil where that does not hold the job and
  /// the way to it.
  @inline(__always)
  private func slot(
    _ question: SlotQuestion, in gap: Gap, from first: Int64, until limit: Int64,
    of stretch: WorkingHours.Span, base: Place
  ) -> FreeSlot? {
    let begin = max(first, stretch.from)
    guard begin + question.length <= stretch.to else { return nil }
    let origin = gap.stretch == stretch.from ? gap.place : base
    guard
      let way = ways.milliseconds(from: origin, to: question.place, due: begin, hub: .destination)
    else { return nil }
    let start = max(begin, gap.from + way)
    let end = start + question.length
    guard start <= question.latest, start - way <= question.lastDeparture, end <= stretch.to, end <= limit
    else { return nil }
    return FreeSlot(start: start, end: end, way: way, stretch: stretch.from)
  }
}
