import Metrics
import Scenario
import Statistics

/// The search for further settings that serve a goal: around the best point so far, and at the best point of surfaces
/// fitted to all.
///
/// The steps around a point are those of a pattern search (Hooke and Jeeves 1961, doi:10.1145/321062.321069):
/// one field at a time, up and down, half as far once nothing better was found. What is proposed is a function
/// of the means alone.
struct PointSearch {
  let variations: [Variation]
  /// Whether each field holds whole numbers.
  let areWhole: [Bool]
  let goal: Goal
  /// The step along each field, as a share of its range.
  private(set) var step = 0.25
  /// The best point when it was asked last.
  private var center: Int?

  init(_ plan: StudyPlan, _ base: Scenario, _ goal: Goal) {
    variations = plan.variations
    areWhole = plan.variations.map { base.holdsInteger($0.field) }
    self.goal = goal
  }

  /// Points that `points` do not have, by their means of the goal's figures; none where the steps have become
  /// small.
  mutating func next(_ points: [[String]], _ means: [[Double?]]) -> [[String]] {
    let best = best(of: means)
    if best == center { step /= 2 }
    center = best
    guard let best, step >= 0.01 else { return [] }
    let shares = points.map { coordinates($0) }
    guard let middle = shares[best] else { return [] }
    var proposals: [[Double]] = surfaceBest(shares, means).map { [$0] } ?? []
    for field in variations.indices {
      // A word has neighbours in its list; a step leads to the next one at least.
      let least = variations[field].isRange ? 0 : 1 / Double(variations[field].values.count)
      for way in [-1.0, 1] {
        var proposal = middle
        proposal[field] += way * max(step, least)
        proposals.append(proposal)
      }
    }
    var known = Set(points)
    return proposals.map(values).filter { known.insert($0).inserted }
  }

  /// The point with the best objective of those whose means keep the bounds; else the one whose worst bound is
  /// passed by least.
  private func best(of means: [[Double?]]) -> Int? {
    func rank(_ point: Int) -> (Double, Double)? {
      let values = means[point].compactMap(\.self)
      guard values.count == 1 + goal.constraints.count else { return nil }
      let slacks = zip(goal.constraints, values.dropFirst()).map { $0.slack($1) / $0.scale }
      return (min(0, slacks.min() ?? 0), goal.direction.gain(values[0]))
    }
    let ranked = means.indices.compactMap { point in rank(point).map { (point: point, rank: $0) } }
    return ranked.max { $0.rank < $1.rank }?.point
  }

  private func coordinates(_ values: [String]) -> [Double]? {
    let shares = variations.indices.compactMap { variations[$0].share(of: values[$0], isWhole: areWhole[$0]) }
    return shares.count == values.count ? shares : nil
  }

  private func values(at shares: [Double]) -> [String] {
    variations.indices.map {
      variations[$0].value(at: min(max(shares[$0], 0), 1.0.nextDown), isWhole: areWhole[$0])
    }
  }

  /// The best point of quadratic surfaces over all fields; nil where fields are words, or too many for the
  /// points.
  private func surfaceBest(_ shares: [[Double]?], _ means: [[Double?]]) -> [Double]? {
    guard variations.allSatisfy(\.isRange), variations.count <= 10 else { return nil }
    let whole = means.indices.filter { shares[$0] != nil && !means[$0].contains(nil) }
    let coordinates = whole.compactMap { shares[$0] }
    func surface(_ figure: Int) -> ResponseSurface? {
      try? ResponseSurface(points: coordinates, responses: whole.map { [means[$0][figure]] })
    }
    guard !whole.isEmpty, Set(coordinates).count == whole.count, let objective = surface(0) else {
      return nil
    }
    var bounds: [ResponseSurface.Bound] = []
    for (index, constraint) in goal.constraints.enumerated() {
      guard let held = surface(1 + index) else { return nil }
      bounds.append(.init(held, constraint.limit, isUpper: constraint.isUpper))
    }
    return objective.best(goal.direction, in: objective.ranges, subjectTo: bounds)
  }
}
