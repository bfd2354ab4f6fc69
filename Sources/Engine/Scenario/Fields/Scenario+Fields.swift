import Foundation
import JSON5
package import Quantities

extension Shape<String> {
  /// The shape of a name that is safe as a folder name: no `/`, no control characters, no leading dot, and nothing that
  /// would begin a spreadsheet formula.
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
  /// The shape of the name of a time zone.
  fileprivate static var timeZone: Self {
    text("the IANA name of a time zone, such as Europe/Paris") { TimeZone(identifier: $0) != nil }
  }
}

extension Scenario {
  /// Whether the scenario names a file of people, trips or orders.
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
          "The IANA time zone of the local clock, such as `Europe/Paris`; recorded times with a UTC offset are converted to it. "
            + "`null`: recorded times are local, and all UTC offsets in a file must be the same."
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

/// The rules of attempts and cycles: the common part of `matching` in every market.
package protocol CycleRules {
  /// The number of attempts in a cycle, including the first.
  var attempts: Int { get set }
  /// The time from the end of an attempt to the next one.
  var retryInterval: Milliseconds { get set }
  /// The maximum number of cycles, including the first.
  var maxCycles: Int { get set }
  /// The rules for starting another cycle.
  var relaunch: Scenario.Relaunch { get set }
}

extension CycleRules {
  package static var cycleFields: [Field<Self>] {
    [
      Field(
        "attempts", \.attempts, .integer(1, to: 1_000),
        "The maximum number of matching attempts per cycle, including the first."),
      Field(
        "retry_interval_s", \.retryInterval, .seconds(), "The delay from the end of an attempt to the next."
      )
      .idle("a cycle has only one attempt (`attempts` is 1)") { $0.attempts == 1 },
      Field(
        "max_cycles", \.maxCycles, .integer(1, to: 1_000),
        "The maximum number of cycles, including the first."
      )
      .idle("no further cycle is started (`relaunch.probability` is 0)") {
        $0.maxCycles > 1 && $0.relaunch.probability == 0
      },
      Field(
        "relaunch", \.relaunch, .object(Scenario.Relaunch.members),
        "Further cycles after a cycle has failed and the requester has been notified."
      ).idle("there is only one cycle (`max_cycles` is 1)") {
        $0.maxCycles == 1 && $0.relaunch.probability > 0
      },
    ]
  }
}

/// The rules of answers to offers: the common part of `behaviour` in every market.
package protocol AnswerRules {
  /// The time from an offer to its answer.
  var answerDelay: Milliseconds { get set }
  /// The probability of a decline.
  var declineProbability: Double { get set }
}

extension AnswerRules {
  package static var answerFields: [Field<Self>] { answerFields(provider: "provider") }

  /// Returns the fields of these rules; their descriptions refer to the provider as `provider`.
  package static func answerFields(provider: String) -> [Field<Self>] {
    [
      Field(
        "answer_delay_s", \.answerDelay, .seconds(), "The time from an offer to the \(provider)'s answer."),
      Field(
        "decline_probability", \.declineProbability, .share,
        "The probability that a \(provider) declines an offer."),
    ]
  }
}

/// The patience of the requester: the common part of `behaviour` in every market.
package protocol PatienceRules {
  /// The time from submission until the requester leaves; nil: never.
  var patience: Milliseconds? { get set }
}

extension PatienceRules {
  /// Returns the field for the patience; `meaning` is its description, which names the event that ends the wait.
  package static func patienceFields(_ meaning: String) -> [Field<Self>] {
    [Field("patience_s", \.patience, orNull: .seconds(), meaning)]
  }
}

extension Scenario.Relaunch {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field("probability", \.probability, .share, "The probability that another cycle is started."),
        Field("delay_s", \.delay, .seconds(), "The delay from the notification to the next cycle.")
          .idle("no further cycle is started (`probability` is 0)") { $0.probability == 0 },
      ])
  }
}

extension Scenario.Hours {
  /// The shape of hours as text.
  package static var shape: Shape<Self> {
    let text = Shape<String>.text(
      "hours like `\"mon-fri 08:00-12:00 13:00-18:00; sat 09:00-13:00\"`, or `\"always\"`")
    return Shape(
      declaration: text.declaration,
      read: { node, path, faults in
        guard let written = text.read(node, path, &faults) else { return nil }
        do throws(Fault) { return try Self(written) } catch {
          faults.add(.conflict(error.description), at: path, node.origin)
          return nil
        }
      },
      write: { hours, _ in .text(hours.text) })
  }
}

extension WeeklyHours {
  /// The shape of hours as text.
  package static var shape: Shape<Self> {
    Scenario.Hours.shape.map({ Self($0.spans) }, { Scenario.Hours(spans: $0.spans) })
  }
}

extension Shape<Milliseconds> {
  /// Returns the shape of a time of day in hours and minutes, up to `24:00`.
  package static func timeOfDay() -> Self {
    Shape<String>.text(
      "a time of day like `\"08:30\"`, at most `\"24:00\"`", pattern: #"^(([01]\d|2[0-3]):[0-5]\d|24:00)$"#
    ) {
      Scenario.Hours.time($0[...]) != nil
    }.map(
      { Milliseconds(Scenario.Hours.time($0[...]) ?? 0) }, { Scenario.Hours.clock($0.rawValue) })
  }
}
