import Foundation
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
    /// Its true length, as a signed share of the parameter's range, or of its list from the first value to the last;
    /// not 0. Whole numbers lie off the levels of the design, so that their steps differ.
    public var size: Double
  }

  /// The number of trajectories planned.
  public let count: Int
  /// The steps whose two points have runs.
  public let steps: [Step]

  /// The trajectories of the study of `plan` that lead along points of these `values`, of which those that have
  /// runs stand at the places `index`.
  public init(_ plan: StudyPlan, along trajectories: [[[String]]], at index: [[String]: Int]) {
    count = trajectories.count
    let scales = plan.variations.enumerated().map { place, variation in
      PositionScale(
        variation, of: trajectories.joined().compactMap { $0.indices.contains(place) ? $0[place] : nil })
    }
    steps = trajectories.flatMap { values in
      zip(values, values.dropFirst()).compactMap { a, b in
        guard let from = index[a], let to = index[b],
          let parameter = a.indices.first(where: { a[$0] != b[$0] }),
          scales.indices.contains(parameter)
        else { return nil }
        let size = scales[parameter].position(b[parameter]) - scales[parameter].position(a[parameter])
        return size == 0 ? nil : Step(from: from, to: to, parameter: parameter, size: size)
      }
    }
  }

  /// The trajectories in the manifest of a study; nil where it has none.
  init?(_ study: StudyRecord, _ index: [[String]: Int]) {
    guard study.plan.design.method == .morris, let paths = study.paths("trajectories") else { return nil }
    self.init(study.plan, along: paths, at: index)
  }
}

/// The scale of the values of a parameter between the ends of its range, or of its list.
private struct PositionScale {
  private let variation: Variation
  /// The ends that points can have: of whole numbers those inside the range.
  private let ends: (low: Double, high: Double)

  /// Takes the scale of `variation`, of which the trajectories have the values `taken`.
  init(_ variation: Variation, of taken: some Sequence<String>) {
    self.variation = variation
    guard let from = variation.from, let to = variation.to else {
      ends = (0, Double(max(1, variation.values.count - 1)))
      return
    }
    let isWhole = taken.allSatisfy { Double($0).map { $0 == $0.rounded() } ?? false }
    ends = isWhole ? (from.rounded(.up), to.rounded(.down)) : (from, to)
  }

  /// The place of `value`: 0 at the lower end, 1 at the upper one.
  func position(_ value: String) -> Double {
    guard variation.isRange else {
      return Double(variation.values.firstIndex(of: value) ?? 0) / ends.high
    }
    let (value, (low, high)) = (Double(value) ?? ends.low, ends)
    guard high > low else { return 0 }
    switch variation.scale {
    case .linear: return (value - low) / (high - low)
    case .log: return log(value / low) / log(high / low)
    }
  }
}
