import Quantities

/// A Morris screening: mean and spread of the elementary effects of each parameter.
///
/// An elementary effect is the change of the response divided by the change of one parameter, all others fixed.
/// Parameters are scaled to 0 … 1 over the range of the points, so effects are in the unit of the response. A μ* far
/// from 0 means that the parameter matters; a σ that is large compared with μ* means that its effect is not linear or
/// depends on the others. Morris 1991, doi:10.1080/00401706.1991.10484804; μ* after Campolongo, Cariboni and Saltelli
/// 2007, doi:10.1016/j.envsoft.2006.10.004.
public struct MorrisScreening: Sendable {
  /// The measures of one parameter, in the unit of the response.
  public struct Effect: Hashable, Sendable {
    /// The number of elementary effects.
    public let count: Int
    /// μ, the mean effect.
    public let mean: Double
    /// μ*, the mean magnitude.
    public let meanMagnitude: Double
    /// σ, the standard deviation; nil for fewer than two effects.
    public let standardDeviation: Double?
  }

  /// A step along one parameter, all others fixed.
  public struct Step: Hashable, Sendable {
    /// The parameter's index.
    public var parameter: Int
    /// The step's length, as a signed fraction of the parameter's range; not 0.
    public var size: Double
    /// The change of the response, in its unit.
    public var change: Double

    /// Creates a step.
    public init(parameter: Int, size: Double, change: Double) {
      self.parameter = parameter
      self.size = size
      self.change = change
    }
  }

  /// The measures by parameter; nil if no two points differ only in that parameter.
  public let effects: [Effect?]

  /// Computes the elementary effects between points that differ only in one parameter and are neighbours along it:
  /// the steps of trajectories, in any order, and the edges of a grid.
  ///
  /// - Precondition: as many responses as points; points of equal length, distinct.
  /// - Complexity: O(k² · n log n) in n points of k parameters.
  public init(points: [[Double]], responses: [Double]) {
    precondition(points.count == responses.count, "a response for each point")
    effects = (points.first ?? []).indices.map { parameter in
      Self.effect(of: Self.elementaryEffects(of: parameter, points, responses))
    }
  }

  /// Computes the elementary effects of `steps`, each once.
  ///
  /// - Precondition: every step's parameter is in 0 ..< `parameters`.
  public init(parameters: Int, steps: [Step]) {
    var changes: [[Double]] = Array(repeating: [], count: parameters)
    for step in steps { changes[step.parameter].append(step.change / step.size) }
    effects = changes.map(Self.effect)
  }

  /// The minimum length of a step, as a fraction of the parameter's range.
  private static let leastShare = 1e-9

  private static func elementaryEffects(
    of parameter: Int, _ points: [[Double]], _ responses: [Double]
  ) -> [Double] {
    let values = points.map { $0[parameter] }
    guard let least = values.min(), let most = values.max(), most > least else { return [] }
    func others(_ index: Int) -> [Double] {
      var point = points[index]
      point.remove(at: parameter)
      return point
    }
    let order = points.indices.ordered { a, b in
      let (first, second) = (others(a), others(b))
      return first == second ? values[a] < values[b] : first.lexicographicallyPrecedes(second)
    }
    return zip(order, order.dropFirst()).compactMap { a, b in
      let share = (values[b] - values[a]) / (most - least)
      // A step of negligible length would give an arbitrary effect.
      guard others(a) == others(b), share > leastShare else { return nil }
      return (responses[b] - responses[a]) / share
    }
  }

  private static func effect(of changes: [Double]) -> Effect? {
    guard !changes.isEmpty else { return nil }
    var statistics = RunningStatistics()
    for change in changes { statistics.add(change) }
    return Effect(
      count: changes.count, mean: statistics.mean ?? 0,
      meanMagnitude: changes.reduce(0) { $0 + $1.magnitude } / Double(changes.count),
      standardDeviation: statistics.standardDeviation)
  }
}
