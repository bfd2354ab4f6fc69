import Metrics

/// The values of figures at a point that was not simulated, as their surfaces have them.
public struct SurfacePrediction: Sendable {
  /// The values in the order of `parameters`.
  public let values: [Double]
  public let parameters: [String]
  /// The parameters whose value lies beyond the points, and the range of these.
  public let beyond: [(parameter: String, value: Double, range: ClosedRange<Double>)]
  /// The surfaces of the figures.
  public let surfaces: [SurfaceFinding]

  /// Asks `surfaces` for their values at `point`, keyed by the paths of the parameters.
  ///
  /// - Throws: `ReportError.impossible` where a field in logarithms is not positive.
  /// - Precondition: one surface or more, all over the same parameters, for each of which `point` has a value.
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
