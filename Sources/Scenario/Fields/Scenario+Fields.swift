import JSON5
import Quantities

extension Scenario {
  /// Every field of a scenario: its name, unit, range and meaning; the defaults are the structs' own.
  ///
  /// They are made once, since a study reads a scenario at each of its points; nobody changes them.
  package nonisolated(unsafe) static let members = Members(
    Scenario(),
    [
      Field(
        "name", \.name, .name, entersIdentity: false,
        "The name of results and tables; by default the file's name without its extension."),
      Field(
        "description", \.description, .text(), entersIdentity: false, "A sentence for people."),
      Field("seed", \.seed, .integer(0, to: .max), "The master seed of everything that is drawn."),
      Field(
        "replication", \.replication, .integer(0, to: UInt64(UInt32.max)),
        "Which of the independent repetitions of the same scenario this is."),
      Field("time", \.time, .object(Time.members), "When things happen."),
      Field("space", \.space, Space.shape, isRequired: true, "Where cars drive."),
      Field("supply", \.supply, Supply.shape, isRequired: true, "Where drivers come from."),
      Field("demand", \.demand, Demand.shape, isRequired: true, "Where requests come from."),
      Field(
        "trips", \.trips, orNull: .object(Trips.members),
        "Recorded trips that become drivers and requests; needed where a side is of kind `trips`."),
      Field("matching", \.matching, .object(Matching.members), "How requests and drivers are matched."),
      Field("behaviour", \.behaviour, .object(Behaviour.members), "What drivers and passengers do."),
      Field("input", \.input, .object(Input.members), "What input is accepted."),
      Field("results", \.results, .object(Results.members), "What is written."),
    ],
    check: { checked, faults in
      let scenario = checked.value
      if scenario.usesTrips, scenario.trips == nil {
        checked.conflict(
          "a side of kind `trips` needs the field `trips`; give it, as {file: \"trips.csv\"}",
          ["supply", "demand", "trips"], &faults)
      }
      if scenario.drawsArrivals, scenario.time.duration == nil {
        checked.conflict(
          "a side of kind `synthetic` needs a duration; give time.duration_s a number",
          ["time.duration_s", "time", "supply", "demand"], &faults)
      }
      let period = max(scenario.time.duration ?? .zero, scenario.time.horizon ?? .zero)
      let rows = period.rawValue / max(1, scenario.results.interval.rawValue)
      if rows > Results.mostIntervals {
        let most = Int64(Results.mostIntervals)
        let least = Milliseconds((period.rawValue + most - 1) / most).seconds
        checked.conflict(
          "the period would give \(rows) rows of timeseries.csv, and at most \(Results.mostIntervals) are written;"
            + " give \(JSON.number(least).compact) or more",
          ["results.interval_s", "results", "time.duration_s", "time.horizon_s", "time"], &faults)
      }
    })

  private var usesTrips: Bool {
    if case .trips = supply { return true }
    if case .trips = demand { return true }
    return false
  }

  private var drawsArrivals: Bool {
    if case .synthetic = supply { return true }
    if case .synthetic = demand { return true }
    return false
  }
}

extension Shape<String> {
  /// A name that can be a folder's: no `/`, no control characters, no point in front, and nothing that a spreadsheet
  /// would run.
  package static var name: Self {
    text(
      "a name without `/`, and without a point or one of `=+-@` in front, which spreadsheets would run as a formula",
      pattern: #"^[^./=+@\x00-\x1f-][^/\x00-\x1f]*$"#
    ) {
      !$0.isEmpty && !$0.hasPrefix(".") && !$0.beginsFormula && !($0.first.map { "+-".contains($0) } ?? false)
        && $0.unicodeScalars.allSatisfy { $0 >= " " && $0 != "/" }
    }
  }

  /// A name for people, which may come to stand in a table.
  package static var label: Self {
    text("a text without one of `=+-@` in front, which spreadsheets would run as a formula") {
      !$0.beginsFormula
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
          "The local date and time of second 0; for recorded trips by default the midnight before the first."),
        Field(
          "duration_s", \.duration, orNull: .seconds(.from(0.001, to: 1e9)),
          "The period in which drivers and requests arise; later recorded rows are left out, `null` takes all."
        ),
        Field(
          "warm_up_s", \.warmUp, .seconds(), "Requests submitted before this time stay out of the summary."),
        Field(
          "horizon_s", \.horizon, orNull: .seconds(.from(0.001, to: 1e9)),
          "When the run is cut off; `null` drains it, so that nobody is left half-way."),
      ],
      check: { checked, faults in
        let time = checked.value
        if let horizon = time.horizon, horizon <= time.warmUp {
          checked.conflict(
            "the run ends (horizon_s) before its warm-up does (warm_up_s); give a later end",
            ["horizon_s", "warm_up_s"], &faults)
        }
        if let duration = time.duration, duration <= time.warmUp {
          checked.conflict(
            "the warm-up (warm_up_s) takes all of the period (duration_s); give a shorter one",
            ["warm_up_s", "duration_s"], &faults)
        }
      })
  }
}

extension Scenario.Trips {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field("file", \.file, .file, isRequired: true, "The file, relative to the scenario's folder."),
        Field("format", \.format, .oneOf, "How the file is written."),
        Field(
          "driver_share", \.driverShare, .share,
          "The share of the trips that become drivers; the others become requests."),
      ])
  }
}

extension Scenario.Behaviour {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field("answer_delay_s", \.answerDelay, .seconds(), "From an offer to the driver's answer."),
        Field(
          "decline_probability", \.declineProbability, .share, "That a driver says no to an offer."),
        Field(
          "driver_cancel_probability", \.driverCancelProbability, .share,
          "That a driver cancels after accepting."),
        Field(
          "patience_s", \.patience, orNull: .seconds(),
          "How long after submission a request leaves if it has not been picked up."),
        Field("stop_duration_s", \.stopDuration, .seconds(), "What boarding and alighting take, each."),
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

extension Scenario.Results {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "interval_s", \.interval, .seconds(.from(0.001, to: 1e9)), "The length of a row of the time series."
        ),
        Field("co2_kg_per_km", \.co2PerKm, .number(.from(0, to: 100), "kg/km"), "CO₂ per vehicle kilometre."),
        Field(
          "record", \.record, Shape<String>.choice(recordable).list(counts: 0...recordable.count),
          entersIdentity: false,
          "The tables that are written on request; what is recorded changes no result."),
      ])
  }
}
