import Foundation

/// Chooses the next points to observe: those where a response may improve on the best so far while other responses stay
/// within bounds.
///
/// Gaussian processes give the expected improvement of each candidate on the best point so far (Jones, Schonlau and
/// Welch 1998, doi:10.1023/A:1008306431147), multiplied by the probability that the bounds hold there (Schonlau, Welch
/// and Jones 1998, doi:10.1214/lnms/1215456182). Since responses have errors, the best so far is the point with the
/// best predicted value. The points of a batch are chosen one after the other, each as if the earlier ones had been
/// observed as predicted (the kriging believer of Ginsbourger, Le Riche and Carraro 2010,
/// doi:10.1007/978-3-642-10701-6_6).
public struct ImprovementSearch: Sendable {
  public let direction: Direction
  public let bounds: [ConstrainedSelection.Bound]
  /// The expected improvement below which a point is not worth observing.
  public let least: Double

  /// Creates a search for points with an expected improvement of `least` or more.
  public init(
    _ direction: Direction, subjectTo bounds: [ConstrainedSelection.Bound], least: Double
  ) {
    self.direction = direction
    self.bounds = bounds
    self.least = least
  }

  /// Returns the indices of at most `count` of `candidates`, the most promising first.
  ///
  /// - Parameters:
  ///   - points: the points observed so far.
  ///   - groups: the group of each coordinate; a group shares one length scale.
  ///   - responses: for the objective, and then for each bound, the replications observed at each point, nil if
  ///     missing; the k-th replications share random numbers.
  /// - Precondition: responses for the objective and each bound, at least one at every point.
  public func proposals(
    _ count: Int, of candidates: [[Double]], beyond points: [[Double]], groups: [Int],
    responses: [[[Double?]]]
  ) -> [Int] {
    precondition(responses.count == 1 + bounds.count, "responses for the objective and each bound")
    var processes: [GaussianProcess] = []
    for response in responses {
      guard
        let surface = try? StochasticKriging(
          points: points, groups: groups, responses: response, blocked: true, isQuick: true)
      else { return [] }
      processes.append(surface.process)
    }
    let ranges = ResponseSurface.ranges(of: points)
    let coded = candidates.map { ResponseSurface.coded($0, ranges) }
    let best = best(of: points.map { ResponseSurface.coded($0, ranges) }, processes)
    var chosen: [Int] = []
    while chosen.count < count {
      let worths = coded.map { worth(of: $0, processes, best: best) }
      guard let next = worths.indices.max(by: { worths[$0] < worths[$1] }), worths[next] >= leastWorth(best)
      else { break }
      chosen.append(next)
      processes = processes.compactMap { $0.believing(coded[next]) }
      guard processes.count == responses.count else { break }
    }
    return chosen
  }

  /// Returns the gain at the best of the points predicted to satisfy all bounds; nil if there is none.
  private func best(of points: [[Double]], _ processes: [GaussianProcess]) -> Double? {
    points.filter { point in
      zip(bounds, processes.dropFirst()).allSatisfy { bound, process in
        bound.isUpper ? process.value(at: point) <= bound.limit : process.value(at: point) >= bound.limit
      }
    }.map { direction.gain(processes[0].value(at: $0)) }.max()
  }

  /// Returns the expected improvement at `point` times the probability that it satisfies the bounds, or only the
  /// probability if there is no best point so far.
  private func worth(of point: [Double], _ processes: [GaussianProcess], best: Double?) -> Double {
    let keeping = zip(bounds, processes.dropFirst()).reduce(1.0) { share, pair in
      let (bound, process) = pair
      let slack =
        bound.isUpper ? bound.limit - process.value(at: point) : process.value(at: point) - bound.limit
      return share
        * Normal.cumulative(slack / max(process.variance(at: point).squareRoot(), .leastNormalMagnitude))
    }
    guard let best, keeping > 1e-4 else { return best == nil ? keeping : 0 }
    let lead = direction.gain(processes[0].value(at: point)) - best
    let deviation = processes[0].variance(at: point).squareRoot()
    guard deviation > 0 else { return keeping * max(0, lead) }
    let share = lead / deviation
    return keeping * (lead * Normal.cumulative(share) + deviation * Normal.density(share))
  }

  /// Returns the minimum worth of a point: a probability of one in a hundred as long as no point satisfies the
  /// bounds.
  private func leastWorth(_ best: Double?) -> Double { best == nil ? 0.01 : least }
}

extension GaussianProcess {
  /// Returns the process conditioned on an observation at `point` equal to the prediction; nil if rounding
  /// errors prevent it.
  fileprivate func believing(_ point: [Double]) -> GaussianProcess? {
    var data = data
    data.points.append(point)
    data.means.append(value(at: point))
    // With the average precision of the points so far.
    data.noise = data.noise.map { $0 + [$0.reduce(0, +) / Double($0.count)] }
    return try? GaussianProcess(data, trend, kernel)
  }
}
