import Foundation
import JSON5
import Quantities

extension Shape<String> {
  /// The shape of a name that is safe as a folder name: no `/`, no control characters, no leading point, and no
  /// beginning of a spreadsheet formula.
  package static var name: Self {
    text(
      "a name without `/` that does not begin with `.` or with one of `=+-@`, which spreadsheets would run as a formula",
      pattern: #"^[^./=+@＝＋－＠﹦﹢﹣﹫\x00-\x1f-][^/\x00-\x1f]*$"#
    ) {
      guard let first = $0.unicodeScalars.first else { return false }
      return !".+-".unicodeScalars.contains(first) && !$0.beginsFormula
        && $0.unicodeScalars.allSatisfy { $0 >= " " && $0 != "/" }
    }
  }

  /// The shape of a readable name that may occur in a table.
  package static var label: Self {
    text("a text that does not begin with one of `=+-@`, which spreadsheets would run as a formula") {
      !$0.beginsFormula
    }
  }
}

extension Shape<String> {
  /// The name of a time zone.
  fileprivate static var timeZone: Self {
    text("the IANA name of a time zone, such as Europe/Paris") { TimeZone(identifier: $0) != nil }
  }
}

extension Scenario {
  /// True if the scenario names a file of people, trips or orders.
  fileprivate var readsTimes: Bool { Self.namesRecord(resolved) }

  private static func namesRecord(_ value: JSON) -> Bool {
    (value.members ?? []).contains { member in
      member.key == "trips" && member.value["file"] != nil
        || member.key == "kind" && member.value.words == "recorded"
        || namesRecord(member.value)
    }
  }
}

extension Scenario.Time {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "start", \.start, orNull: .dateTime,
          "The local date and time of second 0. `null`: for recorded trips, the midnight before the first trip."
        ),
        Field(
          "zone", \.zone, orAbsent: .timeZone,
          "The IANA time zone of the local clock, such as `Europe/Paris`; recorded times with a UTC offset are converted to it."
            + " `null`: the clock of a file is the local clock, and all UTC offsets in a file must be the same."
        ).idle { _, scenario in
          scenario.readsTimes ? nil : "no file with times is read"
        },
        Field(
          "duration_s", \.duration, orNull: .seconds(.from(0.001, to: 1e9)),
          "The length of the period in which participants appear; later recorded rows are skipped. `null`: no limit."
        ),
        Field(
          "warm_up_s", \.warmUp, .seconds(),
          "The length of the warm-up; requests submitted during it are excluded from the summary."),
        Field(
          "horizon_s", \.horizon, orNull: .seconds(.from(0.001, to: 1e9)),
          "The time at which the run is cut off. `null`: the run ends when all activity has ended."),
      ],
      check: { checked, faults in
        let time = checked.value
        if let horizon = time.horizon, horizon <= time.warmUp {
          checked.conflict(
            "the run ends (horizon_s) before its warm-up (warm_up_s); give a later horizon_s",
            ["horizon_s", "warm_up_s"], &faults)
        }
        if let duration = time.duration, duration <= time.warmUp {
          checked.conflict(
            "the warm-up (warm_up_s) takes up the whole period (duration_s); give a shorter warm-up",
            ["warm_up_s", "duration_s"], &faults)
        }
      })
  }
}
