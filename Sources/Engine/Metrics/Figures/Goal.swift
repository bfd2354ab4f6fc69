import Foundation
public import Statistics
import Tables

/// A search goal: optimise a figure subject to bounds on others.
public struct Goal: Hashable, Sendable {
  public let figure: FigureColumn
  public let direction: Direction
  public let constraints: [Constraint]
  /// The smallest relevant difference of the figure, in its unit; nil: derived from its size.
  public var indifference: Double?
  /// The indifference zone of each constraint, in its figure's unit.
  public let tolerances: [Double]

  /// The default indifference and tolerance of shares, which lie in 0 … 1.
  public static let shareZone = 0.005
  /// The default indifference and tolerance of other figures, relative to their size.
  public static let relativeZone = 0.01

  /// Creates a goal; `tolerances` contains those that differ from the default.
  public init(
    _ figure: FigureColumn, _ direction: Direction, subjectTo constraints: [Constraint] = [],
    indifference: Double? = nil, tolerances: [FigureColumn: Double] = [:]
  ) {
    self.figure = figure
    self.direction = direction
    self.constraints = constraints
    self.indifference = indifference ?? (figure.unit == .ratio ? Self.shareZone : nil)
    self.tolerances = constraints.map { constraint in
      tolerances[constraint.figure]
        ?? (constraint.figure.unit == .ratio
          ? Self.shareZone : Self.relativeZone * constraint.limit.magnitude)
    }
  }

  /// Returns the indifference for figures of about `size`: the given one, or a hundredth of the size with one
  /// significant digit.
  public func indifference(atSize size: Double) -> Double {
    if let indifference { return indifference }
    let zone = Self.relativeZone * size.magnitude
    guard zone > 0 else { return Self.relativeZone }
    return Double("\(zone.formatted(.digits(1)))") ?? zone
  }

  /// The reason the goal is unattainable in any simulation, as a sentence; nil if there is none.
  public var conflict: String? {
    for (index, constraint) in constraints.enumerated() {
      if let other = constraints.first(where: {
        $0.figure == constraint.figure && constraint.isUpper && !$0.isUpper && $0.limit > constraint.limit
      }) {
        return "the bounds \(other) and \(constraint) leave nothing between them; loosen one"
      }
      guard tolerances[index] > 0 else {
        return
          "the bound \(constraint) needs a tolerance, which cannot be a share of its limit; give --tolerance"
          + " \(constraint.figure.name)=…"
      }
    }
    return nil
  }

  /// The figures used for decisions: the objective, then those of the constraints.
  public var figures: [FigureColumn] { [figure] + constraints.map(\.figure) }
}
