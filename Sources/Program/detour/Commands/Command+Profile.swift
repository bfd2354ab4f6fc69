import Foundation
import Ground
import JSON5
import Quantities
import Scenario

extension Command {
  static let profile = Command(
    name: "profile", summary: "estimate the weekly profile of recorded trips",
    operands: [Operand(name: "FILE", kind: .path)],
    options: [
      Option(
        name: "--column", value: "NAME",
        help: "the time column; default the first present of pickup_datetime, submit_s and depart_s"),
      Option(
        name: "--start", value: "DATETIME",
        help:
          "for times without dates: the date and time from which seconds count, or the date of times of day"),
      Option(
        name: "--time-zone", value: "ZONE",
        help: """
          the IANA time zone of the rates, such as Europe/Paris; required if UTC offsets differ
          """),
      Option(
        name: "--parts", value: "N", kind: .number,
        help: "the number of equal intervals of the day, each with its own rate",
        standard: "24"),
    ],
    discussion: """
      Prints the fields per_hour and profile, in trips per hour, for the supply or demand of a scenario, as JSON. A
      weekday's rates are means over its days in the record; weekdays missing from the record are omitted and
      have no trips. In a run, time.start determines the weekday.
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
        throw command.misuse("--start \(text): give a date and time such as \(form ?? "2026-05-18T08:00:00")")
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
        "the record has no \(week.missingDays.joined(separator: ", ")), so the profile has no trips on such days"
      )
    }
    print(week.fields.indented, terminator: "")
    return ExitCode.success
  }
}
