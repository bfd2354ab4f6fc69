import CarpoolScenario
import JSON5
import Quantities
import Scenario
import Testing

/// Hours of the week, as markets declare them.
@Suite struct HoursTests {
  private let hour: Int64 = 3_600_000

  private func fault(_ text: String) -> String? {
    do throws(Scenario.Hours.Fault) {
      _ = try Scenario.Hours(text)
      return nil
    } catch {
      return error.description
    }
  }

  @Test func textBecomesSpansOfTheWeek() throws {
    let hours = try Scenario.Hours("mon,tue 08:30-12:00; sun 22:00-24:00 ; mon 00:00-08:30 14:00-15:00")
    #expect(
      hours.spans == [
        0..<12 * hour, 14 * hour..<15 * hour, 32 * hour + hour / 2..<36 * hour, 166 * hour..<168 * hour,
      ])
    #expect(try Scenario.Hours("sat-mon 00:00-24:00").spans == [0..<24 * hour, 120 * hour..<168 * hour])
    for always in ["always", "daily 00:00-24:00", " always "] {
      #expect(try Scenario.Hours(always) == Scenario.Hours())
    }
    #expect(Scenario.Hours().spans == [0..<168 * hour])
    #expect(Scenario.Hours(spans: hours.spans) == hours)
  }

  @Test(arguments: [
    ("mon,tue,wed,thu,fri 08:00-12:00 13:00-18:00; sat 09:00-13:00", nil),
    ("mon-fri 08:00-12:00 13:00-18:00; sat 09:00-13:00", nil), ("wed 00:00-24:00", nil),
    ("fri 22:00-24:00; sat 00:00-06:00", nil), ("daily 10:00-11:00", "mon-sun 10:00-11:00"),
    ("sun-tue 01:00-02:00", "mon-tue 01:00-02:00; sun 01:00-02:00"), ("daily 00:00-24:00", "always"),
    ("mon 08:00-09:00 09:00-10:00", "mon 08:00-10:00"),
  ])
  func hoursAreWrittenAsTextThatIsReadBack(text: String, written: String?) throws {
    let hours = try Scenario.Hours(text)
    #expect(try Scenario.Hours(hours.text) == hours)
    if let written { #expect(hours.text == written) }
    #expect(Scenario.Hours.shape.write(hours, .reload) == .text(hours.text))
  }

  @Test(arguments: [
    ("", "no hours are given; write them like `mon-fri 09:00-18:00`, or `always`"),
    (";", "no hours are given; write them like `mon-fri 09:00-18:00`, or `always`"),
    ("mon", "`mon` has no hours; append them, as in `mon 09:00-18:00`"),
    (
      "monday 08:00-09:00",
      "`monday` is not a day; write mon, tue, wed, thu, fri, sat, sun, a range such as mon-fri, or daily"
    ),
    ("mon 08:00", "`08:00` is not a range of hours; write it like 09:00-18:00"),
    ("mon 8:00-9:00", "`8:00-9:00` is not a range of hours; write it like 09:00-18:00"),
    ("mon 23:00-24:01", "`23:00-24:01` is not a range of hours; write it like 09:00-18:00"),
    ("mon 22:60-23:00", "`22:60-23:00` is not a range of hours; write it like 09:00-18:00"),
    (
      "mon 17:00-08:00",
      "`17:00-08:00` ends before it begins; swap the ends, or split a night into two ranges, to 24:00 and from 00:00"
    ),
    (
      "mon 17:00-17:00",
      "`17:00-17:00` ends before it begins; swap the ends, or split a night into two ranges, to 24:00 and from 00:00"
    ),
    (
      "mon-wed 08:00-12:00; wed 11:59-13:00",
      "`11:59-13:00` begins before the previous range has ended; give ranges that do not overlap"
    ),
  ])
  func hoursThatCannotBeAreRefused(text: String, sentence: String) {
    #expect(fault(text) == sentence)
  }

  @Test func aFaultStandsAtItsField() throws {
    var parser = JSON5Parser("{hours: 'mon 9-10'}")
    var faults = Faults()
    let root = try parser.parse()
    let node = try #require(root["hours"])
    #expect(Scenario.Hours.shape.read(node, "hours", &faults) == nil)
    #expect(
      faults.sorted.map { $0.sentence(file: "s") } == [
        "s:1:9: hours: `9-10` is not a range of hours; write it like 09:00-18:00"
      ])
  }

  @Test(arguments: [
    ("00:00", 0), ("08:30", 510), ("24:00", 1_440), ("24:01", nil), ("23:60", nil), ("0800", nil),
    ("08:0x", nil),
    ("-1:00", nil), ("08:00 ", nil), ("", nil),
  ])
  func aTimeOfDayIsHoursAndMinutes(text: String, minutes: Int64?) {
    var faults = Faults()
    let shape = Shape<Milliseconds>.timeOfDay()
    let node = Node(value: .text(text), origin: .file(line: 1, column: 1))
    #expect(shape.read(node, "at", &faults) == minutes.map { Milliseconds($0 * 60_000) })
    #expect(faults.list.isEmpty == (minutes != nil))
    if let minutes { #expect(shape.write(Milliseconds(minutes * 60_000), .reload) == .text(text)) }
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
        "s:1:1: stations: the name `a` is given twice; names must be unique"
      ])
  }
}
