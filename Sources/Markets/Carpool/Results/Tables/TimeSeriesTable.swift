import Metrics
public import Tables

extension CarpoolTable {
  /// A row per interval of simulated time.
  public static let timeseries = Table<TimeSeries.Interval>(
    "timeseries",
    "A row per interval: flows within [from_s, to_s), states just before to_s; excluding probes and refused rows.",
    key: ["from_s"], constant: .runID,
    columns: [
      .from { $0.from }, .to { $0.to },
      .count("drivers_active", "Drivers announced and not yet arrived, at the end of the interval.") {
        $0.driversActive
      },
      .count("requests_submitted", "Requests submitted in the interval.") { $0.requestsSubmitted },
      .count("matches", "Attempts whose acceptance came in the interval.") { $0.matches },
      .count("pickups", "Pickup stops at which a car arrived in the interval.") { $0.pickups },
      .count("dropoffs", "Drop-off stops at which a car arrived in the interval.") { $0.dropoffs },
      .count(
        "requests_waiting",
        "Requests submitted and neither picked up nor gone nor given up, at the interval's end."
      ) { $0.requestsWaiting },
      .count("passengers_on_board", "Persons picked up and not yet dropped off, at the interval's end.") {
        $0.passengersOnBoard
      },
      .ratio(
        "match_rate",
        "Share of the requests submitted in the interval that were ever matched; excluding those in progress.",
        formula: "ever matched ÷ submitted"
      ) { $0.matchRate },
      .decimal(
        "mean_time_to_match_s", .seconds,
        "Mean over the matches made in the interval; counted as time_to_match_s of requests.csv.",
        formula: "mean(answered_s − submit_s)"
      ) { $0.meanTimeToMatch },
      .decimal(
        "mean_detour_s", .seconds,
        "Mean added detour of the matches made in the interval, as computed for the offer.",
        formula: "mean(detour_s of attempts.csv)"
      ) { $0.meanDetour },
    ])
}
