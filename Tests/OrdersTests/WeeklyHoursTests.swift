import Quantities
import Statistics
import TestSupport
import Testing

@testable import Orders

/// Hours of a week, and the clock that counts the time in them, against a walk from minute to minute.
struct WeeklyHoursTests {
  private static let minute: Int64 = 60_000

  private static func stretch(_ day: Weekday, _ from: Double, _ to: Double) -> WeeklyHours.Stretch {
    .init(day, from: Milliseconds(seconds: 3600 * from), to: Milliseconds(seconds: 3600 * to))
  }

  @Test func stretchesThatTouchAreOne() throws {
    let hours = try WeeklyHours([
      Self.stretch(.tuesday, 0, 6), Self.stretch(.monday, 20, 24), Self.stretch(.friday, 8, 12),
    ])
    let hour: Int64 = 3_600_000
    #expect(hours.spans == [20 * hour..<30 * hour, 104 * hour..<108 * hour])
    #expect(hours.weeklyWork == 14 * hour)
    #expect(!hours.isAlways)
    let week = try WeeklyHours(Weekday.allCases.map { Self.stretch($0, 0, 24) })
    #expect(week == .always && week.isAlways)
  }

  @Test func hoursThatEndBeforeTheyBeginAreRefused() {
    let night = Self.stretch(.monday, 22, 6)
    #expect(throws: HoursFault.endsBeforeItBegins(night)) { try WeeklyHours([night]) }
    let empty = Self.stretch(.sunday, 9, 9)
    #expect(throws: HoursFault.endsBeforeItBegins(empty)) { try WeeklyHours([empty]) }
    let late = Self.stretch(.sunday, 9, 25)
    #expect(throws: HoursFault.endsBeforeItBegins(late)) { try WeeklyHours([late]) }
    let second = Self.stretch(.monday, 11, 14)
    #expect(throws: HoursFault.overlap(second)) {
      try WeeklyHours([second, Self.stretch(.monday, 8, 12)])
    }
    #expect(throws: HoursFault.none) { try WeeklyHours([]) }
    #expect(
      "\(HoursFault.endsBeforeItBegins(night))"
        == "the hours `mon 22:00-06:00` end before they begin; swap the ends, or write a night's hours as two, up to"
        + " 24:00 and from 00:00")
  }

  @Test func hoursAreReadAsPeopleWriteThem() throws {
    let hours = try WeeklyHours("mon-thu 08:00-12:00 13:00-18:00; sat,sun 22:00-24:00; mon 00:00-02:00")
    #expect(hours.weeklyWork == (4 * 9 + 2 * 2 + 2) * 3_600_000)
    #expect(
      hours.text
        == "mon 00:00-02:00 08:00-12:00 13:00-18:00; tue-thu 08:00-12:00 13:00-18:00; sat-sun 22:00-24:00")
    #expect(try WeeklyHours("daily 00:00-24:00").text == "always")
    #expect(try WeeklyHours(" always ") == .always)
    #expect(try WeeklyHours("sat-mon 09:00-10:00") == WeeklyHours("mon,sat,sun 09:00-10:00"))
    #expect(throws: HoursFault.noDay("mo")) { try WeeklyHours("mo 08:00-12:00") }
    #expect(throws: HoursFault.noStretch(days: "mon")) { try WeeklyHours("mon") }
    #expect(throws: HoursFault.noTimes("8-12")) { try WeeklyHours("mon 8-12") }
    #expect(throws: HoursFault.none) { try WeeklyHours("") }
    forAll(seeds: 0..<200) { seed in
      var random = SplitMix64(seed: seed)
      let hours = try Self.hours(&random)
      return try WeeklyHours(hours.text) == hours ? nil : "\(hours.text)"
    }
  }

  /// Work, openings and ends agree with what counting minutes gives, whenever the run begins.
  @Test func theClockCountsTheMinutesOfItsHours() {
    forAll(seeds: 0..<25) { seed in
      var random = SplitMix64(seed: seed)
      let hours = try Self.hours(&random)
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

  /// Up to twelve stretches of whole minutes.
  static func hours(_ random: inout SplitMix64) throws -> WeeklyHours {
    var stretches: [WeeklyHours.Stretch] = []
    for day in Weekday.allCases where random.chance(0.8) {
      let cuts = Set((0..<4).map { _ in random.whole(0...1440) }).sorted()
      for pair in stride(from: 0, to: cuts.count - 1, by: 2) {
        stretches.append(
          stretch(day, Double(cuts[pair]) / 60, Double(cuts[pair + 1]) / 60))
      }
    }
    return stretches.isEmpty ? .always : try WeeklyHours(stretches)
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
