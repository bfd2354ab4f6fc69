import Foundation
import JSON5
import Markets
import Quantities
import Scenario
import Statistics

/// The values of every point, as text for scenarios.
struct StudyDesign {
  let fields: [String]
  let overrides: [String]
  /// One value per field, point by point, in the order of the results.
  private(set) var points: [[String]]
  /// The indices of points that belong together. For `morris`: those of a trajectory, in the order of its steps. For
  /// `saltelli`: those of a row, namely A, B and, for each field, A with the field's value in B. Empty for other
  /// designs.
  var groups: [[Int]] = []

  /// Creates the points of `plan`; integer fields of `base` get integers.
  ///
  /// - Throws: `StudyError.plan` if the plan is impossible.
  init(_ plan: StudyPlan, _ base: Scenario) throws(StudyError) {
    fields = plan.variations.map(\.field)
    overrides = plan.overrides
    switch plan.design.method {
    case .grid: points = try Self.grid(plan.variations)
    case .list: points = Self.list(plan.variations)
    case .lhs, .sobol: points = try Self.drawn(plan, base)
    case .morris: (points, groups) = try Self.screened(plan, base)
    case .saltelli: (points, groups) = try Self.mixed(plan, base)
    }
  }

  static let mostPoints = 1_000_000

  /// Returns the design with the points `more` appended.
  func adding(_ more: [[String]]) -> StudyDesign {
    var design = self
    design.points += more
    return design
  }

  /// Returns every combination of values; the first field varies slowest.
  private static func grid(_ variations: [Variation]) throws(StudyError) -> [[String]] {
    var points: [[String]] = [[]]
    for variation in variations {
      guard let values = variation.gridValues else {
        throw .plan(
          "a grid requires the number of values of `\(variation.field)`; give start:stop:count")
      }
      guard points.count * values.count <= mostPoints else {
        throw .plan("the grid has more than \(mostPoints) points; give fewer values")
      }
      points = points.flatMap { point in values.map { point + [$0] } }
    }
    return points
  }

  /// Returns a point with the first values of all fields, one with the second values, and so on.
  private static func list(_ variations: [Variation]) -> [[String]] {
    let columns = variations.map { $0.gridValues ?? [] }
    return (0..<(columns.map(\.count).min() ?? 0)).map { row in columns.map { $0[row] } }
  }

  private static func drawn(_ plan: StudyPlan, _ base: Scenario) throws(StudyError) -> [[String]] {
    guard let count = plan.design.points else {
      throw .plan("the design `\(plan.design.method.rawValue)` requires a number of points")
    }
    let dimensions = plan.variations.count
    if plan.design.method == .sobol, dimensions > SpaceFillingDesign.mostSobolDimensions {
      throw .plan(
        "Sobol' points have at most \(SpaceFillingDesign.mostSobolDimensions) dimensions, but the study varies"
          + " \(dimensions) fields; choose the design lhs")
    }
    let cube =
      plan.design.method == .lhs
      ? SpaceFillingDesign.latinHypercube(count: count, dimensions: dimensions, seed: plan.design.seed)
      : SpaceFillingDesign.shiftedSobol(count: count, dimensions: dimensions, seed: plan.design.seed)
    let areWhole = plan.variations.map { base.holdsInteger($0.field) }
    return cube.map { point in
      point.indices.map { plan.variations[$0].value(at: point[$0], isWhole: areWhole[$0]) }
    }
  }

  /// Returns the points of trajectories, without duplicates even if several trajectories pass through the same point.
  private static func screened(
    _ plan: StudyPlan, _ base: Scenario
  ) throws(StudyError) -> (points: [[String]], trajectories: [[Int]]) {
    guard let count = plan.design.trajectories else {
      throw .plan("the design `morris` requires a number of trajectories")
    }
    let design = plan.design
    guard design.levels >= 2, design.levels.isMultiple(of: 2) else {
      throw .plan("the design `morris` has \(design.levels) levels; give an even number, such as 4")
    }
    let areWhole = plan.variations.map { base.holdsInteger($0.field) }
    var points = PointList()
    var trajectories: [[Int]] = []
    for trajectory in MorrisDesign.trajectories(
      parameters: plan.variations.count, levels: design.levels, count: count, seed: design.seed)
    {
      let places = trajectory.map { levels in
        let values = levels.indices.map {
          plan.variations[$0].value(atLevel: levels[$0], isWhole: areWhole[$0])
        }
        return points.place(of: values)
      }
      if let step = places.indices.dropFirst().first(where: { places[$0 - 1] == places[$0] }) {
        let changed = trajectory[step].indices.first { trajectory[step][$0] != trajectory[step - 1][$0] } ?? 0
        throw .plan(
          "`\(plan.variations[changed].field)` has only one value in its range; widen the range, or leave the field out"
        )
      }
      trajectories.append(places)
    }
    return (points.values, trajectories)
  }

  /// Returns the points of the rows of Saltelli's design, without duplicates even if several rows share a point.
  private static func mixed(
    _ plan: StudyPlan, _ base: Scenario
  ) throws(StudyError) -> (points: [[String]], rows: [[Int]]) {
    guard let count = plan.design.points else {
      throw .plan("the design `saltelli` requires a number of rows")
    }
    let areWhole = plan.variations.map { base.holdsInteger($0.field) }
    var points = PointList()
    let rows = SaltelliDesign.rows(count: count, parameters: plan.variations.count, seed: plan.design.seed)
    let places = rows.map { row in
      ([row.a, row.b] + row.mixed).map { point in
        points.place(
          of: point.indices.map { plan.variations[$0].value(at: point[$0], isWhole: areWhole[$0]) })
      }
    }
    return (points.values, places)
  }

  /// Returns the scenario of every point, at replication 0, from the `text` of `file`.
  ///
  /// - Parameter progress: called from time to time with the share of points checked, 0 … 1.
  /// - Throws: `ScenarioError` with all faults at any of the points.
  func scenarios(
    _ text: String, _ file: String, progress: (Double) -> Void
  ) throws(ScenarioError) -> [(values: [String], scenario: Scenario)] {
    var faults: [ScenarioFault] = []
    var scenarios: [(values: [String], scenario: Scenario)] = []
    let draft = Scenario.Draft(
      text: text, file: file, overrides: overrides, markets: Markets.scenarios)
    for (number, values) in points.enumerated() {
      if number % 64 == 0 { progress(Double(number) / Double(points.count)) }
      do throws(ScenarioError) {
        let varied = zip(fields, values).map { "\($0)=\($1)" }
        var scenario = try draft.scenario(varied: varied)
        scenario.replication = 0
        scenarios.append((values, scenario))
      } catch {
        // A faulty value occurs at many points.
        faults += error.faults.filter { !faults.contains($0) }
      }
    }
    guard faults.isEmpty else { throw ScenarioError(file: file, faults: faults) }
    return scenarios
  }

  /// Returns a point as text.
  func words(_ values: [String]) -> String { Self.words(fields, values) }

  static func words(_ fields: [String], _ values: [String]) -> String {
    zip(fields, values).map { "\($0) = \($1)" }.joined(separator: ", ")
  }
}

/// Points in order of occurrence, without duplicates.
private struct PointList {
  private(set) var values: [[String]] = []
  private var index: [[String]: Int] = [:]

  /// Returns the index of the point with the values `point`, which is added if new.
  mutating func place(of point: [String]) -> Int {
    if let place = index[point] { return place }
    index[point] = values.count
    values.append(point)
    return values.count - 1
  }
}

extension Variation {
  /// The values in a grid; nil for a range without a count.
  fileprivate var gridValues: [String]? {
    guard let from, let to else { return values }
    guard let count, count > 1 else { return nil }
    return (0..<count).map { number in
      // The ends are exact for any step.
      if number == 0 { return Self.text(from) }
      if number == count - 1 { return Self.text(to) }
      let share = Double(number) / Double(count - 1)
      return Self.text(Self.rounded(between(from, to, share), digits: 12))
    }
  }

  /// Returns the value at the fraction `share` (0 ..< 1) of the range or list.
  func value(at share: Double, isWhole: Bool) -> String {
    guard let from, let to else { return values[Int(share * Double(values.count))] }
    guard isWhole else { return Self.text(Self.rounded(between(from, to, share), digits: 6)) }
    // Every integer has the same share of a linear range.
    let (low, high) = (from.rounded(.up), to.rounded(.down))
    let value = scale == .log ? between(low, high + 1, share) : low + share * (high + 1 - low)
    return Self.text(min(high, value.rounded(.down)))
  }

  /// Returns the fraction of the range or list at which `text` lies, the inverse of `value(at:isWhole:)`; nil for
  /// other values.
  func share(of text: String, isWhole: Bool) -> Double? {
    guard let from, let to else {
      return values.firstIndex(of: text).map { (Double($0) + 0.5) / Double(values.count) }
    }
    guard let value = Double(text), to > from else { return nil }
    switch scale {
    case .log: return Rounded.log(value / from) / Rounded.log(to / from)
    case .linear:
      let (low, high) = (from.rounded(.up), to.rounded(.down))
      return isWhole ? (value - low + 0.5) / (high + 1 - low) : (value - from) / (to - from)
    }
  }

  /// Returns the value at the fraction `share` (0 … 1, including both ends) of the range or list.
  fileprivate func value(atLevel share: Double, isWhole: Bool) -> String {
    guard let from, let to else {
      return values[min(values.count - 1, Int(share * Double(values.count)))]
    }
    guard isWhole else {
      // The ends are exact for any step.
      if share == 0 || share == 1 { return Self.text(share == 0 ? from : to) }
      return Self.text(Self.rounded(between(from, to, share), digits: 12))
    }
    return Self.text(between(from.rounded(.up), to.rounded(.down), share).rounded())
  }

  private func between(_ from: Double, _ to: Double, _ share: Double) -> Double {
    switch scale {
    case .linear: from + share * (to - from)
    case .log: Rounded.exp(Rounded.log(from) + share * (Rounded.log(to) - Rounded.log(from)))
    }
  }

  /// Returns `value` rounded to `digits` significant digits: the last bits differ between processors, and
  /// more digits are hard to read.
  private static func rounded(_ value: Double, digits: Int) -> Double {
    Double(String(format: "%.\(digits - 1)e", value)) ?? value
  }

  private static func text(_ value: Double) -> String { JSON.number(value).compact }
}
