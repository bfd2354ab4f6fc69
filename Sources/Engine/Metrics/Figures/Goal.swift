import Foundation
public import Statistics
import Tables

/// A search goal: the settings at which a figure is best while bounds on others hold.
public struct Goal: Hashable, Sendable {
  public let figure: FigureColumn
  public let direction: Direction
  public let constraints: [Constraint]
  /// The least difference of the figure that matters, in its unit; nil for one that follows from its size.
  public var indifference: Double?
  /// The margin of a bound within which either answer is right, in its figure's unit; one per constraint.
  public let tolerances: [Double]

  /// The indifference and the tolerance for shares, which lie in 0 … 1.
  public static let shareZone = 0.005
  /// The same for other figures, as a share of their size.
  public static let relativeZone = 0.01

  /// Creates a goal; `tolerances` names those that are not the usual ones.
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

  /// The indifference where the figure is about `size`: the one given, else a hundredth of the size with one
  /// digit.
  public func indifference(atSize size: Double) -> Double {
    if let indifference { return indifference }
    let zone = Self.relativeZone * size.magnitude
    guard zone > 0 else { return Self.relativeZone }
    return Double("\(zone.formatted(.digits(1)))") ?? zone
  }

  /// The reason the goal cannot be reached whatever is simulated, in a sentence; nil where there is none.
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

  /// The figures that decide: the objective, then those of the constraints.
  public var figures: [FigureColumn] { [figure] + constraints.map(\.figure) }
}
