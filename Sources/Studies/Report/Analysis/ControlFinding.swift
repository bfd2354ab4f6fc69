public import Metrics
import Models
import Scenario
public import Statistics
public import Tables

/// The means of a figure, corrected by control variates for the randomness of demand and supply.
///
/// If arrivals are given as rates per hour, the numbers of requests and drivers are Poisson with known means; other
/// quantities of the input have means estimated from a sample of inputs (`InputSample`). The regression over the
/// replications of a point corrects for deviations from these means, using the controls that reduce the variance
/// (`ControlChoice`).
public struct ControlFinding: Sendable {
  /// A quantity that varies between runs, with a known mean.
  public struct Control: Hashable, Sendable {
    public let name: String
    public let unit: Tables.Unit
    /// A description of the quantity: a noun phrase.
    public let meaning: String
    /// Whether its mean comes from a sample.
    public let isSampled: Bool
  }

  /// A point with its plain and its controlled mean.
  public struct Row: Sendable {
    public let point: StudyTable.Point
    /// The expected value of each control.
    public let expected: [Double]
    public let plain: RunningStatistics
    /// The controlled mean; nil if there are too few runs, or nothing varies.
    public let choice: ControlChoice?

    /// Returns the change of the figure per unit of the control at `index`; nil if it was not chosen.
    public func coefficient(_ index: Int) -> Double? {
      choice.flatMap { choice in
        choice.chosen.firstIndex(of: index).map { choice.controlled.coefficients[$0] }
      }
    }

    /// The squared ratio of the controlled to the plain interval's width: below 1 if the controls help.
    public var varianceRatio: Double? {
      guard let interval = choice?.interval(), let plain = plain.interval() else { return nil }
      let ratio = (interval.upperBound - interval.lowerBound) / (plain.upperBound - plain.lowerBound)
      return ratio * ratio
    }
  }

  public let figure: FigureColumn
  public let controls: [Control]
  /// The number of input replications used for sampled means; 0 if none.
  public let sampleCount: Int
  /// The points with a value of the figure, in study order.
  public let rows: [Row]

  /// Computes the means of `figure` at each point of `study`, using the input quantities in `sample`.
  ///
  /// - Throws: `ReportError.impossible` if there is no control with a known mean, or too few runs.
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
          "no quantity of the input differs between runs; the numbers of requests and drivers do if demand.per_hour and "
          + "supply.per_hour give rates, but are exact with demand.count and supply.count"
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
          "requires at least \(ControlChoice.leastCount) replications of a point, among which the figure varies"
      )
    }
  }

  /// A number of travellers whose mean at each point is given by the input.
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

  /// Whether a control is used at any point.
  public var usesControls: Bool { rows.contains { !($0.choice?.chosen ?? []).isEmpty } }

  /// The mean of the squared width ratios over the points.
  public var varianceRatio: Double {
    let ratios = rows.compactMap(\.varianceRatio)
    return ratios.reduce(0, +) / Double(ratios.count)
  }
}

extension StudyTable {
  /// Returns the expected number of travellers of `side`, demand or supply, for `point`; nil if it is fixed, or
  /// unknown.
  fileprivate func expected(_ side: String, at point: Point) -> Double? {
    guard let input else { return nil }
    func number(_ path: String) -> Double? { input.number(path, parameters, point.values) }
    guard let rate = number("\(side).per_hour"), let duration = number("time.duration_s") else { return nil }
    // The share of a week within the run depends on the profile.
    let isWeekly = Scenario.Hours.dayNames.contains { !input.isAbsent("\(side).profile.\($0)", parameters) }
    guard !isWeekly else { return nil }
    let warmUp = number("time.warm_up_s") ?? 0
    // Drivers count regardless of the warm-up; the number of requests before its end depends on the profile.
    guard side == "demand", warmUp > 0 else { return rate * duration / 3600 }
    let isConstant = ["profile", "od.trips"].allSatisfy { input.isAbsent("\(side).\($0)", parameters) }
    return isConstant ? rate * (duration - warmUp) / 3600 : nil
  }
}
