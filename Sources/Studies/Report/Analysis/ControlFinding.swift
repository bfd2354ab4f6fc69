public import Metrics
import Scenario
public import Statistics

/// The means of a figure, freed of what chance did to the demand and the supply: control variates.
///
/// The numbers of requests and of drivers are Poisson where a rate per hour is given, and the input says what they are on average. A
/// run that has more requests than that is put right by the regression over the replications of its point (`ControlledMean`).
public struct ControlFinding: Sendable {
  /// A point with its means.
  public struct Row: Sendable {
    public let point: StudyTable.Point
    /// The mean of the controls by the input, one per control.
    public let expected: [Double]
    public let plain: RunningStatistics
    /// The controlled mean; nil if the runs are too few, or nothing in them varies.
    public let controlled: ControlledMean?
  }

  public let figure: FigureColumn
  public let controls: [FigureColumn]
  /// The points at which the figure applies, in the order of the study.
  public let rows: [Row]

  /// Takes the means of `figure` at each point of `study`.
  ///
  /// - Throws: `ReportError.impossible` where no number is known beforehand that differs between runs, or runs are too few.
  public init(_ study: StudyTable, _ figure: FigureColumn) throws(ReportError) {
    let what = "control variates for \(figure.name)"
    let candidates = [(name: "requests", side: "demand"), (name: "drivers", side: "supply")]
    let known = candidates.compactMap { candidate -> (figure: FigureColumn, expected: [Double])? in
      guard let control = study.figures.named(candidate.name), control != figure else { return nil }
      let expected = study.points.compactMap { study.expected(candidate.side, at: $0) }
      return expected.count == study.points.count ? (control, expected) : nil
    }
    guard !known.isEmpty else {
      throw .impossible(
        what: what,
        reason:
          "the input states no number that differs from run to run; the numbers of requests and drivers do where"
          + " demand.per_hour or supply.per_hour gives a rate, with supply.count and demand.count they are exact"
      )
    }
    self.figure = figure
    controls = known.map(\.figure)
    rows = study.points.enumerated().compactMap { index, point in
      let expected = known.map { $0.expected[index] }
      let complete = point.runs.compactMap { run -> (value: Double, offsets: [Double])? in
        let offsets = zip(known, expected).compactMap { control, mean in run[control.figure].map { $0 - mean }
        }
        guard let value = run[figure], offsets.count == known.count else { return nil }
        return (value, offsets)
      }
      let plain = point.statistics(figure)
      guard plain.count > 0 else { return nil }
      return Row(
        point: point, expected: expected, plain: plain,
        controlled: ControlledMean(complete.map(\.value), controls: complete.map(\.offsets)))
    }
    guard rows.contains(where: { $0.controlled != nil }) else {
      throw .impossible(
        what: what,
        reason: "needs \(known.count + 4) replications or more of a point, in which the figure varies")
    }
  }

  /// The mean over the points of the variance that is left, as a share of that of plain means.
  public var varianceRatio: Double {
    let ratios = rows.compactMap { $0.controlled?.varianceRatio }
    return ratios.reduce(0, +) / Double(ratios.count)
  }
}

extension StudyTable {
  /// The mean number of travellers of `side`, demand or supply, that the input states for `point`; nil where it is exact, or
  /// unknown.
  fileprivate func expected(_ side: String, at point: Point) -> Double? {
    guard let input else { return nil }
    func number(_ path: String) -> Double? { input.number(path, parameters, point.values) }
    guard let rate = number("\(side).per_hour"), let duration = number("time.duration_s") else { return nil }
    // How much of a week falls into the run, its profile would have to say.
    let isWeekly = Scenario.Hours.dayNames.contains { !input.isAbsent("\(side).profile.\($0)", parameters) }
    guard !isWeekly else { return nil }
    let warmUp = number("time.warm_up_s") ?? 0
    // Drivers count whatever the warm-up; of requests before its end a profile would have to say how many there are.
    guard side == "demand", warmUp > 0 else { return rate * duration / 3600 }
    let isConstant = ["profile", "od.trips"].allSatisfy { input.isAbsent("\(side).\($0)", parameters) }
    return isConstant ? rate * (duration - warmUp) / 3600 : nil
  }
}
