import Quantities
import Spaces

/// A time at which a provider could do a job.
struct FreeSlot: Equatable {
  /// The planned start and end of the work.
  var start: Int64
  var end: Int64
  /// The travel time.
  var way: Int64
  /// The start of the span of working hours that contains the work.
  var stretch: Int64
}

/// A query for a free slot for a job.
struct SlotQuestion {
  var place: Place
  var length: Int64
  /// The window for the start of the work.
  var earliest: Int64
  var latest: Int64
  /// The current time, and the earliest and latest times at which the provider may set out.
  var now: Int64
  var ready: Int64
  var lastDeparture: Int64
}

extension WorkingHours.Span {
  /// Returns whether this span, which ends after the earliest start, can contain the work of `question` in its
  /// window.
  func holds(_ question: SlotQuestion) -> Bool {
    let start = max(question.earliest, from)
    return start <= question.latest && start + question.length <= to
  }
}

/// A search for free slots in calendars.
///
/// Work lies within working hours; the travel to it may begin before them. Providers reach the first job in a span of
/// hours from the base, and later jobs from the previous one. A provider who works longer than planned is assumed to be
/// free at the next millisecond.
struct SlotSearch {
  let timetables: Timetables
  let ways: Ways

  /// Returns the first free slot of a provider with `hours` in the state `state`; nil if no gap is long enough.
  func firstSlot(
    _ question: SlotQuestion, hours: Int32, base: Place, _ state: ProviderState
  ) -> FreeSlot? {
    let opening = timetables.stretch(of: hours, endingAfter: question.earliest)
    return withUnsafePointer(to: state) {
      firstSlot(question, hours: hours, opening: opening, base: base, $0)
    }
  }

  /// Returns the first free slot; takes the state's address to avoid a copy.
  ///
  /// - Parameter opening: the first span of `hours` that ends after the earliest start, if it is known.
  @inline(__always)
  func firstSlot(
    _ question: SlotQuestion, hours: Int32, opening: WorkingHours.Span?, base: Place,
    _ state: UnsafePointer<ProviderState>
  ) -> FreeSlot? {
    let head = state.pointee.head
    let isUnderWay = ProviderState.isUnderWay(
      to: head, state.pointee.phase, state.pointee.departs, at: question.now)
    // A span of a calendar is not reference-counted.
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

  /// A gap between two bookings, represented by its start.
  private struct Gap: BitwiseCopyable {
    var from: Int64
    /// The provider's place at its start, and the span of working hours in which they arrived there.
    var place: Place
    var stretch: Int64
    /// The calendar position of the booking that ends the gap.
    var next = 0

    init(from: Int64, place: Place, stretch: Int64) {
      (self.from, self.place, self.stretch) = (from, place, stretch)
    }

    /// Advances to the gap after `booking`, which ends this one.
    @inline(__always)
    mutating func pass(_ booking: Booking) {
      from = max(from, booking.end)
      (place, stretch) = (booking.place, booking.stretch)
      next += 1
    }

    /// Advances to the gap after `head`, the job that the provider is working on or travelling to. The job is assumed
    /// not to end before the next millisecond.
    mutating func follow(
      _ head: JobIndex, of calendar: UnsafeBufferPointer<Booking>, after now: Int64
    ) {
      guard let last = calendar.firstIndex(where: { $0.job == head }) else { return }
      // Bookings planned before the head are late, and come after it.
      for booking in calendar[0...last] { pass(booking) }
      from = max(from, now + 1)
    }
  }

  /// Returns the first free slot in `gap` and the following gaps.
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

  /// Returns the first free slot in `gap`, which ends with the booking `next`.
  private func slot(
    _ question: SlotQuestion, in gap: Gap, before next: UnsafePointer<Booking>?, hours: Int32,
    opening: WorkingHours.Span?, base: Place
  ) -> FreeSlot? {
    let first = max(gap.from, question.earliest)
    let limit = next?.pointee.start ?? .max
    // Most gaps are too short: they are skipped before their hours are looked up.
    guard first <= question.latest, first <= limit - question.length else { return nil }
    // The span that is the first to end after the earliest start is the same for all times before its end.
    var known = opening.flatMap { $0.to > first ? $0 : nil }
    var time = first
    while let stretch = known ?? timetables.stretch(of: hours, endingAfter: time) {
      known = nil
      time = stretch.to
      // After a week the same spans recur, and fit no better.
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

  /// Returns the first slot that starts at `first` or later in the part of `gap` that is within `stretch` and ends by
  /// `limit`; nil if this part is too short for the job and the travel to it.
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
