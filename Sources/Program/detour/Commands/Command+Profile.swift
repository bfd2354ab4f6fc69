import Foundation
import Ground
import JSON5
import Quantities
import Scenario

extension Command {
  static let profile = Command(
    name: "profile", summary: "find how the rate of recorded trips varies over the week",
    operands: [Operand(name: "FILE", kind: .path)],
    options: [
      Option(
        name: "--column", value: "NAME",
        help: "the column of the times; else pickup_datetime, submit_s or depart_s, the first that is there"),
      Option(
        name: "--start", value: "DATETIME",
        help: "the date and time from which the file counts seconds, or times of day; dates need none"),
      Option(
        name: "--time-zone", value: "ZONE",
        help: """
          the IANA name of the zone whose clock the rates follow, as Europe/Paris; needed where offsets from UTC differ
          """),
      Option(
        name: "--parts", value: "N", kind: .number,
        help: "the equal parts of a day that get a rate of their own",
        standard: "24"),
    ],
    discussion: """
      Prints the fields per_hour and profile, trips an hour, for the supply or the demand of a scenario, as JSON. A
      weekday's rates are the mean over its days in the record; weekdays that the record does not have are left out, and
      nothing arises on them. In a run, time.start says which day it is.
      """,
    example: "detour profile Scenarios/demand/requests.csv --start 2026-05-18T08:00:00"
  ) { arguments, command in
    let parts = try arguments.numberOrStandard("--parts")
    guard parts >= 1, parts <= 1_440, let whole = Int(exactly: parts) else {
      throw command.misuse("--parts \(JSON.shortest(parts)): give a whole number from 1 to 1440")
    }
    var start: LocalDateTime?
    if let text = arguments.value("--start") {
      start = LocalDateTime(text)
      guard start != nil else {
        let form = RightForm.ofTime(text).map { $0.contains("T") ? $0 : "2026-05-18T\($0):00" }
        throw command.misuse("--start \(text): give a date and time like \(form ?? "2026-05-18T08:00:00")")
      }
    }
    let zone = arguments.value("--time-zone")
    if let zone, TimeZone(identifier: zone) == nil {
      throw command.misuse("--time-zone \(zone): give the IANA name of a time zone, such as Europe/Paris")
    }
    let week = try RecordedWeek(
      contentsOf: arguments.operands[0], column: arguments.value("--column"), start: start, zone: zone,
      parts: whole)
    guard week.trips > 0 else { throw SynthesisError(.noRows(file: arguments.operands[0])) }
    if !week.missingDays.isEmpty {
      Detour.warn(
        "the record has no \(week.missingDays.joined(separator: ", ")), and in the profile nothing arises then"
      )
    }
    print(week.fields.indented, terminator: "")
    return ExitCode.success
  }
}
