public import Scenario

/// The steps of a study whose points are trajectories, each along one parameter.
public struct Trajectories: Hashable, Sendable {
  /// A step between two points that are there.
  public struct Step: Hashable, Sendable {
    /// The place of the point that it leaves, among those of the study.
    public var from: Int
    /// The place of the point that it reaches.
    public var to: Int
    /// The place of the parameter that it changes, among those of the study.
    public var parameter: Int
    /// Whether it goes up: to a greater value, or to a later one of a list.
    public var goesUp: Bool
  }

  /// How many trajectories were planned.
  public let count: Int
  /// How many values they step on.
  public let levels: Int
  /// The steps whose two points have runs.
  public let steps: [Step]

  /// Every step's share of its parameter's range.
  public var stride: Double { Double(levels) / Double(2 * (levels - 1)) }

  /// The trajectories of the study of `plan` that lead along points of these `values`, of which those that have
  /// runs stand at the places `index`.
  public init(_ plan: StudyPlan, along trajectories: [[[String]]], at index: [[String]: Int]) {
    count = trajectories.count
    levels = plan.design.levels
    steps = trajectories.flatMap { values in
      zip(values, values.dropFirst()).compactMap { a, b in
        guard let from = index[a], let to = index[b],
          let parameter = a.indices.first(where: { a[$0] != b[$0] }),
          plan.variations.indices.contains(parameter)
        else { return nil }
        let goesUp =
          plan.variations[parameter].rank(a[parameter]) < plan.variations[parameter].rank(b[parameter])
        return Step(from: from, to: to, parameter: parameter, goesUp: goesUp)
      }
    }
  }

  /// Those that the manifest of a study tells of; nil where it has none.
  init?(_ study: StudyRecord, _ index: [[String]: Int]) {
    guard study.plan.design.method == .morris, let paths = study.paths("trajectories") else { return nil }
    self.init(study.plan, along: paths, at: index)
  }
}

extension Variation {
  /// What orders the values: the number in a range, the place in a list.
  fileprivate func rank(_ value: String) -> Double {
    isRange ? Double(value) ?? 0 : Double(values.firstIndex(of: value) ?? 0)
  }
}
