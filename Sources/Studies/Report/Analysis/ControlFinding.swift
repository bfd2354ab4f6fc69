public import Metrics
import Models
import Scenario
public import Statistics
public import Tables

/// The means of a figure, freed of what chance did to the demand and the supply: control variates.
///
/// The numbers of requests and of drivers are Poisson where a rate per hour is given, and the input says what they are on average;
/// other quantities of the input have their means from a sample of it (`InputSample`). A run that has more requests than that is put right
/// by the regression over the replications of its point, on those controls that pay (`ControlChoice`).
public struct ControlFinding: Sendable {
  /// A quantity that differs between runs, and whose mean is known.
  public struct Control: Hashable, Sendable {
    public let name: String
    public let unit: Tables.Unit
    /// A noun phrase for people.
    public let meaning: String
    /// True if its mean comes from a sample.
    public let isSampled: Bool
  }

  /// A point with its means.
  public struct Row: Sendable {
    public let point: StudyTable.Point
    /// The mean of the controls by the input, one per control.
    public let expected: [Double]
    public let plain: RunningStatistics
    /// The controlled mean; nil if the runs are too few, or nothing in them varies.
    public let choice: ControlChoice?

    /// The change of the figure per unit of the control at `index`; nil of one that was not chosen.
    public func coefficient(_ index: Int) -> Double? {
      choice.flatMap { choice in
        choice.chosen.firstIndex(of: index).map { choice.controlled.coefficients[$0] }
      }
    }

    /// The square of the width of the controlled interval over that of the plain one: below 1 where the controls help.
    public var varianceRatio: Double? {
      guard let interval = choice?.interval(), let plain = plain.interval() else { return nil }
      let ratio = (interval.upperBound - interval.lowerBound) / (plain.upperBound - plain.lowerBound)
      return ratio * ratio
    }
  }

  public let figure: FigureColumn
  public let controls: [Control]
  /// The number of replications of the input that means are sampled from; 0 where none are.
  public let sampleCount: Int
  /// The points at which the figure applies, in the order of the study.
  public let rows: [Row]

  /// Takes the means of `figure` at each point of `study`, with what `sample` says of its input.
  ///
  /// - Throws: `ReportError.impossible` where nothing is known beforehand that differs between runs, or runs are too few.
  public init(_ study: StudyTable, _ figure: FigureColumn, _ sample: InputSample? = nil) throws(ReportError) {
    let what = "control variates for \(figure.name)"
    let candidates = [(name: "requests", side: "demand"), (name: "drivers", side: "supply")]
    let numbers = candidates.compactMap { name, side -> Number? in
      guard let control = study.figures.named(name), control != figure else { return nil }
      let expected = study.points.compactMap { study.expected(side, at: $0) }
      return expected.count == study.points.count ? Number(figure: control, expected: expected) : nil
    }
    let drawn = sample?.controls ?? []
    guard !numbers.isEmpty || !drawn.isEmpty else {
      throw .impossible(
        what: what,
        reason:
          "the input states nothing that differs from run to run; the numbers of requests and drivers do where"
          + " demand.per_hour or supply.per_hour gives a rate, with supply.count and demand.count they are exact"
      )
    }
    self.figure = figure
    sampleCount = sample?.count ?? 0
    controls =
      numbers.map {
        Control(
          name: $0.figure.name, unit: $0.figure.unit, meaning: "number of \($0.figure.name)", isSampled: false
        )
      } + drawn.map { Control(name: $0.name, unit: $0.unit, meaning: $0.meaning, isSampled: true) }
    rows = study.points.enumerated().compactMap { index, point in
      let plain = point.statistics(figure)
      guard plain.count > 0 else { return nil }
      return Self.row(point, plain, figure, numbers, at: index, sample?.points[index])
    }
    guard rows.contains(where: { $0.choice != nil }) else {
      throw .impossible(
        what: what,
        reason:
          "needs \(ControlChoice.leastCount) replications or more of a point, in which the figure varies"
      )
    }
  }

  /// A number of travellers whose mean the input states for each point.
  private struct Number {
    let figure: FigureColumn
    let expected: [Double]
  }

  private static func row(
    _ point: StudyTable.Point, _ plain: RunningStatistics, _ figure: FigureColumn, _ numbers: [Number],
    at index: Int, _ sample: InputSample.Point?
  ) -> Row {
    let expected = numbers.map { $0.expected[index] } + (sample?.means ?? [])
    let complete = point.runs.compactMap { run -> (value: Double, offsets: [Double])? in
      let counted = numbers.compactMap { run[$0.figure] }
      guard let value = run[figure], counted.count == numbers.count else { return nil }
      let all = counted + (sample?.values[run.key] ?? [])
      guard all.count == expected.count else { return nil }
      return (value, zip(all, expected).map { $0 - $1 })
    }
    let exact = numbers.count
    let covariance = expected.indices.map { a in
      expected.indices.map { b in a < exact || b < exact ? 0 : sample?.covariance[a - exact][b - exact] ?? 0 }
    }
    return Row(
      point: point, expected: expected, plain: plain,
      choice: ControlChoice(
        complete.map(\.value), controls: complete.map(\.offsets), covariance: covariance))
  }

  /// Whether a control is used at some point.
  public var usesControls: Bool { rows.contains { !($0.choice?.chosen ?? []).isEmpty } }

  /// The mean over the points of the squared widths, as shares of those of plain means.
  public var varianceRatio: Double {
    let ratios = rows.compactMap(\.varianceRatio)
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
