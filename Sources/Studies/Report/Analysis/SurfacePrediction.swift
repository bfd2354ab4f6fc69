import Metrics

/// The predicted figures at a point not simulated, from their surfaces.
public struct SurfacePrediction: Sendable {
  /// The values, in the order of `parameters`.
  public let values: [Double]
  public let parameters: [String]
  /// The parameters with values outside the range of the points, and these ranges.
  public let beyond: [(parameter: String, value: Double, range: ClosedRange<Double>)]
  /// The surfaces of the figures.
  public let surfaces: [SurfaceFinding]

  /// Predicts the values of `surfaces` at `point`, keyed by parameter path.
  ///
  /// - Throws: `ReportError.impossible` if a field on a logarithmic scale is not positive.
  /// - Precondition: at least one surface, all over the same parameters, with a value in `point` for each.
  init(at point: [String: Double], on surfaces: [SurfaceFinding]) throws(ReportError) {
    let parameters = surfaces[0].parameters
    let values = parameters.map { point[$0] ?? .nan }
    precondition(values.allSatisfy(\.isFinite), "a value for each parameter")
    if let index = values.indices.first(where: { index in
      values[index] <= 0 && surfaces.contains { $0.factors.scales[index] == .logarithmic }
    }) {
      throw .impossible(
        what: "the prediction",
        reason: "\(parameters[index]) is on a logarithmic scale here; give it a value above 0")
    }
    self.parameters = parameters
    self.values = values
    self.surfaces = surfaces
    beyond = zip(zip(parameters, values), surfaces[0].ranges).compactMap { named, range in
      range.contains(named.1) ? nil : (named.0, named.1, range)
    }
  }
}
