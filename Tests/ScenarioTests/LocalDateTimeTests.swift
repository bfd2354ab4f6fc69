import TestSupport
import Testing

@testable import Scenario

@Suite struct LocalDateTimeTests {
  @Test func datesAreCountedFrom1970() {
    #expect(LocalDateTime("1970-01-01T00:00:00")?.seconds == 0)
    #expect(LocalDateTime("2008-05-22 07:30:05.9")?.seconds == 1_211_441_405)
    #expect(LocalDateTime("2008-05-22T07:30") == LocalDateTime("2008-05-22 07:30:00"))
    #expect(LocalDateTime("1969-12-31T23:59:59")?.seconds == -1)
    #expect(LocalDateTime(seconds: -1).midnight.description == "1969-12-31T00:00:00")
    #expect(LocalDateTime("2008-05-22T07:30:05")?.midnight.description == "2008-05-22T00:00:00")
  }

  @Test(arguments: [
    "", "2008-05-22", "2008-02-30T00:00:00", "2009-02-29T00:00:00", "2008-13-01T00:00:00",
    "2008-05-22T24:00:00",
    "2008-05-22T00:60:00", "2008-05-22T00:00:00Z", "2008-05-22T00:0", "2008-05-22T00:60", "2008-05-22T00:00Z",
    "2008/05/22T00:00:00", "2008-05-22T00:00:00.x",
    "20x8-05-22T00:00:00",
  ])
  func whatIsNoDateIsRefused(text: String) { #expect(LocalDateTime(text) == nil) }

  @Test func everyTimeIsReadBack() {
    forAll(seeds: 0..<2_000) { seed in
      var random = SplitMix(state: seed)
      let time = LocalDateTime(seconds: Int64(random.below(253_402_300_800)) - 62_135_596_800 / 2)
      return LocalDateTime(time.description) == time ? nil : "\(time.seconds) does not come back"
    }
  }

  @Test(arguments: [
    ("05/18/2026 07:15:00 AM", "2026-05-18 07:15:00"), ("5/8/2026 7:05:09 pm", "2026-05-08 19:05:09"),
    ("12/31/2026 12:00:00 AM", "2026-12-31 00:00:00"), ("12/31/2026 12:30 PM", "2026-12-31 12:30:00"),
    ("1/1/2017 0:00:36", "2017-01-01 00:00:36"), ("1/1/2017 23:59", "2017-01-01 23:59:00"),
  ])
  func datesMayHaveTheMonthFirst(text: String, same: String) {
    #expect(LocalDateTime(monthFirst: text) == LocalDateTime(same))
  }

  @Test(arguments: [
    "18/05/2026 07:15:00 AM", "2/30/2026 1:00", "5/18/26 1:00", "5/18/2026", "5/18/2026 13:00 PM",
    "5/18/2026 0:30 AM",
    "5/18/2026 7:15:00 XM", "5-18-2026 7:15", "5/18/2026 7:60", "5/18/2026 -7:15", "", "a/b/c d:e",
  ])
  func otherTextsAreNoDatesWithTheMonthFirst(text: String) {
    #expect(LocalDateTime(monthFirst: text) == nil)
  }
}
