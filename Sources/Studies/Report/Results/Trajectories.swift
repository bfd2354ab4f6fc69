import Quantities
public import Scenario

/// The steps of a study with trajectories, each along one parameter.
public struct Trajectories: Hashable, Sendable {
  /// A step between two existing points.
  public struct Step: Hashable, Sendable {
    /// The index of its start among the study's points.
    public var from: Int
    /// The index of its end among the study's points.
    public var to: Int
    /// The index of the changed parameter among those of the study.
    public var parameter: Int
    /// The step's actual length, as a signed share of the parameter's range, or of its list from the first value to the
    /// last; not 0. Integers are rounded away from the design's levels, so the lengths of their steps differ.
    public var size: Double
  }

  /// The number of planned trajectories.
  public let count: Int
  /// The steps between points with runs.
  public let steps: [Step]

  /// Creates the trajectories of a study with `plan` from the values of their points; `index` gives the index of each
  /// point with runs by its values.
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

  /// Creates the trajectories in the manifest of a study; nil if there are none.
  init?(_ study: StudyRecord, _ index: [[String]: Int]) {
    guard study.plan.design.method == .morris, let paths = study.paths("trajectories") else { return nil }
    self.init(study.plan, along: paths, at: index)
  }
}

/// A mapping of a parameter's values to positions between the ends of its range, or of its list.
private struct PositionScale {
  private let variation: Variation
  /// The lowest and the highest possible value; for integers, the outermost ones inside the range.
  private let ends: (low: Double, high: Double)

  /// Creates the scale of `variation`, with the values `taken` by the trajectories.
  init(_ variation: Variation, of taken: some Sequence<String>) {
    self.variation = variation
    guard let from = variation.from, let to = variation.to else {
      ends = (0, Double(max(1, variation.values.count - 1)))
      return
    }
    let isWhole = taken.allSatisfy { Double($0).map { $0 == $0.rounded() } ?? false }
    ends = isWhole ? (from.rounded(.up), to.rounded(.down)) : (from, to)
  }

  /// Returns the position of `value`: 0 at the lower end, 1 at the upper one.
  func position(_ value: String) -> Double {
    guard variation.isRange else {
      return Double(variation.values.firstIndex(of: value) ?? 0) / ends.high
    }
    let (value, (low, high)) = (Double(value) ?? ends.low, ends)
    guard high > low else { return 0 }
    switch variation.scale {
    case .linear: return (value - low) / (high - low)
    case .log: return Rounded.log(value / low) / Rounded.log(high / low)
    }
  }
}
