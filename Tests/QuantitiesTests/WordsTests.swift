import Testing

@testable import Quantities

struct WordsTests {
  @Test(arguments: [
    (0.0, "0\u{A0}s"), (59.4, "59\u{A0}s"), (60, "1\u{A0}min\u{A0}00\u{A0}s"),
    (3599.6, "1\u{A0}h\u{A0}00\u{A0}min"), (3_726_000, "1,035\u{A0}h\u{A0}00\u{A0}min"), (-5, "-5\u{A0}s"),
  ])
  func `spans of time read like speech`(seconds: Double, expected: String) {
    #expect(Words.span(seconds) == expected)
  }

  @Test
  func `numbers are grouped by thousands and zero has no sign`() {
    #expect(Words.grouped(0) == "0")
    #expect(Words.grouped(-1_234_567) == "-1,234,567")
    #expect(Words.grouped(.min) == "-9,223,372,036,854,775,808")
    #expect(Words.fixed(-0.001, 1) == "0.0")
    #expect(Words.fixed(-0.06, 1) == "-0.1")
  }

  @Test
  func `shares have the digits that they need, or one`() {
    #expect(Words.percent(0.95) == "95 %" && Words.percent(0.975) == "97.5 %")
    #expect(Words.tenths(ofPercent: 0.62) == "62.0\u{A0}%")
  }

  @Test
  func `times of a run are clocks and spans of minutes`() {
    #expect(Words.clock(Milliseconds(seconds: 25_509)) == "7:05:09")
    #expect(Words.minutes(Milliseconds(seconds: 4_505)) == "75 min 5 s")
    #expect(Words.minutes(Milliseconds(seconds: -20)) == "−20 s")
  }

  @Test
  func `what takes little room is rounded`() {
    #expect([840, 12_900, 1_240_000].map(Words.short) == ["840", "12 k", "1.2 M"])
    #expect([850.4, 12_540].map(Words.length) == ["850 m", "12.5 km"])
    #expect(Words.plural(1, "driver") == "1 driver" && Words.plural(12_034, "driver") == "12,034 drivers")
    #expect(Words.shortened("a long name", to: 6) == "a lon…")
  }
}
