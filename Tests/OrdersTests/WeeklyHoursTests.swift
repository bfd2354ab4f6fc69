import Quantities
import Statistics
import TestSupport
import Testing

@testable import Orders

/// Hours of a week, and the clock that counts the time in them, against a walk from minute to minute.
struct WeeklyHoursTests {
  private static let minute: Int64 = 60_000

  private static func span(_ day: Int, _ from: Double, _ to: Double) -> Range<Int64> {
    let midnight = Int64(day) * WeeklyHours.day
    return midnight + Int64(3_600_000 * from)..<midnight + Int64(3_600_000 * to)
  }

  @Test func spansThatTouchAreOne() {
    let hours = WeeklyHours([
      Self.span(1, 0, 6), Self.span(0, 20, 24), Self.span(4, 8, 12), Self.span(4, 9, 9),
    ])
    let hour: Int64 = 3_600_000
    #expect(hours.spans == [20 * hour..<30 * hour, 104 * hour..<108 * hour])
    #expect(hours.weeklyWork == 14 * hour)
    #expect(!hours.isAlways)
    #expect(WeeklyHours((0..<7).map { Self.span($0, 0, 24) }).isAlways)
  }

  /// Work, openings and ends agree with what counting minutes gives, whenever the run begins.
  @Test func theClockCountsTheMinutesOfItsHours() {
    forAll(seeds: 0..<25) { seed in
      var random = SplitMix64(seed: seed)
      let hours = Self.hours(&random)
      let phase = Int64(random.whole(0...7 * 1440 - 1)) * Self.minute
      let clock = WorkClock(hours, phase: phase)
      var cursor = WorkCursor(clock)
      let isOpen = (0..<3 * 7 * 1440).map { Self.isOpen($0, hours, phase) }
      var worked = 0
      for number in 0..<2 * 7 * 1440 {
        let time = Int64(number) * Self.minute
        if clock.work(until: time) != Int64(worked) * Self.minute { return "work until minute \(number)" }
        if number % 7 == 0 {
          if cursor.isOpen(at: time) != isOpen[number] { return "open at minute \(number)" }
          if cursor.work(until: time) != Int64(worked) * Self.minute { return "work at minute \(number)" }
          guard let next = isOpen[number...].firstIndex(of: true) else { return "never open" }
          if cursor.opening(from: time) != Int64(next) * Self.minute { return "opening after \(number)" }
        }
        if isOpen[number], number % 11 == 0 {
          let span = random.whole(1...600)
          let end = Self.end(of: span, from: number, isOpen)
          var other = WorkCursor(clock)
          let found = other.end(of: Int64(span) * Self.minute, from: time)
          if found != Int64(end) * Self.minute { return "\(span) minutes from minute \(number)" }
        }
        worked += isOpen[number] ? 1 : 0
      }
      return nil
    }
  }

  /// Up to two spans a day, of whole minutes.
  static func hours(_ random: inout SplitMix64) -> WeeklyHours {
    var spans: [Range<Int64>] = []
    for day in 0..<7 where random.chance(0.8) {
      let cuts = Set((0..<4).map { _ in random.whole(0...1440) }).sorted()
      for pair in stride(from: 0, to: cuts.count - 1, by: 2) {
        let midnight = Int64(day) * WeeklyHours.day
        spans.append(midnight + Int64(cuts[pair]) * minute..<midnight + Int64(cuts[pair + 1]) * minute)
      }
    }
    return spans.isEmpty ? .always : WeeklyHours(spans)
  }

  private static func isOpen(_ number: Int, _ hours: WeeklyHours, _ phase: Int64) -> Bool {
    let moment = (Int64(number) * minute + phase) % WeeklyHours.week
    return hours.spans.contains { $0.contains(moment) }
  }

  private static func end(of span: Int, from number: Int, _ isOpen: [Bool]) -> Int {
    var (left, minute) = (span, number)
    while left > 0 {
      left -= isOpen[minute % isOpen.count] ? 1 : 0
      minute += 1
    }
    return minute
  }
}
