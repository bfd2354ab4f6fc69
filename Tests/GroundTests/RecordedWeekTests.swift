import Foundation
import JSON5
import Quantities
import Scenario
import Tables
import Testing

@testable import Ground

@Suite struct RecordedWeekTests {
  private func week(
    _ text: String, column: String? = nil, start: String? = nil, parts: Int = 4
  ) throws -> RecordedWeek {
    let file = FileManager.default.temporaryDirectory.appending(path: "week-\(UUID().uuidString).csv")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try RecordedWeek(
      contentsOf: file.path, column: column, start: start.flatMap { LocalDateTime($0) }, parts: parts)
  }

  /// The layouts of New York and Chicago, of which the latter's dates may have the month first.
  @Test(arguments: [
    "Trip_Pickup_DateTime\n2026-05-06 06:00:00\n", "lpep_pickup_datetime,x\n2026-05-06 06:00:00,1,,\n",
    "Trip Start Timestamp\n05/06/2026 06:00:00 AM\n", "started_at\n5/6/2026 6:00\n",
  ])
  func publishedTimesAreFoundByTheirNames(text: String) throws {
    let week = try week(text)
    #expect(week.days == [0, 0, 1, 0, 0, 0, 0])
    let wednesday: [Double]? = [0, 1.0 / 6, 0, 0]
    #expect(week.profile.days[2] == wednesday)
  }

  /// In other columns 5/6/2026 may be a day of June.
  @Test func datesThatMayBeMisreadAreRefused() {
    #expect(throws: TableError.self) { try week("pickup_datetime\n5/6/2026 6:00\n") }
  }

  /// Two Mondays, one of them quiet, and the Tuesday between.
  @Test func ratesAreMeansOverTheDaysOfTheRecord() throws {
    let week = try week(
      """
      pickup_datetime
      2026-05-18 06:00:00
      2026-05-18 05:59:59
      2026-05-18 23:59:59
      2026-05-19 12:00:00
      2026-05-25 06:30:00
      """)
    #expect(week.trips == 5 && week.missingDays.isEmpty)
    #expect(week.days == [2, 1, 1, 1, 1, 1, 1])
    let monday: [Double]? = [1.0 / 12, 2.0 / 12, 0, 1.0 / 12]
    let tuesday: [Double]? = [0, 0, 1.0 / 6, 0]
    let quiet: [Double]? = [0, 0, 0, 0]
    #expect(week.profile.days[0] == monday && week.profile.days[1] == tuesday)
    #expect(week.profile.days[2] == quiet)
  }

  /// A run of a weekday has on average as many as the record has on such a day.
  @Test func theFieldsRepeatTheRecord() throws {
    let rows = (0..<90).map { "\($0),\($0 * 1_900)" }.joined(separator: "\n")
    let week = try week("request_id,submit_s\n\(rows)\n", start: "2026-05-23T00:00:00", parts: 24)
    #expect(week.missingDays == ["mon", "tue", "wed", "thu", "fri"])
    guard case .object(let members) = week.fields else { return }
    #expect(members.map(\.key) == ["per_hour", "profile"])
    var arrivals = Scenario.Arrivals()
    arrivals.perHour = week.profile.mean
    arrivals.profile = .week(week.profile)
    var time = Scenario.Time()
    time.duration = Milliseconds(86_400_000)
    let expectations: [(day: Int, number: Double)] = [(23, 46), (24, 44)]
    for (day, expected) in expectations {
      time.start = LocalDateTime("2026-05-\(day)T00:00:00")
      #expect(abs(arrivals.mean(in: time) - expected) < 1e-9)
    }
  }

  @Test func faultsAreTold() {
    #expect(throws: TableError.self) { _ = try week("submit_s\n17\n") }
    #expect(throws: TableError.self) { _ = try week("time\n17\n") }
    #expect(throws: TableError.self) {
      _ = try week("pickup_datetime\n1900-01-01 00:00:00\n2026-05-18 00:00:00\n")
    }
  }
}
