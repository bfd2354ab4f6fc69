import Quantities
import Scenario

/// The days of a festival, counted from midnight to midnight by the scenario's clock; 1 is the day of its start.
struct FestivalDays {
  /// The time at which the scenario starts; nil if it has no date, and starts at midnight.
  let start: LocalDateTime?
  private static let day: Int64 = 86_400_000

  private var sinceMidnight: Int64 { start.map { 1000 * ($0.seconds - $0.midnight.seconds) } ?? 0 }

  /// The day of `time`.
  func day(of time: Milliseconds) -> Int {
    Int((time.rawValue + sinceMidnight) / Self.day) + 1
  }

  /// The days on which `slots`, of which there is one at least, begin, and those between.
  func festival(of slots: [Slot]) -> ClosedRange<Int> {
    let days = slots.map { day(of: $0.begin) }
    return (days.min() ?? 1)...(days.max() ?? 1)
  }

  /// Returns the names in figures of the nights before, between and after them, each by the day before.
  func festivalNights(of slots: [Slot]) -> [String] {
    let days = festival(of: slots)
    return (days.lowerBound - 1...days.upperBound).map(name)
  }

  /// Returns the time from midnight of `day` until `time`.
  func timeOfDay(_ time: Milliseconds, on day: Int) -> Milliseconds {
    Milliseconds(time.rawValue + sinceMidnight - Int64(day - 1) * Self.day)
  }

  /// Returns the name of `day` in figures: its date, or its number if the scenario has none.
  func name(of day: Int) -> String { date(of: day) ?? "day_\(day)" }

  /// The date of `day`; nil where the scenario has none.
  func date(of day: Int) -> String? {
    start.map { start in
      String(
        "\(LocalDateTime(seconds: start.midnight.seconds + Int64(day - 1) * 86_400))".prefix { $0 != "T" })
    }
  }
}
