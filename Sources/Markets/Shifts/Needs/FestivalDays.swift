import Quantities
import Scenario

/// The days of a festival, from midnight to midnight in scenario time; day 1 is the day on which the scenario starts.
struct FestivalDays {
  /// The date and time at which the scenario starts; nil if it has no date, in which case it starts at midnight.
  let start: LocalDateTime?
  private static let day: Int64 = 86_400_000

  private var sinceMidnight: Int64 { start.map { 1000 * ($0.seconds - $0.midnight.seconds) } ?? 0 }

  /// Returns the number of the day that contains `time`.
  func day(of time: Milliseconds) -> Int {
    Int((time.rawValue + sinceMidnight) / Self.day) + 1
  }

  /// Returns the range of days on which `slots`, a non-empty list, begin.
  func festival(of slots: [Slot]) -> ClosedRange<Int> {
    let days = slots.map { day(of: $0.begin) }
    return (days.min() ?? 1)...(days.max() ?? 1)
  }

  /// Returns the names, as used in figures, of the nights before, between and after the days of `slots`; each night is
  /// named after the day before it.
  func festivalNights(of slots: [Slot]) -> [String] {
    let days = festival(of: slots)
    return (days.lowerBound - 1...days.upperBound).map(name)
  }

  /// Returns the time from midnight of `day` until `time`.
  func timeOfDay(_ time: Milliseconds, on day: Int) -> Milliseconds {
    Milliseconds(time.rawValue + sinceMidnight - Int64(day - 1) * Self.day)
  }

  /// Returns the name of `day` in figures: its date, or its number if the scenario has no date.
  func name(of day: Int) -> String { date(of: day) ?? "day_\(day)" }

  /// Returns the date of `day`; nil if the scenario has no date.
  func date(of day: Int) -> String? {
    start.map { start in
      String(
        "\(LocalDateTime(seconds: start.midnight.seconds + Int64(day - 1) * 86_400))".prefix { $0 != "T" })
    }
  }
}
