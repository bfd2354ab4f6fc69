import Quantities
import Scenario
import Testing

@testable import Services

/// Hours of the week, as files write them and as times ask for them.
struct WorkingHoursTests {
  private static func hours(_ text: String) throws -> WorkingHours { try Scenario.Hours(text).working }

  private static let hour: Int64 = 3_600_000

  @Test("Days and spans are read, and spans that touch are one, over the week's end too")
  func readsHours() throws {
    #expect(try Self.hours("mon-fri 09:00-12:00 14:00-18:00").total == 35 * Self.hour)
    #expect(try Self.hours("sat,sun 10:00-11:30").total == 3 * Self.hour)
    #expect(try Self.hours("fri-mon 00:00-01:00").total == 4 * Self.hour)
    #expect(try Self.hours("always") == .always)
    #expect(try Self.hours("daily 00:00-24:00").isAlways)
    let night = try Self.hours("daily 22:00-24:00; daily 00:00-06:00")
    #expect(night.spans.count == 7)
    #expect(night.spans.allSatisfy { $0.to - $0.from == 8 * Self.hour })
  }

  @Test("A night over the week's end is one stretch, whichever side it is asked from")
  func nightOverTheWeeksEnd() throws {
    let night = try Self.hours("sun 22:00-24:00; mon 00:00-06:00")
    let week = WorkingHours.week
    #expect(night.span(endingAfter: 0, monday: 0) == .init(from: -2 * Self.hour, to: 6 * Self.hour))
    #expect(
      night.span(endingAfter: week - Self.hour, monday: 0)
        == .init(from: week - 2 * Self.hour, to: week + 6 * Self.hour))
    #expect(night.work(from: 0, to: week, monday: 0) == 8 * Self.hour)
  }

  @Test("Hours count from the Monday of the scenario's clock")
  func mondayMoves() throws {
    let hours = try Self.hours("mon 09:00-17:00")
    // Second 0 is a Sunday at noon.
    let span = hours.span(endingAfter: 0, monday: 12 * Self.hour)
    #expect(span == .init(from: 21 * Self.hour, to: 29 * Self.hour))
  }
}
