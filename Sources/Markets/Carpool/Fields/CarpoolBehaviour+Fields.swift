import Quantities
package import Scenario

extension Scenario.Trips {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field("file", \.file, .file, isRequired: true, "The file, relative to the scenario's folder."),
        .columns(\.columns),
        Field(
          "format", \.format, .oneOf,
          "How the file is written: `taxi`, the records of taxis as New York published them from 2009 to 2016, yellow and green;"
            + " `chicago`, those of Chicago's taxis; `divvy`, the trips of Chicago's bicycles from 2020 on; `announcements`,"
            + " those of a day's drivers and riders, each with an earliest departure and a latest arrival, in minutes since"
            + " midnight; or `carpools`, the French register of carpools, in which each row is one passenger in one car."
        ),
        Field(
          "driver_share", \.driverShare, .share,
          "The share of the trips that become drivers; the others become requests."
        ).idle("announcements say who drives (`format` is `announcements`)") { $0.format == .announcements }
          .idle("each car of a register drives (`format` is `carpools`)") { $0.format == .carpools },
      ] + register + resamplingFields(\.resampling))
  }

  /// The fields of a register of carpools.
  private static var register: [Field<Self>] {
    [
      Field(
        "date", \.date, orAbsent: .day,
        "The day of a register of several days that takes part, as `2026-05-18`; `null` if there is one alone, or if `time.start` says"
          + " which."
      ).idle("only a register holds several days (`format` is not `carpools`)") { $0.format != .carpools },
      Field(
        "blur", \.blur, .boolean, unwrittenAt: true,
        "Whether the ends and times of a register are drawn evenly from what its rounding leaves open: places that are cut to 2 or 3"
          + " decimals, times that are rounded up to ten minutes. `false` takes them as they are written."
      ).idle("only a register is rounded (`format` is not `carpools`)") { $0.format != .carpools },
    ]
  }
}

extension Scenario.Behaviour {
  package static var members: Members<Self> {
    Members(
      Self(),
      answerFields(provider: "driver") + [
        Field(
          "driver_cancel_probability", \.driverCancelProbability, .share,
          "The probability that a driver cancels after accepting.")
      ] + patienceFields("The time after submission at which a passenger not yet picked up leaves.") + [
        Field(
          "stop_duration_s", \.stopDuration, .seconds(), "The duration of boarding and of alighting, each.")
      ])
  }
}

extension Scenario.Input {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "longest_trip_m", \.longestTrip, orNull: .metres(),
          "Recorded rows with a longer direct trip are refused; drawn trips are drawn again.")
      ])
  }
}

extension Scenario.Matching: CycleRules {}
extension Scenario.Behaviour: AnswerRules, PatienceRules {}
