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
    withUnsafePointer(to: state) { firstSlot(question, hours: hours, opening: nil, base: base, $0) }
  }

  /// Likewise, by the address of the state: what is needed of it is read, and nothing is copied.
  ///
  /// - Parameter opening: the first stretch of `hours` that ends after the earliest start, where that is known.
  func firstSlot(
    _ question: SlotQuestion, hours: Int32, opening: WorkingHours.Span?, base: Place,
    _ state: UnsafePointer<ProviderState>
  ) -> FreeSlot? {
    let head = state.pointee.head
    let isUnderWay = ProviderState.isUnderWay(
      to: head, state.pointee.phase, state.pointee.departs, at: question.now)
    let standing = Standing(
      place: state.pointee.place, stretch: state.pointee.stretch, head: isUnderWay ? head : .none)
    // A span of a calendar counts no reference.
    return state.pointee.calendar.span.withUnsafeBufferPointer {
      firstSlot(question, hours: hours, opening: opening, base: base, standing, $0)
    }
  }

  /// The place of a provider between two jobs.
  private struct Standing: BitwiseCopyable {
    var place: Place
    /// The stretch of working hours in which they came there.
    var stretch: Int64
    /// The job that they are at or on the way to; `.none` without one.
    var head: JobIndex
  }

  private func firstSlot(
    _ question: SlotQuestion, hours: Int32, opening: WorkingHours.Span?, base: Place, _ standing: Standing,
    _ calendar: UnsafeBufferPointer<Booking>
  ) -> FreeSlot? {
    var gap = Gap(from: question.ready, place: standing.place, stretch: standing.stretch)
    var index = 0
    if standing.head != .none, let head = calendar.firstIndex(where: { $0.job == standing.head }) {
      // What lies before the head by plan is late, and comes after it.
      for place in 0...head { gap.from = max(gap.from, calendar[place].end, question.now + 1) }
      gap.place = calendar[head].place
      gap.stretch = calendar[head].stretch
      index = head + 1
    }
    while true {
      let isLast = index == calendar.count
      let next = isLast ? nil : calendar.baseAddress.map { $0 + index }
      if let slot = slot(question, in: gap, before: next, hours: hours, opening: opening, base: base) {
        return slot
      }
      guard let next, next.pointee.end <= question.latest else { return nil }
      gap.from = max(gap.from, next.pointee.end)
      gap.place = next.pointee.place
      gap.stretch = next.pointee.stretch
      index += 1
    }
  }

  /// The beginning of the time between two bookings.
  private struct Gap: BitwiseCopyable {
    var from: Int64
    /// The place of the provider then, and the stretch of hours in which they came there.
    var place: Place
    var stretch: Int64
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
      guard begin + question.length <= stretch.to else { continue }
      let origin = gap.stretch == stretch.from ? gap.place : base
      guard
        let way = ways.milliseconds(from: origin, to: question.place, due: begin, hub: .destination)
      else { continue }
      let start = max(begin, gap.from + way)
      let end = start + question.length
      guard start <= question.latest, start - way <= question.lastDeparture, end <= stretch.to, end <= limit
      else { continue }
      if let next {
        let isSame = next.pointee.stretch == stretch.from
        let way = ways.milliseconds(
          from: isSame ? question.place : base, to: next.pointee.place, due: next.pointee.start,
          hub: isSame ? .origin : .destination)
        guard let way, end + way <= next.pointee.start else { continue }
      }
      return FreeSlot(start: start, end: end, way: way, stretch: stretch.from)
    }
    return nil
  }
}
