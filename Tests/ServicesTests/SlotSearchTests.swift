import Quantities
import Spaces
import Statistics
import TestSupport
import Testing

@testable import Services

/// Slots as a search finds them, against trying every millisecond of the window.
struct SlotSearchTests {
  /// One metre a millisecond, so that ways are whole milliseconds between whole metres on a line.
  private static var space: OpenSpace { OpenSpace(geometry: .plane, speed: 1_000) }

  private struct Scene {
    var hours: WorkingHours
    var base: Place
    var state: ProviderState
    var question: SlotQuestion

    /// Draws a calendar that can be kept, and a question to it, on a line of 200 metres; times lie in a week that is cut
    /// into stretches of some hundred milliseconds.
    init(seed: UInt64) {
      var draws = KeyedGenerator(seed: seed, replication: 0, purpose: .selfTest)
      func place(_ draws: inout KeyedGenerator) -> Place {
        Place(position: Position(x: Double(draws.integer(in: 0..<200)), y: 0))
      }
      if draws.uniform() < 0.3 {
        hours = .always
      } else {
        var spans: [WorkingHours.Span] = []
        var time: Int64 = 0
        for _ in 0..<6 {
          let from = time + Int64(draws.integer(in: 0..<300))
          time = from + Int64(draws.integer(in: 0..<900))
          spans.append(WorkingHours.Span(from: from, to: time))
        }
        hours = WorkingHours(spans)
      }
      base = place(&draws)
      state = ProviderState(base: base)
      let now = Int64(draws.integer(in: 0..<300))
      // Bookings are made by the search itself, one by one; whether they can be kept, the witness says.
      question = SlotQuestion(
        place: base, length: 0, earliest: 0, latest: 0, now: now, ready: now, lastDeparture: .max)
      let search = SlotSearch(
        timetables: Timetables([hours], monday: 0), ways: Ways(DailySpaces(space), isInstant: false))
      for job in 0..<draws.integer(in: 0..<6) {
        question.place = place(&draws)
        question.length = Int64(1 + draws.integer(in: 0..<200))
        question.earliest = now + Int64(draws.integer(in: 0..<2_000))
        question.latest = question.earliest + Int64(draws.integer(in: 0..<2_000))
        guard let slot = search.firstSlot(question, hours: 0, base: base, state) else { continue }
        state.insert(
          Booking(
            job: JobIndex(job), state: .confirmed, start: slot.start, end: slot.end, stretch: slot.stretch,
            place: question.place))
      }
      if let first = state.calendar.first, draws.uniform() < 0.5 {
        // The first is under way, or its work has begun and runs over.
        state.head = first.job
        state.departs = now
        state.phase = draws.uniform() < 0.5 ? .atWork : .idle
      }
      question.place = place(&draws)
      question.length = Int64(1 + draws.integer(in: 0..<200))
      question.earliest = now + Int64(draws.integer(in: 0..<1_000))
      question.latest = question.earliest + Int64(draws.integer(in: 0..<3_000))
      question.ready = now + Int64(draws.integer(in: 0..<50))
      question.earliest = max(question.earliest, question.ready)
      if draws.uniform() < 0.3 { question.lastDeparture = question.ready + Int64(draws.integer(in: 0..<500)) }
    }

    /// The first start at which everything fits, by trying all.
    func firstStart() -> Int64? {
      guard question.earliest <= question.latest else { return nil }
      return (question.earliest...question.latest).first(where: fits)
    }

    private func way(_ a: Place, _ b: Place) -> Int64 { Int64(abs(a.position.x - b.position.x)) }

    /// The stretch of hours that holds all of the work from `start` on.
    private func stretch(_ start: Int64) -> Int64? {
      if hours.isAlways { return WorkingHours.Span.always.from }
      // The week comes again, so that a stretch of the week before may reach into this one.
      for week in -1...1 {
        for span in hours.spans {
          let from = span.from + Int64(week) * WorkingHours.week
          if from <= start, start + question.length <= span.to + Int64(week) * WorkingHours.week {
            return from
          }
        }
      }
      return nil
    }

    private func fits(_ start: Int64) -> Bool {
      guard let stretch = stretch(start) else { return false }
      let isUnderWay = state.head != .none && (state.phase == .atWork || state.departs <= question.now)
      let before = state.calendar.last { $0.start <= start }
      if isUnderWay, start < state.calendar[0].start { return false }
      var free = question.ready
      var origin = state.stretch == stretch ? state.place : base
      if let before {
        let isHead = isUnderWay && before.job == state.head
        free = max(free, isHead ? max(before.end, question.now + 1) : before.end)
        origin = before.stretch == stretch ? before.place : base
        // A head that runs over keeps the provider even from gaps behind others.
      }
      if isUnderWay { free = max(free, state.calendar[0].end, question.now + 1) }
      let arrival = way(origin, question.place)
      guard start >= free + arrival, start - arrival <= question.lastDeparture else { return false }
      guard let next = state.calendar.first(where: { $0.start > start }) else { return true }
      let leaves = next.stretch == stretch ? question.place : base
      return start + question.length + way(leaves, next.place) <= next.start
    }
  }

  @Test("A slot is the first start at which work, ways and hours fit, as trying every millisecond finds it")
  func firstSlotIsTheFirstThatFits() {
    var found = 0
    forAll(seeds: 0..<1_000) { seed in
      let scene = Scene(seed: seed)
      let search = SlotSearch(
        timetables: Timetables([scene.hours], monday: 0),
        ways: Ways(DailySpaces(Self.space), isInstant: false))
      let slot = search.firstSlot(scene.question, hours: 0, base: scene.base, scene.state)
      if slot != nil { found += 1 }
      let expected = scene.firstStart()
      return slot?.start == expected
        ? nil : "found \(String(describing: slot)), expected \(String(describing: expected)) in \(scene)"
    }
    #expect(found > 300)
  }

  @Test("Nobody who works too short at a stretch is searched for ever")
  func shortHoursEnd() {
    let hours = WorkingHours([WorkingHours.Span(from: 0, to: 1_000)])
    let search = SlotSearch(
      timetables: Timetables([hours], monday: 0), ways: Ways(DailySpaces(Self.space), isInstant: false))
    let base = Place(position: Position(x: 0, y: 0))
    let question = SlotQuestion(
      place: base, length: 2_000, earliest: 0, latest: .max, now: 0, ready: 0, lastDeparture: .max)
    #expect(search.firstSlot(question, hours: 0, base: base, ProviderState(base: base)) == nil)
    #expect(!search.timetables.holds(2_000, in: 0...(.max / 8), hours: 0))
  }
}
