import Quantities
package import Scenario

extension Scenario.Trips {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "file", \.file, .file, isRequired: true, "The path of the file, relative to the scenario's folder."),
        .columns(\.columns),
        Field(
          "format", \.format, .oneOf,
          "The format of the file: `taxi`, New York's yellow and green taxi records as published from 2009 to 2016;"
            + " `chicago`, Chicago's taxi trips; `divvy`, Chicago's bicycle trips from 2020 on; `announcements`,"
            + " drivers and riders of one day, each with an earliest departure and a latest arrival, in minutes since"
            + " midnight; or `carpools`, the French carpool register, with one row per passenger."
        ),
        Field(
          "driver_share", \.driverShare, .share,
          "The share of the trips that become drivers; the others become requests."
        ).idle("announcements specify who drives (`format` is `announcements`)") {
          $0.format == .announcements
        }
        .idle("the register specifies who drives (`format` is `carpools`)") { $0.format == .carpools },
      ] + register + resamplingFields(\.resampling))
  }

  /// The fields for a register of carpools.
  private static var register: [Field<Self>] {
    [
      Field(
        "date", \.date, orAbsent: .day,
        "The day taken from a register of several days, such as `2026-05-18`. `null`: the only day, or the day of"
          + " `time.start`."
      ).idle("only a register covers several days (`format` is not `carpools`)") { $0.format != .carpools },
      Field(
        "blur", \.blur, .boolean, unwrittenAt: true,
        "Whether places and times are drawn uniformly from the intervals to which a register rounds them: places of 2 or 3"
          + " decimals, and times rounded up to ten minutes. `false`: they stay as recorded."
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
          "stop_duration_s", \.stopDuration, .seconds(), "The duration of boarding, and of alighting.")
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
