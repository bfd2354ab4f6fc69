import JSON5
import Quantities
import Scenario
import Testing

/// Hours of the week, as markets declare them.
@Suite struct HoursTests {
  private func read(_ text: String) -> (hours: Scenario.Hours?, faults: [String]) {
    var parser = JSON5Parser(text)
    var faults = Faults()
    let hours = (try? parser.parse()).flatMap { Scenario.Hours.shape.read($0, "hours", &faults) }
    return (hours, faults.sorted.map { $0.sentence(file: "s.json5") })
  }

  @Test func stretchesBecomeSpansOfTheWeek() throws {
    let hour: Int64 = 3_600_000
    let read = read(
      """
      [{days: ["tuesday", "monday"], from: "08:30", to: "12:00"}, {days: ["sunday"], from: "22:00"},
       {days: ["monday"], to: "08:30"}]
      """)
    let hours = try #require(read.hours)
    #expect(
      hours.spans == [
        0..<12 * hour, 32 * hour + hour / 2..<36 * hour, (6 * 24 + 22) * hour..<7 * 24 * hour,
      ])
    #expect(Scenario.Hours().spans == [0..<7 * 24 * hour])
    let written = Scenario.Hours.shape.write(hours, .reload)
    #expect(self.read(written.compact).hours == hours)
    #expect(written.compact.hasPrefix(#"[{"days":["tuesday","monday"],"from":"08:30","to":"12:00"}"#))
  }

  @Test(arguments: [
    (
      "[{from: '17:00', to: '08:00'}]",
      "s.json5:1:22: hours[0]: the hours end (to) before they begin (from); give a later end, "
        + "and two stretches for a night"
    ),
    (
      "[{from: '17:00', to: '17:00'}]",
      "s.json5:1:22: hours[0]: the hours end (to) before they begin (from); give a later end, "
        + "and two stretches for a night"
    ),
    (
      "[{from: '8:00'}]",
      "s.json5:1:9: hours[0].from: found \"8:00\", which is out of range; give a time of day like "
        + "`\"08:30\"`, at most `\"24:00\"`"
    ),
    (
      "[{days: ['monday'], to: '12:00'}, {days: ['monday', 'friday'], from: '11:59'}]",
      "s.json5:1:1: hours: two stretches of monday overlap; let one begin when the other has ended"
    ),
    (
      "[{days: ['mondy']}]",
      "s.json5:1:10: hours[0].days[0]: found \"mondy\", which is not one of the choices; did you mean `monday`?"
    ),
  ])
  func hoursThatCannotBeAreRefused(text: String, sentence: String) {
    #expect(read(text).faults == [sentence])
  }

  @Test(arguments: ["24:01", "23:60", "99:00", "0800", "08:0x", "-1:00", "08:00 ", ""])
  func whatIsNoTimeOfDayIsRefused(text: String) {
    #expect(read("[{to: '\(text)'}]").faults.count == 1)
  }

  /// 2026-11-22 was a Sunday, 1969-12-29 a Monday.
  @Test(arguments: [
    ("2026-11-22T00:00:00", 518_400), ("2026-11-23T00:00:01", 1), ("1970-01-01T00:00:00", 259_200),
    ("1969-12-29T00:00:00", 0), ("1969-12-28T23:59:59", 604_799), ("0001-01-01T00:00:00", 0),
  ])
  func theWeekBeginsOnMonday(text: String, seconds: Int64) {
    var time = Scenario.Time()
    #expect(time.sinceMonday == .zero)
    time.start = LocalDateTime(text)
    #expect(time.sinceMonday == Milliseconds(seconds * 1_000))
  }

  @Test func namesOfAListAreDistinct() throws {
    var parser = JSON5Parser("['a', 'b', 'a']")
    var faults = Faults()
    let shape = Shape<String>.name.list().distinct { $0 }
    #expect(try shape.read(parser.parse(), "stations", &faults) == nil)
    #expect(
      faults.sorted.map { $0.sentence(file: "s") } == [
        "s:1:1: stations: the name `a` is given twice; give each one its own"
      ])
  }
}
