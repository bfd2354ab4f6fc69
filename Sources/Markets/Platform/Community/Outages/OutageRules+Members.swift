import JSON5
import Lifecycle
import Quantities
import Scenario
import Statistics

/// An outage at a fixed time, as given in scenarios.
private struct OutageWindow: Hashable {
  var from = Milliseconds.zero
  var to = Milliseconds.zero

  static var members: Members<Self> {
    Members(
      Self(),
      [
        Field("from_s", \.from, .seconds(), isRequired: true, "The start of the outage."),
        Field("to_s", \.to, .seconds(), isRequired: true, "The end of the outage."),
      ],
      check: { checked, faults in
        if checked.value.from >= checked.value.to {
          checked.conflict(
            "the outage ends before it begins, or at once; give a to_s above from_s", ["to_s", "from_s"],
            &faults)
        }
      })
  }
}

extension OutageRules {
  /// The fields of outages.
  ///
  /// - Parameter stopsLine: whether the market has a line of stations that an outage may stop.
  static func members(stopsLine: Bool) -> Members<Self> {
    Members(
      Self(times: .drawn(between: .exponential(mean: 604_800), repair: .exponential(mean: 3_600))),
      [
        Field("times", \.times, Times.shape, isRequired: true, "The times of outages."),
        Field(
          "calls", \.calls, .oneOf,
          "The handling of attempts due during an outage: `wait`, they are made in order when it ends; `lost`, they fail,"
            + " and requesters retry after the market's interval or give up."),
      ]
        + (stopsLine
          ? [
            Field(
              "stops_line", \.stopsWork, .boolean,
              "Whether the stations stop during outages too; work in progress is then continued where it was interrupted."
            )
          ] : []))
  }
}

extension OutageRules.Times {
  private struct Drawn {
    var between = Law.exponential(mean: 604_800)
    var repair = Law.exponential(mean: 3_600)
  }

  fileprivate static var shape: Shape<Self> {
    let drawn = Members(
      Drawn(),
      [
        Field("between", \.between, .law(.from(1, to: 1e9)), "The time from a repair to the next failure."),
        Field("repair", \.repair, .law(.from(1, to: 1e9)), "The time from a failure to its repair."),
      ])
    let windows = Members(
      [OutageWindow](),
      [
        Field(
          "windows", \.self,
          Shape<OutageWindow>.object(OutageWindow.members).list(counts: 1...10_000).checked { windows in
            zip(windows, windows.dropFirst()).contains { $0.to > $1.from }
              ? "the outages overlap or are out of order; sort them by from_s, and join those that overlap"
              : nil
          }, isRequired: true, "The outages, in order.")
      ])
    return .union([
      Kind(
        "windows", windows, { .windows($0.map { $0.from..<$0.to }) },
        {
          if case .windows(let windows) = $0 {
            windows.map { OutageWindow(from: $0.lowerBound, to: $0.upperBound) }
          } else {
            nil
          }
        }, "At fixed times."),
      Kind(
        "drawn", drawn, { .drawn(between: $0.between, repair: $0.repair) },
        {
          if case .drawn(let between, let repair) = $0 {
            Drawn(between: between, repair: repair)
          } else {
            nil
          }
        },
        "Alternating random up and down times; the process is stationary at the start of the run."),
    ])
  }
}
